#include "certus/certify/top_up.h"

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/sha256.h"
#include "certus/logs/load_log.h"
#include "certus/logs/read_records.h"
#include "certus/stats/decision_table.h"

namespace certus {

void check_top_up(const std::filesystem::path& record, const RunManifest& before, const RunManifest& now) {
  if (!is_anytime(before.procedure)) {
    fail(ErrorKind::kConfig, record,
         ": was certified with a fixed n, on which all of alpha was spent; draws can be added only to "
         "records of "
         "certify --at or --width");
  }
  RunManifest expected = before;  // but for what a top-up may change
  expected.budget.n = now.budget.n;
  expected.worth = now.worth;
  expected.width = now.width;
  expected.top_up = now.top_up;
  expected.certus = now.certus;
  if (const auto differs = manifest_difference(expected, now)) {
    fail(ErrorKind::kConfig, manifest_path(record), ": field '", differs->field, "' is ", differs->first,
         " in the record that draws are to be added to and ", differs->second, " now; expected the same");
  }
  const std::int64_t n = before.budget.n;
  if (before.procedure == Procedure::kCertifyAt &&
      boundary_of_name(before.boundary) == DecisionBoundary::kSpending) {
    if (now.budget.n != n) {
      fail(ErrorKind::kConfig, record, ": --boundary spending has spent alpha with its last look, at ", n,
           " draws; give --n ", n, " and a larger --worth, with which images that were given up go on to it");
    }
    if (!(now.worth > before.worth)) {
      fail(ErrorKind::kConfig, record, ": a certificate was worth ", before.worth, " draws, and is worth ",
           now.worth, " now: nothing would go on; give a larger --worth");
    }
    return;
  }
  if (now.budget.n < n) {
    fail(ErrorKind::kConfig, record, ": its images may have taken ", n, " draws, more than --n ",
         now.budget.n, "; give a larger --n");
  }
  if (now.budget.n == n && now.worth <= before.worth && !(now.width < before.width)) {
    fail(ErrorKind::kConfig, record, ": nothing to add with the same n and aim; give a larger --n",
         before.procedure == Procedure::kCertifyAt ? " or --worth" : " or a smaller --width");
  }
}

std::map<std::int64_t, CertificationRecord> records_to_top_up(const std::filesystem::path& record,
                                                              std::int64_t n0,
                                                              const std::vector<std::int64_t>& images) {
  load_log(record.string());  // fails on rows that do not follow from their votes
  std::map<std::int64_t, CertificationRecord> rows;
  for (CertificationRecord& row : read_anytime_records(record)) {
    // New draws are numbered after n0 + n: with another n0 some would be drawn twice.
    if (row.n0 != n0) {
      fail(ErrorKind::kData, record, ": image ", row.idx, ": column 'n0': found '", row.n0, "', expected ",
           n0, " as in ", manifest_path(record));
    }
    rows.emplace(row.idx, std::move(row));
  }
  for (const std::int64_t index : images) {
    if (rows.contains(index)) continue;
    fail(ErrorKind::kData, record, ": has no image ", index,
         ", expected a finished record; --resume finishes it");
  }
  return rows;
}

std::string top_up_text(const std::filesystem::path& record, const RunManifest& before) {
  return join_text("n ", before.budget.n, ", sha256 ", sha256_of_file(record));
}

}  // namespace certus
