#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "certus/base/file.h"
#include "certus/data/dataset.h"
#include "certus/engine_onednn/quantize.h"
#include "certus/model/model_file.h"

namespace certus {

/// What makes an int8 network of a model: a scale for each value between its layers, and what they were
/// chosen from. With the model it defines the network that votes, on every machine; so it is saved beside it,
/// and its digest goes into the manifest.
struct Calibration {
  std::string model;        ///< calibrated_model of what it is for
  std::string data;         ///< identity of the images that chose the scales
  double sigma = 0.0;       ///< of their noise
  std::int64_t images = 0;  ///< how many they were
  std::uint64_t seed = 0;
  double image_range = 0.0;        ///< bound of |pixel| with noise of this sigma: nothing is cut off
  std::vector<std::string> nodes;  ///< that give the values, for people
  std::vector<ByteScale> scales;   ///< by value of the lowered network
  friend bool operator==(const Calibration&, const Calibration&) = default;
};

/// What a calibration is for: the weights and what is done to pixels before them.
std::string calibrated_model(const Model& model);

struct CalibrationParams {
  double sigma = 0.5;
  std::int64_t images = 256;
  std::uint64_t seed = 0;
};

/// Chooses the scales on noisy images spread over the data, with noise that no vote uses. Which images and
/// draws choose a network before it votes does not matter to a certificate; images to learn from leave the
/// ones to certify unseen.
Calibration make_calibration(const Model& model, const Dataset& data, const CalibrationParams& params);

/// Written whole or not at all.
void write_calibration(const std::filesystem::path& path, const Calibration& calibration,
                       Overwrite overwrite);

/// Fails, naming file and field, unless it is a calibration.
Calibration read_calibration(const std::filesystem::path& path);

/// SHA-256 of everything beside the model that decides votes: the rule of quantization, scales and range.
std::string digest_of(const Calibration& calibration);

}  // namespace certus
