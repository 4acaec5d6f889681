#include "certus/train/make_method.h"

#include <map>
#include <string>

#include "certus/base/error.h"
#include "certus/recipe/methods.h"
#include "certus/recipe/train_settings.h"
#include "certus/train/catrs.h"
#include "certus/train/consistency.h"
#include "certus/train/easy_focus.h"
#include "certus/train/gaussian.h"
#include "certus/train/macer.h"
#include "certus/train/smoothadv.h"
#include "certus/train/smoothmix.h"
#include "certus/train/stability.h"

namespace certus {
namespace {

using Maker = std::unique_ptr<Method> (*)(const Config& config);

const std::map<std::string, Maker> kMakers{
    {"gaussian", gaussian_method}, {"stability", stability_method},     {"smoothadv", smoothadv_method},
    {"macer", macer_method},       {"consistency", consistency_method}, {"smoothmix", smoothmix_method},
    {"cat-rs", catrs_method},      {"easy-focus", easy_focus_method},
};

}  // namespace

std::unique_ptr<Method> make_method(const Config& config) {
  const auto found = kMakers.find(find_method(config.read<LoopSettings>().method).name);
  CERTUS_CHECK(found != kMakers.end());
  return found->second(config);
}

}  // namespace certus
