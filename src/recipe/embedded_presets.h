#pragma once

#include <span>
#include <string_view>

namespace certus {

/// A file of presets/ as the build embedded it in the program.
struct EmbeddedPreset {
  std::string_view name;     ///< its path below presets/ without ".toml"
  std::string_view content;  ///< TOML
};

/// All of them, by name. The source is made by cmake/embed_presets.cmake.
std::span<const EmbeddedPreset> embedded_presets();

}  // namespace certus
