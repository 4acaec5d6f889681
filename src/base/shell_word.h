#pragma once

#include <string>

namespace certus {

/// The word quoted so that a shell reads it back unchanged.
std::string shell_word(const std::string& word);

}  // namespace certus
