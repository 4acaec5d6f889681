#pragma once

#include <string>
#include <vector>

namespace certus {

/// Names of classes, by label, for people to read. Empty: the data set is known, but its classes have numbers
/// only.

/// Of a data set as --data takes it: a known one, or a folder with a subfolder for each class, in byte order
/// as in ImageFolder. Fails when it is neither.
std::vector<std::string> class_names(const std::string& data);

/// Of the data set that a Dataset's identity() begins with ("cifar10 test, sha256 ..."), as manifests have
/// it; empty where that is not a known one.
std::vector<std::string> class_names_of_identity(const std::string& identity);

/// Of the known data set after which a folder of the path is called ("logs/cifar10/ours/noise_0.5.tsv");
/// empty where none is.
std::vector<std::string> class_names_of_path(const std::string& path);

}  // namespace certus
