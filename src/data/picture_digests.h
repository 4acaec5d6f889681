#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace certus {

/// The SHA-256 of each of the files of a folder, in hexadecimal. Reads them all, with all cores, the first
/// time. Later only those whose size or time of change differs from what a list in the folder says
/// (.certus-digests); where the folder cannot be written, there is no list.
/// @param names  below the folder
std::vector<std::string> picture_digests(const std::filesystem::path& folder,
                                         const std::vector<std::string>& names);

}  // namespace certus
