#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

#include "certus/record/certification_record.h"
#include "certus/record/run_manifest.h"

namespace certus {

/// Adding draws to the images of a finished record. They are numbered on, so that none is drawn twice, and
/// alpha is that of the record: it has paid for every look already, or never will have.

/// Fails, with the reason, unless a run of manifest `now` may go on from a record of manifest `before`:
///   - a fixed n was certified once, and alpha was spent on it: never;
///   - decisions by spending have spent alpha with their last look: n stays, and images that were given up go
///     on when a certificate is worth more draws than it was;
///   - decisions by mixture, and widths: always, to a larger n or another width.
/// All else, from the seed to the network, has to be the same.
void check_top_up(const std::filesystem::path& record, const RunManifest& before, const RunManifest& now);

/// The rows of that record by image. Fails when one of `images` is not there, when a row does not follow from
/// its votes, and when it was not chosen on n0 draws.
std::map<std::int64_t, CertificationRecord> records_to_top_up(const std::filesystem::path& record,
                                                              std::int64_t n0,
                                                              const std::vector<std::int64_t>& images);

/// For the manifest: which record that was.
std::string top_up_text(const std::filesystem::path& record, const RunManifest& before);

}  // namespace certus
