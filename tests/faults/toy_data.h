#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <random>
#include <string>

#include "support/temp_dir.h"

namespace certus::test {

/// A data set of two files, "a" and "b", that certus_fault_subject fetches.
constexpr std::size_t kToyBytes = 200'000;

inline std::string toy_content(char name) {
  std::mt19937 random(static_cast<std::mt19937::result_type>(name));
  std::string bytes(kToyBytes, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

/// The archive that they come in.
inline std::string toy_archive(const std::filesystem::path& path) {
  archive* writer = archive_write_new();
  archive_write_add_filter_gzip(writer);
  archive_write_set_format_ustar(writer);
  archive_write_open_filename(writer, path.c_str());
  for (const char name : {'a', 'b'}) {
    const std::string content = toy_content(name);
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, std::string(1, name).c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_write_header(writer, entry);
    archive_write_data(writer, content.data(), content.size());
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
  return content_of(path);
}

}  // namespace certus::test
