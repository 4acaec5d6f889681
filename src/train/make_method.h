#pragma once

#include <memory>

#include "certus/base/config.h"
#include "certus/train/method.h"

namespace certus {

/// The method that `train.method` names, made of its settings. Fails on settings that do not fit it.
std::unique_ptr<Method> make_method(const Config& config);

}  // namespace certus
