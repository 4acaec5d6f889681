#include "certus/cli/int8_scales.h"

#include <algorithm>
#include <cstdio>

#include "certus/base/error.h"
#include "certus/cli/network_options.h"
#include "certus/kernels/onednn_runtime.h"

namespace certus::cli {
namespace {

/// Training images where the data set has them here, so that those to certify stay unseen.
std::unique_ptr<Dataset> calibration_data(const Arguments& arguments) {
  OpenOptions options = open_options_of(arguments);
  if (find_known_dataset(options.data) != nullptr && options.split == Split::kTest) {
    options.split = Split::kTrain;
    try {
      return open_dataset(options);
    } catch (const Error& error) {
      std::fprintf(stderr, "note: %s\nnote: int8 scales are chosen on the images to certify instead\n",
                   error.what());
      options.split = Split::kTest;
    }
  }
  return open_dataset(options);
}

/// Chooses scales and says on standard error from what.
Calibration choose_scales(const Arguments& arguments, const Model& model, double sigma) {
  const auto data = calibration_data(arguments);
  Calibration chosen = make_calibration(model, *data, {.sigma = sigma});
  std::fprintf(stderr, "int8 scales chosen on %lld noisy images of %s\n",
               static_cast<long long>(chosen.images), data->identity().c_str());
  return chosen;
}

}  // namespace

std::filesystem::path scales_path(const std::filesystem::path& model, double sigma) {
  return join_text(model.string(), ".int8-", sigma, ".json");
}

std::shared_ptr<const Calibration> int8_scales(const Arguments& arguments, const Model& model,
                                               const std::filesystem::path& path, double sigma) {
  const auto asked = arguments.text("--scales");
  const std::filesystem::path file = asked ? std::filesystem::path(*asked) : scales_path(path, sigma);
  std::error_code ignored;
  if (file.empty() ||
      (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored))) {
    fail(ErrorKind::kConfig, "--scales '", file.string(), "' is no regular file");
  }
  if (!std::filesystem::exists(file, ignored)) {
    auto chosen = std::make_shared<const Calibration>(choose_scales(arguments, model, sigma));
    try {
      write_calibration(file, *chosen, Overwrite::kRefuse);
      std::fprintf(stderr, "int8 scales saved in %s\n", file.string().c_str());
      return chosen;
    } catch (const Error&) {
      if (!std::filesystem::exists(file, ignored))
        throw;  // else another run was quicker: its scales are the ones
    }
  }
  auto found = std::make_shared<const Calibration>(read_calibration(file));
  if (found->model != calibrated_model(model)) {
    fail(ErrorKind::kConfig, file.string(), ": scales of ", found->model.substr(0, 300), ", expected ",
         calibrated_model(model), "; delete it to have them chosen anew, or give another name in --scales");
  }
  if (found->sigma != sigma) {
    fail(ErrorKind::kConfig, file.string(), ": scales for sigma ", found->sigma, ", expected ", sigma,
         "; another name in --scales keeps both");
  }
  return found;
}

void note_slow_int8(const std::vector<EngineChoice>& choices) {
  if (onednn_has_vnni() || std::ranges::none_of(choices, [](auto& each) { return each.precision == "int8"; }))
    return;
  std::fprintf(
      stderr,
      "note: this processor has no VNNI, the instructions for int8: int8 is several times slower than f32 "
      "here, and worth it only to reproduce an int8 record\n");
}

EngineChoice int8_choice(const Arguments& arguments, const Model& model, const std::filesystem::path& path,
                         double sigma) {
  EngineChoice choice = engine_choice(arguments);
  choice.precision = "int8";
  check_engine(choice);
  choice.scales = int8_scales(arguments, model, path, sigma);
  return choice;
}

EngineChoice engine_choice(const Arguments& arguments, const Model& model, const std::filesystem::path& path,
                           double sigma) {
  const std::string precision = arguments.text_or_default("--precision");
  if (precision == "int8") return int8_choice(arguments, model, path, sigma);
  EngineChoice choice = engine_choice(arguments);
  choice.precision = precision;
  check_engine(choice);
  if (arguments.text("--scales")) {
    fail(ErrorKind::kConfig, "--scales is for --precision int8");
  }
  return choice;
}

}  // namespace certus::cli
