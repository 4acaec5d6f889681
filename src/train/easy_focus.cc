#include "certus/train/easy_focus.h"

#include "certus/train/gaussian.h"

namespace certus {

std::unique_ptr<Method> easy_focus_method(const Config&) {
  return make_gaussian();
}

}  // namespace certus
