#include "certus/record/record_writer.h"

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/record/record_seal.h"

namespace certus {
namespace {

/// Number of bytes up to and including the last newline. What follows is a row that was cut off when the
/// process was killed.
std::uintmax_t whole_lines(const std::filesystem::path& path) {
  LineReader reader(path);
  std::string_view line;
  while (reader.next(line)) continue;
  return reader.whole_bytes();
}

void check_regular(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    fail(ErrorKind::kFile, path, ": is not a regular file; a record needs one, so that it can be resumed");
  }
}

}  // namespace

RecordWriter::RecordWriter(std::filesystem::path path, std::unique_ptr<AppendFile> file,
                           RecordColumns columns, std::unordered_set<std::int64_t> done)
    : path_(std::move(path)), columns_(std::move(columns)), file_(std::move(file)), done_(std::move(done)) {}

RecordWriter RecordWriter::create(const std::filesystem::path& path, const RunManifest& manifest,
                                  const RecordColumns& columns, Overwrite overwrite) {
  check_regular(path);
  check_may_write(path, overwrite);
  check_may_write(manifest_path(path), overwrite);
  // The file is locked and empty before the manifest changes: rows never stand under a manifest that
  // is not theirs.
  auto file = std::make_unique<AppendFile>(path);
  file->cut(0);
  write_manifest(path, manifest, Overwrite::kAllow);
  file->append(record_header(columns));
  return {path, std::move(file), columns, {}};
}

RecordWriter RecordWriter::resume(const std::filesystem::path& path, const RunManifest& manifest,
                                  const RecordColumns& columns, const ReadImages& read_images) {
  check_regular(path);
  const auto found = read_manifest(path);
  if (found) check_same_manifest(path, *found, manifest);
  if (!std::filesystem::exists(path))
    return create(path, manifest, columns, found ? Overwrite::kAllow : Overwrite::kRefuse);
  // An empty one without manifest is a run that ended while it began.
  if (!found && std::filesystem::is_empty(path)) return create(path, manifest, columns, Overwrite::kAllow);
  if (!found) {
    fail(ErrorKind::kFile, manifest_path(path), ": no manifest of certus, so ", path,
         " cannot be resumed; move it away or write to another file");
  }
  auto file = std::make_unique<AppendFile>(path);  // locked: from here on nobody else adds a row
  const std::uintmax_t keep = whole_lines(path);
  if (keep == 0) {
    file->cut(0);
    file->append(record_header(columns));
    return {path, std::move(file), columns, {}};
  }
  // Every whole row is read and checked before anything is cut off: a file that is not the expected record
  // stays as it is.
  std::unordered_set<std::int64_t> done = read_images(path);
  file->cut(keep);
  RecordWriter writer(path, std::move(file), columns, std::move(done));
  writer.is_sealed_ = seal_state(path) != SealState::kNone;
  return writer;
}

void RecordWriter::append(const CertificationRecord& record) {
  if (has(record.idx)) fail(ErrorKind::kData, "image ", record.idx, " is in the record already");
  if (is_sealed_) unseal_record(path_);  // first: rows never stand under a seal that is not theirs
  is_sealed_ = false;
  file_->append(record_row(record, columns_));
  done_.insert(record.idx);
}

void RecordWriter::finish() {
  if (!is_sealed_) seal_record(path_);
  is_sealed_ = true;
}

}  // namespace certus
