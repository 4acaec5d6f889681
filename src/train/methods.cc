#include "certus/train/methods.h"

#include "certus/base/error.h"
#include "certus/train/gaussian.h"

namespace certus {

const std::vector<MethodEntry>& methods() {
  static const std::vector<MethodEntry> table{
      gaussian_method(),
  };
  return table;
}

const MethodEntry& find_method(const std::string& name) {
  std::string names;
  for (const MethodEntry& entry : methods()) {
    if (entry.name == name) return entry;
    names += (names.empty() ? "" : ", ") + entry.name;
  }
  fail(ErrorKind::kConfig, "train.method is '", name, "', expected one of ", names);
}

}  // namespace certus
