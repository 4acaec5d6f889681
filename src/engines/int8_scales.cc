#include "certus/engines/int8_scales.h"

#include "certus/base/error.h"
#include "certus/engine_onednn/calibration.h"
#include "certus/kernels/onednn_runtime.h"

namespace certus {
namespace {

using OnNote = std::function<void(const std::string&)>;

/// Training images where the data set has them here, so that those to certify stay unseen.
std::unique_ptr<Dataset> calibration_data(OpenOptions options, const OnNote& on_note) {
  if (find_known_dataset(options.data) != nullptr && options.split == Split::kTest) {
    options.split = Split::kTrain;
    try {
      return open_dataset(options);
    } catch (const Error& error) {
      on_note(join_text("note: ", std::string_view(error.what())));
      on_note("note: int8 scales are chosen on the images to certify instead");
      options.split = Split::kTest;
    }
  }
  return open_dataset(options);
}

}  // namespace

std::filesystem::path scales_path(const std::filesystem::path& model, double sigma) {
  return join_text(model.string(), ".int8-", sigma, ".json");
}

std::shared_ptr<const Calibration> int8_scales(const std::filesystem::path& file, const Model& model,
                                               const OpenOptions& data, double sigma, const OnNote& on_note) {
  std::error_code ignored;
  if (file.empty() ||
      (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored))) {
    fail(ErrorKind::kConfig, "int8 scales '", file.string(), "': is not a regular file");
  }
  if (!std::filesystem::exists(file, ignored)) {
    const auto images = calibration_data(data, on_note);
    auto chosen = std::make_shared<const Calibration>(make_calibration(model, *images, {.sigma = sigma}));
    on_note(join_text("int8 scales chosen on ", chosen->images, " noisy images of ", images->identity()));
    try {
      write_calibration(file, *chosen, Overwrite::kRefuse);
      on_note("int8 scales saved in " + file.string());
      return chosen;
    } catch (const Error&) {
      if (!std::filesystem::exists(file, ignored))
        throw;  // else another run was quicker: its scales are the ones
    }
  }
  auto found = std::make_shared<const Calibration>(read_calibration(file));
  if (found->model != calibrated_model(model)) {
    fail(ErrorKind::kConfig, file.string(), ": scales of ", found->model.substr(0, 300), ", expected ",
         calibrated_model(model), "; delete it to have them chosen again, or name another file");
  }
  if (found->sigma != sigma) {
    fail(ErrorKind::kConfig, file.string(), ": scales for sigma ", found->sigma, ", expected ", sigma,
         "; name another file to keep both");
  }
  return found;
}

std::string slow_int8_note() {
  if (onednn_has_vnni()) return {};
  return "note: this processor has no VNNI, the instructions for int8: int8 is several times slower than f32 "
         "here, and worth it only to reproduce an int8 record";
}

}  // namespace certus
