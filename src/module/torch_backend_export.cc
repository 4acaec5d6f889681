#include "certus/engine_torch/torch_engine.h"
#include "certus/module/torch_backend.h"
#include "certus/record/run_manifest.h"
#include "certus/train/attack_analysis.h"
#include "certus/train/gradient_norms.h"
#include "certus/train/loop.h"
#include "certus/train/step_loss.h"

namespace certus {
namespace {

class LinkedTorch final : public TorchBackend {
 public:
  std::unique_ptr<NetworkEngine> make_engine(const Graph& graph, const std::string& device,
                                             int micro_batch) const override {
    return make_torch_engine(graph, {.device = device, .micro_batch = micro_batch});
  }
  TrainingResult run_training(const TrainingJob& job) const override { return certus::run_training(job); }
  StepLoss cross_entropy_under_noise() const override { return certus::cross_entropy_under_noise(); }
  StepLoss last_epoch_loss(const Config& config, const Dataset& data) const override {
    return certus::last_epoch_loss(config, data);
  }
  std::vector<double> gradient_norms(const Graph& network, const ViewSource& views,
                                     std::span<const std::int64_t> images, const StepLoss& loss,
                                     const GradientParams& params,
                                     const EstimateControl& control) const override {
    return certus::gradient_norms(network, views, images, loss, params, control);
  }
  std::vector<AttackOutcome> analyse_attack(const Graph& network, const ViewSource& views,
                                            std::span<const std::int64_t> images,
                                            const AttackAnalysisParams& params,
                                            const EstimateControl& control) const override {
    return certus::analyse_attack(network, views, images, params, control);
  }
};

const LinkedTorch kBackend;
const std::string kVersion = certus_version();

}  // namespace
}  // namespace certus

// NOLINTBEGIN(readability-identifier-naming): the symbol that certus looks for in the module
extern "C" {
extern const certus::TorchBackendExport certus_torch_backend;
const certus::TorchBackendExport certus_torch_backend{.version = certus::kVersion.c_str(),
                                                      .backend = &certus::kBackend};
}
// NOLINTEND(readability-identifier-naming)
