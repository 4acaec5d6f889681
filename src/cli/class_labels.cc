#include "certus/cli/class_labels.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/data/class_names.h"

namespace certus::cli {

Parameter& add_class_data(Parameters& p, std::optional<std::string>& field) {
  return p
      .add("data", field,
           "data set that has the names of the classes: cifar10, mnist, ... or a folder with a subfolder for "
           "each class")
      .shown_as("NAME|DIR")
      .usually("from the manifest, else the path");
}

std::vector<std::string> class_names_of(const std::optional<std::string>& data, const LoadedLog& loaded) {
  std::vector<std::string> names = data              ? class_names(*data)
                                   : loaded.manifest ? class_names_of_identity(loaded.manifest->data)
                                                     : class_names_of_path(loaded.log.path);
  const auto classes = static_cast<std::int64_t>(names.size());
  const auto& labels = loaded.log.label;
  const auto unnamed =
      std::find_if(labels.begin(), labels.end(), [&](auto label) { return label >= classes; });
  if (classes == 0 || unnamed == labels.end()) return names;
  if (data) {
    fail(ErrorKind::kData, loaded.log.path, ": a label is ", *unnamed, ", but ", *data, " has ", classes,
         " classes; was another --data meant?");
  }
  return {};  // then the path means something else
}

}  // namespace certus::cli
