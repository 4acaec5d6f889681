#pragma once

#include <string>

#include "certus/base/config.h"
#include "certus/data/known_datasets.h"

namespace certus {

/// The value of OpenOptions::data for one half of the data of a run: the name of a known data set, or the
/// subfolder train, val or test of a folder. Fails when data.name is neither.
std::string training_half(const Config& config, Split split);

}  // namespace certus
