#include "certus/logs/merge_records.h"

#include <map>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/prepared_file.h"
#include "certus/logs/load_log.h"
#include "certus/record/record_seal.h"
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
  std::error_code none;
  if (std::filesystem::exists(output, none) && !std::filesystem::is_regular_file(output, none)) {
    fail(ErrorKind::kFile, output, ": is not a regular file; a record and its manifest need one");
  }
  check_may_write(output, overwrite);
  std::optional<RunManifest> common;
  std::string header;
  std::map<std::int64_t, Row> rows;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const auto& path = parts[part];
    const auto manifest = read_manifest(path);
    if (!manifest) {
      fail(ErrorKind::kFile, manifest_path(path), ": no manifest of certus, so ", path,
           " is not a record of certus; expected the parts of a run");
    }
    if (common) {
      if (const auto differs = manifest_difference(*common, *manifest)) {
        fail(ErrorKind::kConfig, manifest_path(path), ": field '", differs->field, "' is ", differs->second,
             ", but ", differs->first, " in ", manifest_path(parts.front()), "; expected parts of one run");
      }
    }
    common = manifest;
    load_log(path.string(), {}, {.allow_no_rows = true});  // every row is whole and proven by its votes
    LineReader reader(path);
    std::string_view line;
    reader.next(line);
    if (!header.empty() && header != line) {
      fail(ErrorKind::kData, path, ":1: columns '", line, "', expected '", header, "' as in ", parts.front());
    }
    header = line;
    while (reader.next(line)) {
      if (line.empty()) continue;
      const auto idx = parse_int(line.substr(0, line.find('\t')));
      if (!idx) fail(ErrorKind::kData, path, ':', reader.line_number(), ": expected idx as the first column");
      const auto [known, is_new] = rows.try_emplace(*idx, Row{std::string(line), part});
      if (!is_new) {
        fail(ErrorKind::kData, path, ':', reader.line_number(), ": image ", *idx, " is also in ",
             parts[known->second.part], "; expected parts of one run that have no image in common");
      }
    }
  }
  if (common->images > 0 && static_cast<std::int64_t>(rows.size()) != common->images) {
    fail(ErrorKind::kData, "the parts hold ", rows.size(), " of ", common->images, " images (",
         common->selection, "); a part is missing, or one was interrupted and must be resumed first");
  }
  std::string text = header + '\n';
  for (const auto& [idx, row] : rows) text += row.line + '\n';
  // Both are on the disk before either replaces an old one. A record without manifest cannot be resumed
  // under a wrong one, so the old manifest goes first and the new one comes last.
  PreparedFile record(output, text, overwrite);
  PreparedFile manifest(manifest_path(output), sealed_manifest_text(*common, text), overwrite);
  std::error_code ignored;
  std::filesystem::remove(manifest_path(output), ignored);
  record.put_in_place();
  manifest.put_in_place();
  sync_folder_of(output);
  return rows.size();
}

}  // namespace certus
