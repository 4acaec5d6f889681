#pragma once

#include <stdexcept>
#include <string>

#include "support/shared_files.h"

namespace certus::test {

inline std::string bytes_of_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

/// One of the small encoded pictures (19x13) of tests/golden/pillow.json.
inline std::string encoded_picture(const std::string& name) {
  for (const auto& row : read_rows(golden_file("pillow.json"), "encoded")) {
    if (row["name"] == name) return bytes_of_hex(row["hex"]);
  }
  throw std::logic_error("no picture " + name);
}

}  // namespace certus::test
