#pragma once

#include <filesystem>
#include <vector>

namespace certus {

/// The numbers of a NumPy file (.npy, format version 1) that holds one row of little-endian float32 or
/// float64. Fails on everything else, naming what was found, and on a file that is shorter or longer than its
/// header says.
std::vector<double> read_npy(const std::filesystem::path& path);

}  // namespace certus
