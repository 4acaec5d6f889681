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

/// What turns a model into an int8 network: a scale for each value between its layers, and the data that the
/// scales were chosen from. Together with the model it defines the network that votes, on every machine. So
/// it is saved beside the model, and its digest goes into the manifest.
struct Calibration {
  std::string model;        ///< calibrated_model of the model it is for
  std::string data;         ///< identity of the images used to choose the scales
  double sigma = 0.0;       ///< of their noise
  std::int64_t images = 0;  ///< the number of these images
  std::uint64_t seed = 0;
  double image_range = 0.0;        ///< bound of |pixel| with noise of this sigma: nothing is cut off
  std::vector<std::string> nodes;  ///< the nodes that give the values, for human readers
  std::vector<ByteScale> scales;   ///< by value of the lowered network
  friend bool operator==(const Calibration&, const Calibration&) = default;
};

/// Identifies the model that a calibration is for: its weights and how pixels are prepared for them.
std::string calibrated_model(const Model& model);

struct CalibrationParams {
  double sigma = 0.5;
  std::int64_t images = 256;
  std::uint64_t seed = 0;
};

/// Chooses the scales with noisy images that are spread over the data, and with noise that no vote uses. A
/// certificate does not depend on which images and draws were used to choose a network before it votes. With
/// training images, the images to certify remain unseen.
Calibration make_calibration(const Model& model, const Dataset& data, const CalibrationParams& params);

/// The file is written completely or not at all.
void write_calibration(const std::filesystem::path& path, const Calibration& calibration,
                       Overwrite overwrite);

/// Fails, naming file and field, unless it is a calibration.
Calibration read_calibration(const std::filesystem::path& path);

/// SHA-256 of everything besides the model that decides votes: the rule of quantization, the scales
/// and the range.
std::string digest_of(const Calibration& calibration);

}  // namespace certus
