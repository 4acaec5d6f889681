#pragma once

#include "certus/train/methods.h"

namespace certus {

std::unique_ptr<Method> make_gaussian();

/// Cohen, Rosenfeld and Kolter, "Certified adversarial robustness via randomized smoothing", 2019: cross
/// entropy under noise, mean over all copies.
MethodEntry gaussian_method();

}  // namespace certus
