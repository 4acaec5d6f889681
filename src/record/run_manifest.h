#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "certus/base/file.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// A value of a manifest that one procedure has and others do not.
using ManifestValue = std::variant<std::int64_t, double, std::string, std::vector<double>>;
struct ManifestField {
  std::string name;
  ManifestValue value;
  friend bool operator==(const ManifestField&, const ManifestField&) = default;
};

/// What a record was made with; stands beside x.tsv as x.json. Two runs with equal manifests make equal
/// records.
struct RunManifest {
  std::string procedure = "certify";  ///< what was done with every image: a name of procedure_kinds()
  Budget budget;
  std::int64_t n0 = 0;
  std::uint64_t seed = 0;
  std::string selection;      ///< which images of the data take part: "multiples of 20 of [0, 10000)"
  std::int64_t images = 0;    ///< how many these are, all shards together; 0: not known
  std::int64_t classes = 0;   ///< of the model; 0: not known
  std::string model;          ///< what voted, with its checksum
  std::string data;           ///< which images, with their checksum
  std::string preprocessing;  ///< the contract between pixels and network
  std::string engine;         ///< what executed the network
  std::string precision;      ///< effective precision: int8 votes certify the int8 network
  /// Law and generator of the noise; "sound ..." is what certificates need that hold in floating point.
  /// Records from before there was a choice have this one.
  std::string noise = "gaussian, philox4x32-10";
  std::string noise_check;  ///< what the look at the noise before the run found; empty: there was none
  std::string certus;       ///< version that wrote the record

  std::vector<ManifestField> fields;  ///< of the procedure, in its order
  friend bool operator==(const RunManifest&, const RunManifest&) = default;
};

/// The version text of this build, for RunManifest::certus.
std::string certus_version();

/// x.tsv -> x.json; a name without extension gets one.
std::filesystem::path manifest_path(const std::filesystem::path& record);

/// The content of a manifest's file: JSON, also where a name is no UTF-8.
std::string manifest_text(const RunManifest& manifest);

void write_manifest(const std::filesystem::path& record, const RunManifest& manifest, Overwrite overwrite);

/// The manifest beside a record. Empty when there is no such file or it is not one of ours; fails, naming the
/// field, when it is ours but damaged. Whether procedure and fields fit each other, procedure_of tells.
std::optional<RunManifest> read_manifest(const std::filesystem::path& record);

/// The first field in which two manifests differ, with both values; empty when they are equal. What a look at
/// the noise found is no setting: it is not compared.
struct ManifestDifference {
  std::string field, first, second;
};
std::optional<ManifestDifference> manifest_difference(const RunManifest& first, const RunManifest& second);

/// Fails, naming that field, unless the manifest of a record to be resumed is the one expected now.
void check_same_manifest(const std::filesystem::path& record, const RunManifest& found,
                         const RunManifest& expected);

}  // namespace certus
