#include "certus/logs/resume_record.h"

#include "certus/logs/load_log.h"

namespace certus {

RecordWriter resume_record(const std::filesystem::path& path, const RunManifest& manifest,
                           const RecordColumns& columns) {
  return RecordWriter::resume(path, manifest, columns, [](const std::filesystem::path& record) {
    const LoadedLog loaded = load_log(record.string(), {}, {.allow_no_rows = true, .drop_torn_row = true});
    return std::unordered_set<std::int64_t>(loaded.log.idx.begin(), loaded.log.idx.end());
  });
}

}  // namespace certus
