#include "certus/record/record_writer.h"

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/record/certification_log.h"

namespace certus {
namespace {

/// Bytes up to and including the last newline; what follows is a row torn by a kill.
std::uintmax_t whole_lines(const std::filesystem::path& path) {
  LineReader reader(path);
  std::string_view line;
  while (reader.next(line)) continue;
  return reader.whole_bytes();
}

}  // namespace

RecordWriter::RecordWriter(const std::filesystem::path& path, Procedure procedure, std::uintmax_t keep_bytes,
                           std::unordered_set<std::int64_t> done)
    : procedure_(procedure), file_(std::make_unique<AppendFile>(path, keep_bytes)), done_(std::move(done)) {
  if (keep_bytes == 0) file_->append(procedure == Procedure::kPredict ? kPredictionHeader : kRecordHeader);
}

RecordWriter RecordWriter::create(const std::filesystem::path& path, const RunManifest& manifest,
                                  Overwrite overwrite) {
  check_may_write(path, overwrite);
  // The manifest first: a record without one could not be resumed.
  write_manifest(path, manifest, overwrite);
  return {path, manifest.procedure, 0, {}};
}

RecordWriter RecordWriter::resume(const std::filesystem::path& path, const RunManifest& manifest) {
  const auto found = read_manifest(path);
  if (!std::filesystem::exists(path)) {
    if (found) check_same_manifest(path, *found, manifest);
    return create(path, manifest, found ? Overwrite::kAllow : Overwrite::kRefuse);
  }
  if (!found) {
    fail(ErrorKind::kFile, manifest_path(path), ": no manifest of certus, so ", path,
         " cannot be resumed; move it away or write to another file");
  }
  check_same_manifest(path, *found, manifest);
  const std::uintmax_t keep = whole_lines(path);
  if (keep == 0) return {path, manifest.procedure, 0, {}};
  // Every whole row is read before a byte is cut off: a file that is not the record it should be stays as it
  // is.
  const CertificationLog log = read_log(path, {.allow_no_rows = true, .drop_torn_row = true});
  return {path, manifest.procedure, keep, {log.idx.begin(), log.idx.end()}};
}

void RecordWriter::append(const CertificationRecord& record) {
  if (has(record.idx)) fail(ErrorKind::kData, "image ", record.idx, " is in the record already");
  file_->append(procedure_ == Procedure::kPredict ? prediction_row(record) : record_row(record));
  done_.insert(record.idx);
}

}  // namespace certus
