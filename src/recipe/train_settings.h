#pragma once

#include <vector>

#include "certus/base/config.h"

namespace certus {

/// Every setting of training: those of the loop, then those of each method in the order of methods(). Epochs
/// count from 0 everywhere.
std::vector<Setting> train_settings();

}  // namespace certus
