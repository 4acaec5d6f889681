#include "certus/recipe/import_p_correct.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/recipe/npy_file.h"

namespace certus {

std::vector<std::int64_t> import_p_correct(const std::filesystem::path& path, std::int64_t samples,
                                           std::int64_t images) {
  const std::vector<double> shares = read_npy(path);
  if (std::ssize(shares) != images) {
    fail(ErrorKind::kData, path, ": has shares of ", shares.size(), " images, but the data set has ", images,
         "; shares of another data set, or of a part of it?");
  }
  const auto draws = static_cast<double>(samples);
  // A mean in float32 is off by some units in the last place, 6e-8 of its value each.
  const double tolerance = 1e-3 + 3e-7 * draws;
  std::vector<std::int64_t> counts;
  counts.reserve(shares.size());
  for (const double share : shares) {
    const double count = std::round(share * draws);
    if (!(share >= 0.0 && share <= 1.0) || std::abs(share * draws - count) > tolerance) {
      fail(ErrorKind::kData, path, ": image ", counts.size(), " has ", share, ", expected a share of ",
           samples, " draws, k / ", samples, "; was it another number of samples?");
    }
    counts.push_back(static_cast<std::int64_t>(count));
  }
  return counts;
}

}  // namespace certus
