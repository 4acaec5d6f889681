#include "certus/model/training_noise.h"

#include "certus/base/config.h"
#include "certus/base/error.h"
#include "certus/base/file.h"

namespace certus {

std::optional<TrainingNoise> training_noise(const std::filesystem::path& model) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  std::filesystem::path folder = model.parent_path();
  if (folder.filename() == "checkpoint") folder = folder.parent_path();
  const std::filesystem::path config = folder / "config.toml";
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(config, ignored)) return std::nullopt;
  try {
    const auto values = plain_values({.name = config.string(), .content = read_file(config, kMostBytes)});
    const auto found = values.find("noise.sigma");
    const auto sigma = found == values.end() ? std::nullopt : parse_double(found->second);
    return sigma ? std::optional(TrainingNoise{.sigma = *sigma, .config = config}) : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;  // not a configuration of a run
  }
}

}  // namespace certus
