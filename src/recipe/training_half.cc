#include "certus/recipe/training_half.h"

#include "certus/base/error.h"
#include "certus/recipe/train_settings.h"

namespace certus {

std::string training_half(const Config& config, Split split) {
  std::string name = config.read<DataSettings>().name;
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
