#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace certus {

/// Counts of correct draws from a NumPy file of shares, one value for each image: what the scripts of the ACR
/// paper's authors write and read. The file does not say how many draws an image had, so that is given. Fails
/// on a share that is not a whole number of draws out of that many, up to the rounding of float32, and when
/// the file has another number of images.
std::vector<std::int64_t> import_p_correct(const std::filesystem::path& path, std::int64_t samples,
                                           std::int64_t images);

}  // namespace certus
