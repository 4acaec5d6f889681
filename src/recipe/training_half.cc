#include "certus/recipe/training_half.h"

#include "certus/base/error.h"

namespace certus {

std::string training_half(const Config& config, Split split) {
  const std::string name = config.text("data.name");
  if (find_known_dataset(name) != nullptr) return name;
  const std::filesystem::path folder = name;
  if (!std::filesystem::is_directory(folder / "train")) {
    fail(ErrorKind::kConfig, "data.name is '", name, "', expected one of ", known_names(),
         ", or a folder with subfolders train and test (or val) that have a subfolder of pictures for each "
         "class");
  }
  const std::string other = std::filesystem::exists(folder / "val") ? "val" : "test";
  return (folder / (split == Split::kTrain ? "train" : other)).string();
}

}  // namespace certus
