#pragma once

#include <string>
#include <vector>

namespace certus {

/// A short name for the method of each log: what is left of its path without sigma, without the seed of
/// training, without what all methods share, and without the folders in front that are not needed to tell the
/// methods apart ("logs/ours/noise_0.5.tsv" beside "logs/gaussian/noise_0.5.tsv": "ours"). Logs of one method
/// at several sigmas and seeds (method_path) get one name, other methods other names, none an empty one. A
/// method alone is called by its file, or by its folder where the file says no more than sigma. Folders
/// called KEY=VALUE stay behind the folder they are in ("easy-focus/sphere_attack.steps=4").
std::vector<std::string> method_names(const std::vector<std::string>& paths);

}  // namespace certus
