#pragma once

#include <string>
#include <vector>

namespace certus {

/// Names of classes, by label, for human readers. Empty when the data set is known but its classes
/// have only numbers.

/// The names of a data set as --data takes it: a known one, or a folder with one subfolder per class, in byte
/// order as in ImageFolder. Fails when it is neither.
std::vector<std::string> class_names(const std::string& data);

/// The names of the data set that a Dataset's identity() begins with ("cifar10 test, sha256 ..."), as found
/// in manifests; empty when that is not a known one.
std::vector<std::string> class_names_of_identity(const std::string& identity);

/// The names of the known data set that a folder of the path is named after
/// ("logs/cifar10/ours/noise_0.5.tsv"); empty when there is no such folder.
std::vector<std::string> class_names_of_path(const std::string& path);

}  // namespace certus
