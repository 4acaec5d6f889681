#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "certus/base/error.h"

// What the targets share. A target takes any bytes and hands them to the function of the library that reads
// such a file. A certus::Error is an answer; everything else that leaves the function is a finding.

namespace certus::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Two files in one input: what is before and after the first line that is "%%%%".
std::pair<std::string_view, std::string_view> two_files(std::string_view input);

/// Writes the bytes to a file of that name in a folder of this process, and gives its path. The next input
/// replaces it.
std::filesystem::path as_file(const std::string& name, std::string_view content);

/// Removes such a file if it is there.
void without_file(const std::string& name);

template <typename Read>
void expect_errors_only(Read read) {
  try {
    read();
  } catch (const Error&) {  // the file is refused
  }
}

}  // namespace certus::fuzz
