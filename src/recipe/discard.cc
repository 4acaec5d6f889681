#include "certus/recipe/discard.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/stats/sampling_weight.h"

namespace certus {

std::vector<std::int64_t> kept_images(std::span<const std::int64_t> correct, std::int64_t samples,
                                      double below) {
  const std::int64_t least = least_count(below, samples);
  std::vector<std::int64_t> kept;
  for (std::size_t i = 0; i < correct.size(); ++i) {
    if (correct[i] >= least) kept.push_back(static_cast<std::int64_t>(i));
  }
  if (kept.empty()) {
    const std::int64_t most = correct.empty() ? 0 : *std::ranges::max_element(correct);
    fail(ErrorKind::kConfig, "discard leaves none of ", correct.size(), " images: the easiest has ", most,
         " correct votes of ", samples, ", discard.below = ", below, " asks for ", least,
         "; lower discard.below, or discard later (easy_focus.start_epoch)");
  }
  return kept;
}

}  // namespace certus
