#include "certus/train/discard.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"

namespace certus {

std::vector<std::int64_t> kept_images(std::span<const std::int64_t> correct, std::int64_t samples,
                                      double below) {
  // The small number takes back what the product of a decimal fraction may have gained by rounding.
  const auto least = static_cast<std::int64_t>(std::ceil(below * static_cast<double>(samples) - 1e-9));
  std::vector<std::int64_t> kept;
  for (std::size_t i = 0; i < correct.size(); ++i) {
    if (correct[i] >= least) kept.push_back(static_cast<std::int64_t>(i));
  }
  if (kept.empty()) {
    const std::int64_t most = correct.empty() ? 0 : *std::ranges::max_element(correct);
    fail(ErrorKind::kConfig, "discard leaves none of ", correct.size(), " images: the easiest has ", most,
         " correct votes of ", samples, ", discard.below = ", below, " asks for ", least,
         "; lower discard.below, or discard later (discard.start_epoch)");
  }
  return kept;
}

}  // namespace certus
