#pragma once

#include <memory>

#include "certus/base/config.h"
#include "certus/train/method.h"

namespace certus {

std::unique_ptr<Method> make_gaussian();

/// Cohen, Rosenfeld and Kolter, "Certified adversarial robustness via randomized smoothing", 2019: cross
/// entropy under noise, mean over all copies.
std::unique_ptr<Method> gaussian_method(const Config& config);

}  // namespace certus
