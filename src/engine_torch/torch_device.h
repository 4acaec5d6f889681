#pragma once

#include <ATen/ATen.h>

#include <string>

namespace certus {

/// "cpu", "cuda" or "cuda:1". Fails on other names and where libtorch lacks the device.
at::Device torch_device(const std::string& name);

}  // namespace certus
