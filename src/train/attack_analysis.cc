#include "certus/train/attack_analysis.h"

#include <ATen/ATen.h>

#include <memory>

#include "certus/base/error.h"
#include "certus/engine_torch/torch_threads.h"
#include "certus/recipe/image_workers.h"
#include "certus/train/parameter_gradient.h"
#include "certus/train/sphere_attack.h"

namespace certus {
namespace {

/// The norm of the gradient of the plain cross entropy.
double gradient_norm(const GradientMeter& meter, const TrainingNetwork& f, const at::Tensor& image,
                     const at::Tensor& label) {
  return meter.norm_of(at::cross_entropy_loss(f.train(image), label));
}

}  // namespace

std::vector<AttackOutcome> analyse_attack(const Graph& network, const ViewSource& views,
                                          std::span<const std::int64_t> images,
                                          const AttackAnalysisParams& params,
                                          const EstimateControl& control) {
  const GradientParams& noise_params = params.gradient;
  const std::int64_t draws = noise_params.draws;
  CERTUS_CHECK(draws >= 1 && noise_params.workers >= 1);
  check_classifier(network, "attack analysis");
  std::vector<std::unique_ptr<GradientMeter>> meters;
  for (int i = 0; i < noise_params.workers; ++i) meters.push_back(std::make_unique<GradientMeter>(network));
  std::vector<AttackOutcome> outcomes(images.size());
  std::atomic<std::int64_t> drawn = 0;
  for_each_position(noise_params.workers, images.size(), control.stop, [&](int worker, std::size_t position) {
    set_torch_threads(1);
    const GradientMeter& meter = *meters[static_cast<std::size_t>(worker)];
    const TrainingNetwork f = meter.network();
    const Image view = views(images[position]);
    const at::Tensor image = tensor_of(view);
    const at::Tensor label = at::full({1}, view.label, at::kLong);
    const at::Tensor labels = label.expand({draws}).contiguous();
    const at::Tensor repeated = image.expand({draws, -1, -1, -1}).contiguous();
    const at::Tensor noise =
        noise_tensor(view.shape, noise_params.sigma, estimate_key(noise_params.seed, images[position]),
                     noise_params.first_sample, draws);
    const auto is_wrong = [&](const at::Tensor& at_noise) {
      return f.frozen(repeated + at_noise).argmax(1).ne(labels);
    };
    const SphereAttackResult attacked = sphere_attack(f.frozen, repeated, labels, noise, params.attack);
    const at::Tensor wrong_before = is_wrong(noise);
    AttackOutcome& outcome = outcomes[position];
    outcome.draws = draws;
    outcome.wrong_before = wrong_before.sum().item<std::int64_t>();
    outcome.wrong_after = is_wrong(attacked.noise).sum().item<std::int64_t>();
    outcome.steps = attacked.steps.masked_fill(wrong_before, 0).sum().item<std::int64_t>();
    for (std::int64_t draw = 0; draw < draws; ++draw) {
      outcome.norm_before += gradient_norm(meter, f, image + noise[draw], label) / static_cast<double>(draws);
      outcome.norm_after +=
          gradient_norm(meter, f, image + attacked.noise[draw], label) / static_cast<double>(draws);
    }
    drawn += draws;
    if (worker == 0 && control.on_draws) control.on_draws(drawn.exchange(0));
  });
  if (control.on_draws && drawn > 0) control.on_draws(drawn);
  return outcomes;
}

}  // namespace certus
