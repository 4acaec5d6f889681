#pragma once

#include <string>
#include <vector>

#include "certus/base/error.h"

namespace certus::cli {

/// What the program adds to a message of the library, which names parameters and no options: "; give
/// --sigma", or the command that makes what is missing. Empty when the error has no remedy, or when the
/// command in `words` has no option for it.
/// @param words  those of the command line, as run() takes them
std::string hint_of(const Error& error, const std::vector<std::string>& words);

}  // namespace certus::cli
