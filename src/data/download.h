#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace certus {

/// One file on the network.
struct Download {
  std::string url;        ///< http or https; nothing else is spoken
  std::string file_name;  ///< in the folder it is loaded to
  std::string sha256;     ///< empty: whoever unpacks it has to check
  std::int64_t max_bytes = 0;
};

/// Bytes so far and in all; all is 0 while unknown.
using DownloadObserver = std::function<void(std::int64_t done, std::int64_t total)>;

/// Loads into folder/file_name and returns that path. The file appears there only when it is complete and has
/// the checksum; until then it grows as file_name.part, from where a later call continues. A part that turns
/// out wrong is deleted and loaded once more from the beginning. Fails naming the address: unreachable, an
/// answer other than success, a stall, too many bytes, a wrong checksum.
std::filesystem::path download(const Download& what, const std::filesystem::path& folder,
                               const DownloadObserver& observer);

}  // namespace certus
