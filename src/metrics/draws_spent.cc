#include "certus/metrics/draws_spent.h"

#include "certus/base/error.h"

namespace certus {

DrawsSpent draws_spent(const LoadedLog& loaded) {
  const CertificationLog& log = loaded.log;
  CERTUS_CHECK(!log.has_one_n());
  if (!loaded.procedure) {
    fail(ErrorKind::kFile, manifest_path(log.path),
         ": is missing or is not the manifest of an anytime certification, without which ", log.path,
         " cannot be understood; was the record moved without it?");
  }
  const Procedure& procedure = *loaded.procedure;
  const RecordedRows rows = recorded_rows(log);
  DrawsSpent spent{.fixed = static_cast<double>(procedure.n0() + procedure.budget().n)};
  for (std::size_t row = 0; row < log.rows(); ++row) {
    spent.mean += static_cast<double>(procedure.n0() + log.row_n[row]) / static_cast<double>(log.rows());
    if (procedure.is_decided(rows, row)) {
      ++spent.decided;
    } else {
      ++(log.row_n[row] < procedure.budget().n ? spent.ended : spent.undecided);
    }
  }
  return spent;
}

}  // namespace certus
