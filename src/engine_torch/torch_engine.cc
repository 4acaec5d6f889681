#include "certus/engine_torch/torch_engine.h"

#include <c10/core/InferenceMode.h>
#include <torch/version.h>

#include <algorithm>

#include "certus/base/error.h"
#include "certus/engine_torch/torch_device.h"
#include "certus/engine_torch/torch_module.h"
#include "certus/engine_torch/torch_threads.h"
#include "certus/kernels/onednn_runtime.h"
#include "certus/model/fold_batch_norm.h"

namespace certus {
namespace {

/// Images per micro-batch. The number is a function of the model alone, so that every run of the model rounds
/// alike. On a CPU it is 32 for small images and smaller for large ones, because activations should stay in
/// the cache and memory should stay bounded.
int micro_batch_of(const Graph& graph, const at::Device& device) {
  constexpr std::int64_t kSmallImage = 3072;  // 3x32x32
  const std::int64_t images = 32 * kSmallImage / element_count(graph.input_shape());
  return static_cast<int>(std::clamp<std::int64_t>(images, 4, 32) * (device.is_cuda() ? 16 : 1));
}

EngineInfo info_of(const Graph& graph, const at::Device& device, int micro_batch) {
  const std::string unit = device.is_cpu() ? join_text("cpu ", onednn_instruction_set()) : device.str();
  const Shape& shape = graph.input_shape();
  return {.name = join_text("torch ", TORCH_VERSION, " (", unit, ", micro-batch ", micro_batch, ')'),
          .precision = "float32",
          .shape = {shape[0], shape[1], shape[2]},
          .num_classes = static_cast<int>(graph.output_shape()[0]),
          .micro_batch = micro_batch};
}

class TorchEngine : public NetworkEngine {
 public:
  TorchEngine(const Graph& graph, const at::Device& device, int micro_batch)
      : NetworkEngine(info_of(graph, device, micro_batch)),
        module_(fold_batch_norm(graph), device),
        device_(device),
        sizes_{micro_batch, info().shape.channels, info().shape.height, info().shape.width} {
    // The function must be fixed: no kernels are chosen by timing, and no mantissas are shortened.
    at::globalContext().setBenchmarkCuDNN(false);
    at::globalContext().setDeterministicCuDNN(true);
    at::globalContext().setAllowTF32CuDNN(false);
    at::globalContext().setAllowTF32CuBLAS(false);
  }

 private:
  void forward(std::span<const float> images, std::span<float> logits) override {
    const c10::InferenceMode guard;
    thread_local const bool threads_are_set = (set_torch_threads(1), true);
    static_cast<void>(threads_are_set);
    // from_blob takes no const pointer; nothing writes to the input, because no operation owns it.
    const at::Tensor input = at::from_blob(const_cast<float*>(images.data()), sizes_, at::kFloat);
    // Channels last, as the weights are: convolutions then need not reorder what they read and write.
    const at::Tensor output =
        module_
            .forward(input.to(device_).contiguous(at::MemoryFormat::ChannelsLast), TorchModule::Mode::kEval)
            .to(at::kCPU)
            .contiguous();
    CERTUS_CHECK(output.numel() == static_cast<std::int64_t>(logits.size()));
    std::copy_n(output.data_ptr<float>(), logits.size(), logits.data());
  }

  TorchModule module_;
  at::Device device_;
  std::vector<std::int64_t> sizes_;
};

}  // namespace

std::unique_ptr<NetworkEngine> make_torch_engine(const Graph& graph, const TorchEngineOptions& options) {
  set_torch_threads(1);
  check_classifier(graph, "torch engine");
  const at::Device device = torch_device(options.device);
  CERTUS_CHECK(options.micro_batch >= 0);
  const int micro_batch = options.micro_batch > 0 ? options.micro_batch : micro_batch_of(graph, device);
  return std::make_unique<TorchEngine>(graph, device, micro_batch);
}

}  // namespace certus
