#include "certus/stats/geometric_looks.h"

#include <algorithm>

#include "certus/base/error.h"

namespace certus {

std::vector<std::int64_t> geometric_looks(std::int64_t n, double growth, std::int64_t first) {
  CERTUS_CHECK(n >= 1);
  if (!(growth >= 1.01 && growth <= 10.0)) {
    fail(ErrorKind::kConfig, "looks grow by a factor of ", growth, ", expected one in [1.01, 10]");
  }
  if (first < 1) fail(ErrorKind::kConfig, "the first look is after ", first, " draws, expected 1 or more");
  std::vector<std::int64_t> looks;
  for (auto draws = static_cast<double>(first); draws < static_cast<double>(n);
       draws = std::max(draws + 1, draws * growth)) {
    looks.push_back(static_cast<std::int64_t>(draws));
  }
  looks.push_back(n);
  return looks;
}

}  // namespace certus
