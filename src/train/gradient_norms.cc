#include "certus/train/gradient_norms.h"

#include <ATen/ATen.h>

#include <memory>

#include "certus/base/error.h"
#include "certus/engine_torch/torch_threads.h"
#include "certus/recipe/image_workers.h"
#include "certus/train/parameter_gradient.h"
#include "certus/train/sphere_attack.h"

namespace certus {
namespace {

at::Tensor soft_label_of(const EstimateTable& table, std::int64_t image) {
  const at::Tensor row = at::empty({1, table.manifest.classes});
  table.soft_label(image, std::span(row.data_ptr<float>(), static_cast<std::size_t>(row.numel())));
  return row;
}

/// The slice of training that holds one image alone, with the noise of one step.
Slice slice_of(const Image& view, std::int64_t image, const StepLoss& loss, const GradientParams& params,
               std::int64_t draw) {
  const std::uint64_t first = params.first_sample + static_cast<std::uint64_t>(draw * loss.copies);
  return {
      .images = tensor_of(view),
      .labels = at::full({1}, view.label, at::kLong),
      .soft_labels = loss.soft_labels ? soft_label_of(*loss.soft_labels, image) : at::Tensor(),
      // Both layouts of copies are the same for one image.
      .noise = noise_tensor(view.shape, params.sigma, estimate_key(params.seed, image), first, loss.copies),
      .copies = loss.copies,
      .sigma = params.sigma,
      .epoch = loss.epoch,
      // Every step has random choices of its own. In training, steps of an image differ in their epoch.
      .random = {.seed = params.seed, .epoch = static_cast<std::uint64_t>(draw), .positions = {image}}};
}

}  // namespace

std::vector<double> gradient_norms(const Graph& network, const ViewSource& views,
                                   std::span<const std::int64_t> images, const StepLoss& loss,
                                   const GradientParams& params, const EstimateControl& control) {
  CERTUS_CHECK(loss.method != nullptr && loss.copies >= 1 && params.draws >= 1 && params.workers >= 1);
  check_classifier(network, "gradient norms");
  std::vector<std::unique_ptr<GradientMeter>> meters;
  for (int i = 0; i < params.workers; ++i) meters.push_back(std::make_unique<GradientMeter>(network));
  std::vector<double> norms(images.size());
  std::atomic<std::int64_t> drawn = 0;
  for_each_position(params.workers, images.size(), control.stop, [&](int worker, std::size_t position) {
    set_torch_threads(1);
    const GradientMeter& meter = *meters[static_cast<std::size_t>(worker)];
    const TrainingNetwork f = meter.network();
    const Image view = views(images[position]);
    double sum = 0.0;
    for (std::int64_t draw = 0; draw < params.draws; ++draw) {
      Slice slice = slice_of(view, images[position], loss, params, draw);
      if (loss.attack) {
        slice.noise = sphere_attacked_noise(f.frozen, slice, loss.method->layout(), *loss.attack);
      }
      sum += meter.norm_of(loss.method->step(f, slice).loss);
    }
    norms[position] = sum / static_cast<double>(params.draws);
    drawn += params.draws * loss.copies;
    if (worker == 0 && control.on_draws) control.on_draws(drawn.exchange(0));
  });
  if (control.on_draws && drawn > 0) control.on_draws(drawn);
  return norms;
}

}  // namespace certus
