#include "certus/record/record_writer.h"

#include "certus/base/error.h"
#include "certus/base/file.h"

namespace certus {
namespace {

/// Bytes up to and including the last newline; what follows is a row torn by a kill.
std::uintmax_t whole_lines(const std::filesystem::path& path) {
  LineReader reader(path);
  std::string_view line;
  while (reader.next(line)) continue;
  return reader.whole_bytes();
}

std::string_view header_of(Procedure procedure) {
  if (procedure == Procedure::kPredict) return kPredictionHeader;
  if (procedure == Procedure::kCertifyRandomized) return kRandomizedHeader;
  if (procedure == Procedure::kCertifyTransfer) return kTransferHeader;
  return is_anytime(procedure) ? kAnytimeHeader : kRecordHeader;
}

}  // namespace

RecordWriter::RecordWriter(std::unique_ptr<AppendFile> file, Procedure procedure,
                           std::unordered_set<std::int64_t> done)
    : procedure_(procedure), file_(std::move(file)), done_(std::move(done)) {}

namespace {

void check_regular(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    fail(ErrorKind::kFile, path, ": is no regular file; a record grows in one that can be resumed");
  }
}

}  // namespace

RecordWriter RecordWriter::create(const std::filesystem::path& path, const RunManifest& manifest,
                                  Overwrite overwrite) {
  check_regular(path);
  check_may_write(path, overwrite);
  check_may_write(manifest_path(path), overwrite);
  // Locked and empty before the manifest changes: rows never stand under a manifest that is not theirs.
  auto file = std::make_unique<AppendFile>(path);
  file->cut(0);
  write_manifest(path, manifest, Overwrite::kAllow);
  file->append(header_of(manifest.procedure));
  return {std::move(file), manifest.procedure, {}};
}

RecordWriter RecordWriter::resume(const std::filesystem::path& path, const RunManifest& manifest,
                                  const ReadImages& read_images) {
  check_regular(path);
  const auto found = read_manifest(path);
  if (found) check_same_manifest(path, *found, manifest);
  if (!std::filesystem::exists(path))
    return create(path, manifest, found ? Overwrite::kAllow : Overwrite::kRefuse);
  if (!found) {
    fail(ErrorKind::kFile, manifest_path(path), ": no manifest of certus, so ", path,
         " cannot be resumed; move it away or write to another file");
  }
  auto file = std::make_unique<AppendFile>(path);  // locked: nobody adds a row from here on
  const std::uintmax_t keep = whole_lines(path);
  if (keep == 0) {
    file->cut(0);
    file->append(header_of(manifest.procedure));
    return {std::move(file), manifest.procedure, {}};
  }
  // Every whole row is read and checked before a byte is cut off: a file that is not the record it should be
  // stays as it is.
  std::unordered_set<std::int64_t> done = read_images(path);
  file->cut(keep);
  return {std::move(file), manifest.procedure, std::move(done)};
}

void RecordWriter::append(const CertificationRecord& record) {
  if (has(record.idx)) fail(ErrorKind::kData, "image ", record.idx, " is in the record already");
  CERTUS_CHECK(record.anytime.has_value() == is_anytime(procedure_));
  CERTUS_CHECK(record.paired.has_value() == (procedure_ == Procedure::kCertifyTransfer));
  CERTUS_CHECK(record.uniform.has_value() == (procedure_ == Procedure::kCertifyRandomized));
  file_->append(procedure_ == Procedure::kPredict ? prediction_row(record) : record_row(record));
  done_.insert(record.idx);
}

}  // namespace certus
