#pragma once

#include <memory>

#include "certus/base/config.h"
#include "certus/train/method.h"

namespace certus {

/// "Average certified radius is a poor metric for randomized smoothing", 2025: training on easy images only.
/// Its loss is that of Gaussian training; what it adds (discarding, reweighting, noise attacked on its
/// sphere) concerns which images and which noise a step gets, has settings of its own and combines with any
/// method.
std::unique_ptr<Method> easy_focus_method(const Config& config);

}  // namespace certus
