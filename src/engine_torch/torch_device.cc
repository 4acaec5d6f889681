#include "certus/engine_torch/torch_device.h"

#include "certus/base/error.h"

namespace certus {

at::Device torch_device(const std::string& name) {
  at::Device device(at::kCPU);
  try {
    device = at::Device(name);
  } catch (const c10::Error&) {
    fail(ErrorKind::kConfig, "device '", name, "' is not known, expected cpu, cuda or cuda:1");
  }
  if (device.is_cuda() && !at::hasCUDA()) {
    fail(ErrorKind::kConfig, "device '", name, "': this libtorch has no CUDA, or there is no GPU; use cpu");
  }
  if (!device.is_cuda() && !device.is_cpu()) {
    fail(ErrorKind::kConfig, "device '", name, "' is not supported, expected cpu or cuda");
  }
  return device;
}

}  // namespace certus
