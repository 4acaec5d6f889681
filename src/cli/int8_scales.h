#pragma once

#include <filesystem>
#include <memory>

#include "certus/cli/arguments.h"
#include "certus/cli/engines.h"
#include "certus/model/model_file.h"

namespace certus::cli {

/// Where the int8 scales of a model at this noise lie: beside it, "model.onnx.int8-0.5.json".
std::filesystem::path scales_path(const std::filesystem::path& model, double sigma);

/// The scales of --scales, or of the usual place: read, or chosen and saved where there are none yet, on the
/// images to learn from of --data, or on its images where it has no other. Fails when they are of another
/// model or noise.
std::shared_ptr<const Calibration> int8_scales(const Arguments& arguments, const Model& model,
                                               const std::filesystem::path& path, double sigma);

/// Says on standard error that int8 is slow where one of the choices is that and the processor has no VNNI.
void note_slow_int8(const std::vector<EngineChoice>& choices);

/// What --engine, --device, --precision and --scales ask for, with its scales.
EngineChoice engine_choice(const Arguments& arguments, const Model& model, const std::filesystem::path& path,
                           double sigma);

/// The same with int8, whatever --precision says.
EngineChoice int8_choice(const Arguments& arguments, const Model& model, const std::filesystem::path& path,
                         double sigma);

}  // namespace certus::cli
