#pragma once

#include <unistd.h>

#include <cstddef>
#include <string>

namespace certus::cli {

/// Columns for lines of text: those of the terminal behind the file descriptor, at least 40; 100 where it is
/// none or does not say.
std::size_t output_columns(int descriptor = STDOUT_FILENO);

/// Prints a sentence on standard output, in lines that fit it, with a line break at its end. Control
/// characters in it become blanks.
void print_sentence(const std::string& text);

}  // namespace certus::cli
