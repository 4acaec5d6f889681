#pragma once

#include <string>
#include <vector>

#include "certus/base/config.h"

namespace certus {

/// The names of the presets that the program has inside, in order: "cifar10/gaussian-0.50". The bases that
/// presets include are not among them: they set neither method nor sigma.
std::vector<std::string> preset_names();

/// The texts of a preset in the order in which they override each other. `name_or_path` is one of the names
/// above or a file that ends in ".toml".
///
/// `include = "base.toml"`, or a list of such names, includes other texts before its own: files beside the
/// one that includes them, or, from anywhere, "preset:cifar10/base" for a preset that is inside the program.
/// A text keeps its line numbers but loses that key. Fails on names and files that do not exist and on
/// includes that lead back to themselves.
std::vector<ConfigText> load_preset(const std::string& name_or_path);

}  // namespace certus
