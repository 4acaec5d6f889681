#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "certus/record/run_manifest.h"

namespace certus {

/// What is written into the manifest of a finished record, so that a later change of rows or fields is
/// noticed: `rows_sha256`, the SHA-256 of the record file, and `fields_sha256`, that of the other fields. It
/// shows damage and edits. It is not a signature: whoever forges a record can seal it anew.
void seal_record(const std::filesystem::path& record);
/// The manifest with the seal of a record file with this content.
std::string sealed_manifest_text(const RunManifest& manifest, std::string_view record);
/// Takes the seal away, because rows are to be added.
void unseal_record(const std::filesystem::path& record);

enum class SealState {
  kNone,           ///< not finished, or from before records were sealed
  kFits,           ///< rows and fields are those that the run ended with
  kRowsChanged,    ///< the record file is another one
  kFieldsChanged,  ///< the manifest is another one
};

/// Whether the seal of a record still fits. A manifest with half a seal has changed fields. kNone where there
/// is no manifest of ours.
SealState seal_state(const std::filesystem::path& record);

/// What to say of a record whose seal does not fit: which of the two files was changed.
std::string broken_seal_text(const std::filesystem::path& record, SealState state);

/// Fails with that text where the seal does not fit.
void check_seal(const std::filesystem::path& record);

}  // namespace certus
