#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "certus/base/file.h"

namespace certus {

/// New content for a file, written to a temporary file beside it and synced: all that a full disk can stop
/// is behind it. So files that belong together are all made first, and then put in place one by one.
class PreparedFile {
 public:
  /// Fails as write_file does.
  PreparedFile(std::filesystem::path path, std::string_view content, Overwrite overwrite);
  /// Removes the temporary file unless it was put in place.
  ~PreparedFile();
  PreparedFile(const PreparedFile&) = delete;
  PreparedFile& operator=(const PreparedFile&) = delete;

  /// Renames it. Who calls this syncs the folder afterwards.
  void put_in_place();

 private:
  std::filesystem::path path_;
  Overwrite overwrite_;
  std::string temporary_;  ///< empty: there is none, or not any more
  std::string content_;    ///< for a pipe or a device, which has no file to replace
};

/// Puts the names in the folder of a file on the disk: without that a machine that fails can forget a new
/// name, or remember the old file under it. Folders that cannot be opened or synced, as on some file systems,
/// are left alone.
void sync_folder_of(const std::filesystem::path& file);

}  // namespace certus
