#pragma once

#include <span>

#include "certus/base/embedded_file.h"

namespace certus {

/// The pages of help/, by the names of their commands.
std::span<const EmbeddedFile> embedded_help_pages();

}  // namespace certus
