#include "certus/metrics/draws_spent.h"

#include "certus/base/error.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

bool is_decided(const CertificationLog& log, const RunManifest& manifest, std::size_t row) {
  if (manifest.procedure == Procedure::kCertifyAt) {
    return !log.is_abstained(row) && log.radius[row] >= manifest.radii.back();
  }
  const double upper = log.upper[row];
  const double most =
      upper <= 0.5 ? 0.0 : manifest.budget.sigma * normal_quantile(Probability::from_p(upper));
  return most - log.radius[row] <= manifest.width;
}

}  // namespace

DrawsSpent draws_spent(const LoadedLog& loaded) {
  const CertificationLog& log = loaded.log;
  CERTUS_CHECK(log.is_anytime());
  if (!loaded.manifest || !is_anytime(loaded.manifest->procedure)) {
    fail(ErrorKind::kFile, manifest_path(log.path), ": no manifest of an anytime certification, which ",
         log.path, " needs to be understood; moved without it?");
  }
  const RunManifest& manifest = *loaded.manifest;
  DrawsSpent spent{.fixed = static_cast<double>(manifest.n0 + manifest.budget.n)};
  for (std::size_t row = 0; row < log.rows(); ++row) {
    spent.mean += static_cast<double>(manifest.n0 + log.row_n[row]) / static_cast<double>(log.rows());
    if (is_decided(log, manifest, row)) {
      ++spent.decided;
    } else {
      ++(log.row_n[row] < manifest.budget.n ? spent.ended : spent.undecided);
    }
  }
  return spent;
}

}  // namespace certus
