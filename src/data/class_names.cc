#include "certus/data/class_names.h"

#include <filesystem>

#include "certus/base/error.h"
#include "certus/data/image_folder.h"
#include "certus/data/known_datasets.h"

namespace certus {

namespace fs = std::filesystem;

std::vector<std::string> class_names(const std::string& data) {
  if (const KnownDataset* known = find_known_dataset(data)) return known->class_names;
  std::error_code ignored;
  if (!fs::is_directory(data, ignored)) {
    fail(ErrorKind::kConfig, "'", data, "' is neither a known data set (", known_names(),
         ") nor a folder with a subfolder for each class");
  }
  return class_folders(data);
}

std::vector<std::string> class_names_of_identity(const std::string& identity) {
  const KnownDataset* known = find_known_dataset(identity.substr(0, identity.find_first_of(" ,")));
  return known == nullptr ? std::vector<std::string>() : known->class_names;
}

std::vector<std::string> class_names_of_path(const std::string& path) {
  for (const fs::path& folder : fs::path(path).parent_path()) {
    if (const KnownDataset* known = find_known_dataset(folder.string())) return known->class_names;
  }
  return {};
}

}  // namespace certus
