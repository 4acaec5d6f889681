#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "certus/engine/network_engine.h"
#include "certus/model/graph.h"
#include "certus/recipe/gradient_study.h"
#include "certus/recipe/p_correct.h"
#include "certus/recipe/step_loss.h"
#include "certus/recipe/training_job.h"

namespace certus {

/// Everything that needs libtorch, behind one interface.
///
/// libtorch brings almost 300 shared libraries, and loading them takes longer than most commands run. So the
/// program does not link it: a shared library beside the program implements this interface, and
/// torch_backend() loads it when something asks for it.
class TorchBackend {
 public:
  virtual ~TorchBackend() = default;

  /// make_torch_engine (engine_torch/torch_engine.h).
  virtual std::unique_ptr<NetworkEngine> make_engine(const Graph& graph, const std::string& device,
                                                     int micro_batch) const = 0;
  /// run_training (train/loop.h).
  virtual TrainingResult run_training(const TrainingJob& job) const = 0;
  /// cross_entropy_under_noise and last_epoch_loss (train/step_loss.h).
  virtual StepLoss cross_entropy_under_noise() const = 0;
  virtual StepLoss last_epoch_loss(const Config& config, const Dataset& data) const = 0;
  /// gradient_norms (train/gradient_norms.h).
  virtual std::vector<double> gradient_norms(const Graph& network, const ViewSource& views,
                                             std::span<const std::int64_t> images, const StepLoss& loss,
                                             const GradientParams& params,
                                             const EstimateControl& control) const = 0;
  /// analyse_attack (train/attack_analysis.h).
  virtual std::vector<AttackOutcome> analyse_attack(const Graph& network, const ViewSource& views,
                                                    std::span<const std::int64_t> images,
                                                    const AttackAnalysisParams& params,
                                                    const EstimateControl& control) const = 0;
};

/// Loads the module at the first call; it stays loaded until the process ends. Fails, with the remedy, when
/// the module is missing, cannot be loaded or belongs to another build.
const TorchBackend& torch_backend();

/// Whether the module's file is there. Loads nothing.
bool has_torch_backend();

/// What the module's file exports: the version it was built as, which has to be the program's own because C++
/// types are passed between them, and the implementation.
struct TorchBackendExport {
  const char* version;
  const TorchBackend* backend;
};
inline constexpr const char* kTorchBackendSymbol = "certus_torch_backend";

}  // namespace certus
