#include "certus/engine_onednn/onednn_engine.h"

#include <algorithm>

#include "certus/base/clock.h"
#include "certus/base/error.h"
#include "certus/engine_onednn/float_program.h"
#include "certus/kernels/onednn_runtime.h"

namespace certus {
namespace {

/// Images per second with micro-batches of this size; the best of several measurements.
double speed(const std::shared_ptr<const Program>& program, int images, std::size_t classes) {
  ProgramRun run(program, images);
  const std::vector<float> image(static_cast<std::size_t>(images) * program->values[0].bytes / sizeof(float),
                                 0.5F);
  std::vector<float> logits(static_cast<std::size_t>(images) * classes);
  constexpr double kSeconds = 0.01;
  const SteadyClock clock;
  double best = 0.0;
  const double begin = clock.seconds();
  do {
    const double before = clock.seconds();
    run.run(images, image.data(), logits.data());
    best = std::max(best, images / (clock.seconds() - before));
  } while (clock.seconds() - begin < kSeconds);
  return best;
}

/// Small micro-batches keep activations in the cache; large ones read the weights less often. Larger sizes
/// are tried as long as they are faster by more than the uncertainty of a measurement.
int best_micro_batch(const std::shared_ptr<const Program>& program, std::size_t classes) {
  constexpr int kMost = 32;
  constexpr double kWorthwhile = 1.01;
  speed(program, 1, classes);  // lets the processor reach its full speed
  int best = 1;
  double best_speed = speed(program, 1, classes);
  for (int images = 2; images <= kMost && images <= 4 * best; images *= 2) {
    const double here = speed(program, images, classes);
    if (here < kWorthwhile * best_speed) continue;
    best = images;
    best_speed = here;
  }
  return best;
}

class OnednnEngine : public NetworkEngine {
 public:
  explicit OnednnEngine(const OnednnNetwork& network)
      : NetworkEngine(network.info), run_(network.program, network.info.micro_batch) {}

 private:
  void forward(std::span<const float> images, std::span<float> logits) override {
    run_.run(info().micro_batch, images.data(), logits.data());
  }

  ProgramRun run_;
};

std::string fallback_text(const Program& program) {
  std::string text;
  for (const std::string& name : program.fallbacks)
    text += (text.empty() ? ", plain loops for " : ", ") + name;
  return text;
}

OnednnNetwork network_of(const std::shared_ptr<const Program>& program, const Graph& graph,
                         const std::string& name, const std::string& precision, int micro_batch) {
  CERTUS_CHECK(micro_batch >= 0);
  const Shape& shape = graph.input_shape();
  const auto classes = static_cast<std::size_t>(graph.output_shape()[0]);
  return {.program = program,
          .info = {.name = name,
                   .precision = precision,
                   .shape = {shape[0], shape[1], shape[2]},
                   .num_classes = static_cast<int>(classes),
                   .micro_batch = micro_batch > 0 ? micro_batch : best_micro_batch(program, classes),
                   .is_one_function = true}};  // every step treats an image alike at any place
}

}  // namespace

OnednnNetwork make_onednn_network(const Graph& graph, int micro_batch) {
  check_classifier(graph, "onednn engine");
  keep_onednn_from_amx();
  auto program = std::make_shared<const Program>(make_float_program(lower(graph)));
  const std::string name = join_text("onednn ", onednn_version(), " (cpu ", onednn_instruction_set(),
                                     fallback_text(*program), ')');
  return network_of(program, graph, name, "float32", micro_batch);
}

OnednnNetwork make_int8_network(const Graph& graph, const Calibration& calibration, int micro_batch,
                                IntegerKernels kernels) {
  check_classifier(graph, "int8 network");
  keep_onednn_from_amx();
  const LoweredNetwork network = lower(graph);
  check_scales(network, calibration.scales);
  auto program = std::make_shared<const Program>(
      make_integer_program(network, calibration.scales, calibration.image_range, kernels));
  // The name says nothing about the machine, because the machine has no influence on the votes.
  const std::string name =
      join_text("onednn, integers (exact on every machine", fallback_text(*program), ')');
  return network_of(program, graph, name, join_text("int8, scales sha256 ", digest_of(calibration)),
                    micro_batch);
}

std::unique_ptr<NetworkEngine> make_onednn_engine(const OnednnNetwork& network) {
  return std::make_unique<OnednnEngine>(network);
}

}  // namespace certus
