#pragma once

#include <string_view>

namespace certus {

/// A text file that the build embedded in the program (cmake/embed_files.cmake).
struct EmbeddedFile {
  std::string_view name;  ///< its path below its folder, without the ending
  std::string_view content;
};

}  // namespace certus
