#pragma once

#include <filesystem>

#include "certus/record/record_writer.h"

namespace certus {

/// A writer that continues a record, or begins it where there is none yet. Fails when the manifest differs
/// from that of the record (naming the field), when a whole row is damaged, and when a radius is not the one
/// that its votes prove. A torn last row is dropped.
RecordWriter resume_record(const std::filesystem::path& path, const RunManifest& manifest,
                           const RecordColumns& columns);

}  // namespace certus
