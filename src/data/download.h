#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace certus {

/// One file on the network.
struct Download {
  std::string url;        ///< http or https; no other protocol is supported
  std::string file_name;  ///< in the folder that it is downloaded to
  std::string sha256;     ///< empty: the code that unpacks it has to check it
  std::int64_t max_bytes = 0;
};

/// Bytes so far and in total; the total is 0 while it is unknown.
using DownloadObserver = std::function<void(std::int64_t done, std::int64_t total)>;

/// Downloads into folder/file_name and returns that path. The file appears there only when it is complete and
/// has the right checksum. Until then it grows as file_name.part, which a later call continues. A part that
/// turns out to be wrong is deleted and downloaded once more from the beginning. Fails, naming the address,
/// when it is unreachable, on an answer other than success, a stall, too many bytes or a wrong checksum.
std::filesystem::path download(const Download& what, const std::filesystem::path& folder,
                               const DownloadObserver& observer);

}  // namespace certus
