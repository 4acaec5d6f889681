#pragma once

#include <string>

namespace certus {

/// A word as a shell reads it back.
std::string shell_word(const std::string& word);

}  // namespace certus
