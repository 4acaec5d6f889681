#include "certus/stats/mean_chance.h"

#include "certus/base/error.h"

namespace certus {

Interval mean_chance_interval(std::int64_t least, std::int64_t most, std::int64_t trials, double alpha) {
  CERTUS_CHECK(least <= most && alpha > 0.0 && alpha <= 0.5);
  return {least <= 1 ? 0.0 : clopper_pearson_lower(least, trials, alpha / 2.0).p,
          most >= trials - 1 ? 1.0 : clopper_pearson_upper(most, trials, alpha / 2.0).p};
}

}  // namespace certus
