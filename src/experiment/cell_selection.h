#pragma once

#include <string>
#include <vector>

#include "certus/experiment/experiment.h"

namespace certus {

/// By cell: whether one of the patterns fits it. A pattern is the name of a cell, or its place, with or
/// without the data set in front and with the stars of a shell: "easy-focus/*/seed-0". Without patterns all
/// cells fit. Fails on a pattern that fits none, and lists the names.
std::vector<bool> select_cells(const Experiment& experiment, const std::vector<std::string>& patterns);

}  // namespace certus
