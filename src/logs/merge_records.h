#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "certus/base/file.h"

namespace certus {

/// Joins records of parts of one run into the record that one process would have written: rows by idx, the
/// common manifest beside them. Fails, naming file and field, when the manifests differ, when an image stands
/// in two parts or in none, or when a part is damaged. Returns the number of rows.
std::size_t merge_records(const std::vector<std::filesystem::path>& parts,
                          const std::filesystem::path& output, Overwrite overwrite);

}  // namespace certus
