#include "certus/recipe/methods.h"

#include "certus/base/error.h"
#include "certus/recipe/method_settings.h"

namespace certus {

const std::vector<MethodEntry>& methods() {
  static const std::vector<MethodEntry> table{
      {.name = "gaussian", .summary = "cross entropy under noise (Cohen et al. 2019)"},
      {.name = "stability",
       .summary = "clean cross entropy and a stable prediction under noise (Li et al. 2019)",
       .settings = settings_of<StabilitySettings>()},
      {.name = "smoothadv",
       .summary = "adversarial training of the smoothed classifier (Salman et al. 2019)",
       .settings = settings_of<SmoothAdvSettings>()},
      {.name = "macer",
       .summary = "maximises a soft certified radius, without attacks (Zhai et al. 2020)",
       .settings = settings_of<MacerSettings>()},
      {.name = "consistency",
       .summary = "noise copies of an image have to agree (Jeong and Shin 2020)",
       .settings = settings_of<ConsistencySettings>()},
      {.name = "smoothmix",
       .summary = "mixes images with their adversarial examples (Jeong et al. 2021)",
       .settings = settings_of<SmoothMixSettings>()},
      {.name = "cat-rs",
       .summary = "easiest copies of hard images, worst attacked copy of easy ones (Jeong et al. 2023)",
       .settings = settings_of<CatRsSettings>()},
      {.name = "easy-focus",
       .summary = "Gaussian training on easy images, with discard, reweight and sphere_attack (2025)"}};
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
