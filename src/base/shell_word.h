#pragma once

#include <string>

namespace certus {

/// The word as a shell reads it back: as it is when it has plain characters only, else between single quotes.
std::string shell_word(const std::string& word);

}  // namespace certus
