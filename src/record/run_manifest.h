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

/// How a record was made; stored beside x.tsv as x.json. Two runs with equal manifests make equal records.
struct RunManifest {
  std::string procedure = "certify";  ///< what was done with every image: a name of procedure_kinds()
  Budget budget;
  std::int64_t n0 = 0;
  std::uint64_t seed = 0;
  std::string selection;      ///< which images of the data take part: "multiples of 20 of [0, 10000)"
  std::int64_t images = 0;    ///< the number of these images, all shards together; 0: not known
  std::int64_t classes = 0;   ///< of the model; 0: not known
  std::string model;          ///< what voted, with its checksum
  std::string data;           ///< which images, with their checksum
  std::string preprocessing;  ///< how pixels are prepared for the network
  std::string engine;         ///< what executed the network
  std::string precision;      ///< effective precision: int8 votes certify the int8 network
  /// Law and generator of the noise. Certificates that hold in floating point need a noise whose name begins
  /// with "sound". Records from before there was a choice have the noise given here.
  std::string noise = "gaussian, philox4x32-10";
  std::string noise_check;  ///< what the check of the noise before the run found; empty: there was none
  std::string certus;       ///< version that wrote the record

  std::vector<ManifestField> fields;  ///< of the procedure, in the order it defines
  friend bool operator==(const RunManifest&, const RunManifest&) = default;
};

/// The version text of this build, for RunManifest::certus.
std::string certus_version();

/// x.tsv -> x.json; a name without extension gets one.
std::filesystem::path manifest_path(const std::filesystem::path& record);

/// The content of a manifest file: JSON, even where a name is not UTF-8.
std::string manifest_text(const RunManifest& manifest);

void write_manifest(const std::filesystem::path& record, const RunManifest& manifest, Overwrite overwrite);

/// The manifest beside a record. Empty when there is no such file or when it is not one of ours.
/// Fails, naming the field, when it is ours but damaged. procedure_of checks whether the procedure and
/// the fields match.
std::optional<RunManifest> read_manifest(const std::filesystem::path& record);

/// The first field in which two manifests differ, with both values; empty when they are equal. The result of
/// the check of the noise is not a setting, so it is not compared.
struct ManifestDifference {
  std::string field, first, second;
};
std::optional<ManifestDifference> manifest_difference(const RunManifest& first, const RunManifest& second);

/// Fails, naming the field that differs, unless the manifest of the record to be resumed is the
/// one expected now.
void check_same_manifest(const std::filesystem::path& record, const RunManifest& found,
                         const RunManifest& expected);

}  // namespace certus
