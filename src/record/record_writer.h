#pragma once

#include <filesystem>
#include <optional>
#include <unordered_set>

#include "certus/base/append_file.h"
#include "certus/record/certification_record.h"
#include "certus/record/run_manifest.h"

namespace certus {

/// Writes a record file with its manifest, one image at a time, so that a run can be stopped anywhere and
/// resumed. The manifest's procedure decides on the columns.
class RecordWriter {
 public:
  /// Starts a record. Fails when the record or its manifest exists and `overwrite` refuses it.
  static RecordWriter create(const std::filesystem::path& path, const RunManifest& manifest,
                             Overwrite overwrite);

  /// Goes on with a record: drops a torn last row, fails when the manifest differs (naming the field) or a
  /// whole row is damaged. A record that does not exist yet is created.
  static RecordWriter resume(const std::filesystem::path& path, const RunManifest& manifest);

  /// Appends and flushes one row. Fails on a disk error and on an image already there.
  void append(const CertificationRecord& record);

  bool has(std::int64_t idx) const { return done_.contains(idx); }
  std::size_t rows() const { return done_.size(); }

 private:
  RecordWriter(std::unique_ptr<AppendFile> file, Procedure procedure, std::unordered_set<std::int64_t> done);

  Procedure procedure_;
  std::unique_ptr<AppendFile> file_;
  std::unordered_set<std::int64_t> done_;
};

}  // namespace certus
