#include "certus/certify/top_up.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/sha256.h"
#include "certus/logs/read_records.h"
#include "certus/procedure/procedures.h"

namespace certus {

void check_top_up(const std::filesystem::path& record, const RunManifest& before, const RunManifest& now) {
  const auto was = procedure_of(before, manifest_path(record).string());
  const auto is = procedure_of(now, "this run");
  if (was->kind().top_up_fields.empty()) was->check_top_up(*was, record.string());  // fails
  RunManifest expected = before;    // but for what draws that are added may change
  expected.fields = was->fields();  // with all that an older manifest does not say
  expected.budget.n = now.budget.n;
  expected.certus = now.certus;
  for (ManifestField& field : expected.fields) {
    for (const ManifestField& given : now.fields) {
      const auto& may_change = was->kind().top_up_fields;
      if (given.name == field.name && std::ranges::count(may_change, field.name) > 0) field = given;
    }
  }
  if (const auto differs = manifest_difference(expected, now)) {
    const std::string parameter = differs->field == "radii" ? "at" : differs->field;  // as a user names it
    const auto with = [&](const std::string& value) {
      return value == "missing" ? "without " + parameter : join_text("with ", parameter, ' ', value);
    };
    fail(ErrorKind::kConfig, Remedy{parameter}, record, ": was made ", with(differs->first),
         ", but this run is ", with(differs->second), "; draws can only be added with the same settings");
  }
  is->check_top_up(*was, record.string());
}

std::map<std::int64_t, CertificationRecord> records_to_top_up(const std::filesystem::path& record,
                                                              const RunManifest& before,
                                                              const std::vector<std::int64_t>& images) {
  std::map<std::int64_t, CertificationRecord> rows;
  const ProcedureKind* const kind = find_procedure_kind(before.procedure);
  CERTUS_CHECK(kind != nullptr);
  for (CertificationRecord& row : read_records(record, *kind)) {
    // New draws are numbered after n0 + n: with another n0 some would be drawn twice.
    if (row.n0 != before.n0) {
      fail(ErrorKind::kData, record, ": image ", row.idx, ": column 'n0': found '", row.n0, "', expected ",
           before.n0, " as in ", manifest_path(record));
    }
    rows.emplace(row.idx, std::move(row));
  }
  for (const std::int64_t index : images) {
    if (rows.contains(index)) continue;
    fail(ErrorKind::kData, record, ": has no image ", index,
         ", expected a finished record; resume it and let it finish first");
  }
  return rows;
}

std::string top_up_text(const std::filesystem::path& record, const RunManifest& before) {
  return join_text("n ", before.budget.n, ", sha256 ", sha256_of_file(record));
}

}  // namespace certus
