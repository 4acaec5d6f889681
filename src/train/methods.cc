#include "certus/train/methods.h"

#include "certus/base/error.h"
#include "certus/train/catrs.h"
#include "certus/train/consistency.h"
#include "certus/train/easy_focus.h"
#include "certus/train/gaussian.h"
#include "certus/train/macer.h"
#include "certus/train/smoothadv.h"
#include "certus/train/smoothmix.h"
#include "certus/train/stability.h"

namespace certus {

const std::vector<MethodEntry>& methods() {
  static const std::vector<MethodEntry> table{
      gaussian_method(),    stability_method(), smoothadv_method(), macer_method(),
      consistency_method(), smoothmix_method(), catrs_method(),     easy_focus_method(),
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
