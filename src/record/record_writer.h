#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_set>

#include "certus/base/append_file.h"
#include "certus/record/certification_record.h"
#include "certus/record/run_manifest.h"

namespace certus {

/// Writes a record file with its manifest, one image at a time, so that a run can be stopped at any
/// point and resumed.
class RecordWriter {
 public:
  /// Starts a record. Fails when the record or its manifest exists and `overwrite` refuses to replace it.
  static RecordWriter create(const std::filesystem::path& path, const RunManifest& manifest,
                             const RecordColumns& columns, Overwrite overwrite);

  /// Returns the images of the whole rows of a record. Fails when one of the rows is damaged.
  using ReadImages = std::function<std::unordered_set<std::int64_t>(const std::filesystem::path& path)>;

  /// Continues a record: drops an incomplete last row, and fails when the manifest differs, naming the field.
  /// A record that does not exist yet is created. Nothing is changed before `read_images` has accepted the
  /// rows. resume_record (logs layer) calls this with our own reader.
  static RecordWriter resume(const std::filesystem::path& path, const RunManifest& manifest,
                             const RecordColumns& columns, const ReadImages& read_images);

  /// Appends and flushes one row. Fails on a disk error and when the image is already there.
  void append(const CertificationRecord& record);
  /// Returns when all rows are on the disk.
  void sync() { file_->sync(); }

  /// Seals the record (record_seal.h): its run has ended with all rows.
  void finish();

  bool has(std::int64_t idx) const { return done_.contains(idx); }
  std::size_t rows() const { return done_.size(); }

 private:
  RecordWriter(std::filesystem::path path, std::unique_ptr<AppendFile> file, RecordColumns columns,
               std::unordered_set<std::int64_t> done);

  std::filesystem::path path_;
  RecordColumns columns_;
  std::unique_ptr<AppendFile> file_;
  bool is_sealed_ = false;
  std::unordered_set<std::int64_t> done_;
};

}  // namespace certus
