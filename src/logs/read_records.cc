#include "certus/logs/read_records.h"

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"
#include "certus/logs/load_log.h"

namespace certus {
namespace {

/// A row that load_log has checked, but for the votes that chose the class, which prove nothing.
CertificationRecord record_of(std::string_view line, const RecordColumns& columns, const std::string& where) {
  const auto fields = split_text(line, '\t');
  constexpr std::size_t kN0 = 6;
  if (const auto n0 = parse_int(fields.at(kN0)); !n0 || *n0 < 0) {
    fail(ErrorKind::kData, where, ": column 'n0': found '", fields.at(kN0), "', expected a whole number");
  }
  const auto integer = [&](std::size_t column) { return parse_int(fields.at(column)).value(); };
  const auto number = [&](std::size_t column) { return parse_double(fields.at(column)).value(); };
  CertificationRecord record{.idx = integer(0),
                             .label = static_cast<int>(integer(1)),
                             .radius = number(3),
                             .seconds = parse_duration(fields.at(5)).value_or(0.0),
                             .n0 = integer(kN0),
                             .n = integer(7)};
  if (integer(2) >= 0) record.predicted = static_cast<int>(integer(2));
  for (const std::string_view entry : split_text(fields.at(8), ';')) {
    const auto parts = split_text(entry, ':');
    const std::int64_t votes = parse_int(parts.at(1)).value();
    if (parts.at(0) == "nan") {
      record.nan_votes = votes;
    } else {
      record.counts.push_back({static_cast<int>(parse_int(parts.at(0)).value()), votes});
    }
  }
  for (std::size_t i = 0; i < columns.extension.size(); ++i) record.extension.push_back(number(9 + i));
  return record;
}

}  // namespace

std::vector<CertificationRecord> read_records(const std::filesystem::path& path, const ProcedureKind& kind) {
  load_log(path.string());  // fails on rows that do not follow from their votes
  LineReader reader(path);
  std::string_view line;
  const std::string header = record_header(kind.columns);
  if (!kind.columns.has_radii || !reader.next(line) || line != header) {
    fail(ErrorKind::kData, path, ":1: expected the columns of procedure '", kind.name, "': ", header);
  }
  std::vector<CertificationRecord> records;
  while (reader.next(line)) {
    if (!line.empty())
      records.push_back(record_of(line, kind.columns, join_text(path, ':', reader.line_number())));
  }
  return records;
}

}  // namespace certus
