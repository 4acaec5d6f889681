#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "certus/data/known_datasets.h"
#include "certus/model/model_file.h"

namespace certus {

struct Calibration;

/// Where the int8 scales of a model at this noise lie: beside it, "model.onnx.int8-0.5.json".
std::filesystem::path scales_path(const std::filesystem::path& model, double sigma);

/// The scales in `file`: read, or chosen and saved where there are none yet, on the images to learn from of
/// `data`, or on its images where it has no others. Fails when they are of another model or noise.
/// @param on_note  told what was chosen on which images, and where it was saved
std::shared_ptr<const Calibration> int8_scales(const std::filesystem::path& file, const Model& model,
                                               const OpenOptions& data, double sigma,
                                               const std::function<void(const std::string&)>& on_note);

/// What to tell people where int8 is slow: on a processor without VNNI. Empty elsewhere.
std::string slow_int8_note();

}  // namespace certus
