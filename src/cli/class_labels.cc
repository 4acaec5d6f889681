#include "certus/cli/class_labels.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/data/class_names.h"

namespace certus::cli {

Option class_data_option() {
  return {.name = "--data",
          .kind = Option::Kind::kText,
          .value_name = "NAME|FOLDER",
          .help =
              "data set whose names of classes are shown: cifar10, mnist, ... (certus data --help lists "
              "them), or a folder with "
              "a subfolder for each class",
          .default_text = "the one that a manifest or the path of a log names"};
}

std::vector<std::string> class_names_of(const Arguments& arguments, const LoadedLog& loaded) {
  const auto data = arguments.text("--data");
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
         " classes; another --data?");
  }
  return {};  // then the path means something else
}

}  // namespace certus::cli
