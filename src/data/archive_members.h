#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace certus {

/// A file inside an archive, by its exact name there, of at most max_bytes.
struct ArchiveMember {
  std::string name;
  std::int64_t max_bytes = 0;
};

/// Passes each wanted member of a .tar.gz to `take`, in the order of the archive. Nothing is ever written
/// under a name from the archive; all other members are skipped. Fails, naming the archive, when it is
/// damaged, or when a wanted member is missing, appears twice, is not a regular file or is too large.
void read_archive_members(const std::filesystem::path& archive, const std::vector<ArchiveMember>& wanted,
                          const std::function<void(const std::string& name, std::string content)>& take);

}  // namespace certus
