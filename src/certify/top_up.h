#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

#include "certus/procedure/procedure.h"

namespace certus {

/// Adding draws to the images of a finished record. They are numbered on, so that none is drawn twice, and
/// alpha is that of the record: it has paid for every look already, or never will.

/// Fails, with the reason, unless a run with manifest `now` may add draws to a record with manifest `before`:
/// the procedure has to allow it (Procedure::check_top_up), and everything else, from the seed to the
/// network, has to be the same.
void check_top_up(const std::filesystem::path& record, const RunManifest& before, const RunManifest& now);

/// The rows of that record by image. Fails when one of `images` is not there, when a row does not follow from
/// its votes, and when it was not chosen on n0 draws.
std::map<std::int64_t, CertificationRecord> records_to_top_up(const std::filesystem::path& record,
                                                              const RunManifest& before,
                                                              const std::vector<std::int64_t>& images);

/// For the manifest: which record that was.
std::string top_up_text(const std::filesystem::path& record, const RunManifest& before);

}  // namespace certus
