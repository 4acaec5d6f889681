#pragma once

#include <span>

#include "certus/base/embedded_file.h"

namespace certus {

/// The TOML files of presets/, by name.
std::span<const EmbeddedFile> embedded_presets();

}  // namespace certus
