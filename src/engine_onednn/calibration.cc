#include "certus/engine_onednn/calibration.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "certus/base/error.h"
#include "certus/base/nesting.h"
#include "certus/base/number_text.h"
#include "certus/base/sha256.h"
#include "certus/base/whole_number.h"
#include "certus/engine_onednn/calibrate.h"
#include "certus/noise/gaussian.h"

namespace certus {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kFormat = "certus-int8-scales";
constexpr int kVersion = 1;
constexpr std::size_t kMaxBytes = 16 << 20;

[[noreturn]] void wrong_field(const std::string& name, const std::filesystem::path& path) {
  fail(ErrorKind::kFile, path, ": field '", name,
       "' is missing or of the wrong kind; delete the file to have scales chosen again");
}

template <typename T>
T field(const Json& json, const char* name, const std::filesystem::path& path) {
  try {
    return json.at(name).get<T>();
  } catch (const nlohmann::json::exception&) {
    wrong_field(name, path);
  }
}

/// A whole number in [low, high]; JSON's own conversions would truncate and wrap.
std::int64_t whole(const Json& json, const std::string& name, std::int64_t low, std::int64_t high,
                   const std::filesystem::path& path) {
  const auto value = whole_number(json);
  if (!json.is_number_integer()) wrong_field(name, path);
  if (!value || *value < low || *value > high) {
    fail(ErrorKind::kFile, path, ": field '", name, "' is ", json.dump(), ", expected a whole number from ",
         low, " to ", high);
  }
  return *value;
}

/// No |g| is larger (see gaussian.h), so no pixel with noise is larger either.
double range_of(double sigma) {
  constexpr double kLargestNormal = 6.77;
  return 1.0 + kLargestNormal * sigma;
}

}  // namespace

std::string calibrated_model(const Model& model) {
  return join_text(model.identity, "; ", model.preprocessing);
}

Calibration make_calibration(const Model& model, const Dataset& data, const CalibrationParams& params) {
  const LoweredNetwork network = lower(model.graph);
  Calibration result{.model = calibrated_model(model),
                     .data = data.identity(),
                     .sigma = params.sigma,
                     .images = std::min(params.images, data.size()),
                     .seed = params.seed,
                     .image_range = range_of(params.sigma)};
  const Shape& shape = network.values[0];
  if (data.shape() != ImageShape{shape[0], shape[1], shape[2]}) {
    fail(ErrorKind::kEngine, "calibration: the model takes images of ", shape_text(shape), ", but those of ",
         data.identity(), " are ", shape_text(data.shape()));
  }
  const std::size_t pixels = data.shape().size();
  std::vector<float> noisy(static_cast<std::size_t>(result.images) * pixels);
  for (std::int64_t i = 0; i < result.images; ++i) {
    const std::int64_t index = i * data.size() / result.images;
    add_gaussian(
        {.seed = params.seed, .image = static_cast<std::uint64_t>(index), .purpose = Purpose::kCalibrate}, 0,
        static_cast<float>(params.sigma), data.get(index).pixels,
        std::span(noisy).subspan(static_cast<std::size_t>(i) * pixels, pixels));
  }
  result.scales = byte_scales(network, calibrate(network, noisy));
  result.nodes.push_back("image");
  for (const LoweredStep& step : network.steps) result.nodes.push_back(network.graph.node(step.node).name);
  return result;
}

void write_calibration(const std::filesystem::path& path, const Calibration& calibration,
                       Overwrite overwrite) {
  CERTUS_CHECK(calibration.nodes.size() == calibration.scales.size());
  Json json{{"format", kFormat},          {"version", kVersion},
            {"model", calibration.model}, {"data", calibration.data},
            {"sigma", calibration.sigma}, {"images", calibration.images},
            {"seed", calibration.seed},   {"image_range", calibration.image_range},
            {"scales", Json::array()}};
  for (std::size_t i = 0; i < calibration.scales.size(); ++i) {
    json["scales"].push_back({{"node", calibration.nodes[i]},
                              {"scale", calibration.scales[i].scale},
                              {"signed", calibration.scales[i].is_signed},
                              {"mean", calibration.scales[i].mean}});
  }
  // Names of nodes come from foreign files and may contain any bytes.
  write_file(path, json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n', overwrite);
}

Calibration read_calibration(const std::filesystem::path& path) {
  const Json json = Json::parse(read_json_text(path, kMaxBytes), nullptr, false);
  if (json.is_discarded()) {
    fail(ErrorKind::kFile, path,
         ": is damaged or is not a file of int8 scales; delete it to have them chosen again");
  }
  if (!json.is_object() || !json.contains("format") || json["format"] != kFormat) {
    fail(ErrorKind::kFile, path, ": is not a file of int8 scales; certifying with precision int8 makes one");
  }
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  if (const auto version = whole(field<Json>(json, "version", path), "version", 0, kMost, path);
      version != kVersion) {
    fail(ErrorKind::kFile, path, ": has version ", version, ", expected ", kVersion);
  }
  Calibration result{
      .model = field<std::string>(json, "model", path),
      .data = field<std::string>(json, "data", path),
      .sigma = field<double>(json, "sigma", path),
      .images = whole(field<Json>(json, "images", path), "images", 1, kMost, path),
      .seed = static_cast<std::uint64_t>(
          whole(field<Json>(json, "seed", path), "seed", 0, std::numeric_limits<std::int64_t>::max(), path)),
      .image_range = field<double>(json, "image_range", path)};
  constexpr double kDigits = 1e-9;
  if (!(std::abs(result.image_range - range_of(result.sigma)) <= kDigits * result.image_range)) {
    fail(ErrorKind::kFile, path, ": field 'image_range' is ", result.image_range, ", expected ",
         range_of(result.sigma), " for sigma ", result.sigma);
  }
  for (const Json& entry : field<Json::array_t>(json, "scales", path)) {
    result.nodes.push_back(field<std::string>(entry, "node", path));
    result.scales.push_back(
        {.scale = field<double>(entry, "scale", path), .is_signed = field<bool>(entry, "signed", path)});
    for (const Json& mean : field<Json::array_t>(entry, "mean", path)) {
      constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
      result.scales.back().mean.push_back(
          static_cast<std::int32_t>(whole(mean, "mean", -kLargest, kLargest, path)));
    }
    if (!(result.scales.back().scale > 0.0)) {
      fail(ErrorKind::kFile, path, ": field 'scale' of node '", result.nodes.back(), "' is ",
           result.scales.back().scale, ", expected a positive number");
    }
  }
  return result;
}

std::string digest_of(const Calibration& calibration) {
  // The rule that makes integers from scales and weights (quantize.cc) also decides votes: if the rule
  // changes, this number must change.
  std::string text = join_text("rule 1 ", round_trip_text(calibration.image_range));
  for (const ByteScale& scale : calibration.scales) {
    text += join_text(' ', round_trip_text(scale.scale), scale.is_signed ? 's' : 'u');
    for (const std::int32_t mean : scale.mean) text += join_text(',', mean);
  }
  return sha256_hex(text);
}

}  // namespace certus
