#pragma once

#include <string>
#include <vector>

namespace certus {

/// A short name for the method of each log: its path without sigma, without the folders and the ending that
/// all methods share ("logs/ours/noise_0.5.tsv" beside "logs/gaussian/noise_0.5.tsv": "ours"). Logs of one
/// method at several sigmas get one name, other methods other names, none an empty one. A method alone is
/// called by its file, or by its folder where the file says no more than sigma.
std::vector<std::string> method_names(const std::vector<std::string>& paths);

}  // namespace certus
