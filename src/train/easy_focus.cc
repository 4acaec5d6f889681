#include "certus/train/easy_focus.h"

#include "certus/train/gaussian.h"

namespace certus {

MethodEntry easy_focus_method() {
  MethodEntry entry = gaussian_method();
  entry.name = "easy-focus";
  entry.summary = "Gaussian training on easy images, with discard, reweight and sphere_attack (2025)";
  return entry;
}

}  // namespace certus
