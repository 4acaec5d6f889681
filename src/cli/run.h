#pragma once

#include <string>
#include <vector>

namespace certus::cli {

/// Runs the program with the words after its name. Prints; returns the exit code: 0 done, 1 the user can fix
/// it, 2 internal error. Nothing is thrown.
int run(const std::vector<std::string>& words);

}  // namespace certus::cli
