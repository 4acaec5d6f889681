#include "certus/record/merge_records.h"

#include <map>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/record/certification_log.h"
#include "certus/record/run_manifest.h"

namespace certus {
namespace {

struct Row {
  std::string line;
  std::size_t part = 0;
};

}  // namespace

std::size_t merge_records(const std::vector<std::filesystem::path>& parts,
                          const std::filesystem::path& output, Overwrite overwrite) {
  CERTUS_CHECK(!parts.empty());
  check_may_write(output, overwrite);
  std::optional<RunManifest> common;
  std::string header;
  std::map<std::int64_t, Row> rows;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const auto& path = parts[part];
    const auto manifest = read_manifest(path);
    if (!manifest) {
      fail(ErrorKind::kFile, manifest_path(path),
           ": no manifest of certus; expected the record of a run, of which ", path, " is a part");
    }
    if (common) check_same_manifest(path, *manifest, *common);
    common = manifest;
    read_log(path.string(), {.allow_no_rows = true});  // every row is whole and makes sense
    LineReader reader(path);
    std::string_view line;
    reader.next(line);
    header = line;
    while (reader.next(line)) {
      if (line.empty()) continue;
      const auto idx = parse_int(line.substr(0, line.find('\t')));
      if (!idx) fail(ErrorKind::kData, path, ':', reader.line_number(), ": expected idx as the first column");
      const auto [known, is_new] = rows.try_emplace(*idx, Row{std::string(line), part});
      if (!is_new) {
        fail(ErrorKind::kData, path, ':', reader.line_number(), ": image ", *idx, " stands in ",
             parts[known->second.part], ", too; expected parts of one run that have no image in common");
      }
    }
  }
  std::string text = header + '\n';
  for (const auto& [idx, row] : rows) text += row.line + '\n';
  write_manifest(output, *common, overwrite);
  write_file(output, text, overwrite);
  return rows.size();
}

}  // namespace certus
