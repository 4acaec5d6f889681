#include "certus/train/gradient_norms.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "certus/base/error.h"
#include "certus/engine_torch/torch_threads.h"
#include "certus/train/image_workers.h"
#include "certus/train/parameter_gradient.h"

namespace certus {

std::vector<double> gradient_norms(const Graph& network, const ViewSource& views,
                                   std::span<const std::int64_t> images, const GradientParams& params,
                                   const EstimateControl& control) {
  CERTUS_CHECK(params.draws >= 1 && params.workers >= 1);
  check_classifier(network, "gradient norms");
  std::vector<GradientMeter> meters;
  for (int i = 0; i < params.workers; ++i) meters.emplace_back(network);
  std::vector<double> norms(images.size());
  std::atomic<std::int64_t> drawn = 0;
  for_each_position(params.workers, images.size(), control.stop, [&](int worker, std::size_t position) {
    set_torch_threads(1);
    const Image view = views(images[position]);
    const at::Tensor image = tensor_of(view);
    const at::Tensor label = at::full({1}, view.label, at::kLong);
    const at::Tensor noise =
        noise_tensor(view.shape, params.sigma, estimate_key(params.seed, images[position]),
                     params.first_sample, params.draws);
    double sum = 0.0;
    for (std::int64_t draw = 0; draw < params.draws; ++draw) {
      sum += meters[static_cast<std::size_t>(worker)].norm(image + noise[draw], label);
    }
    norms[position] = sum / static_cast<double>(params.draws);
    drawn += params.draws;
    if (worker == 0 && control.on_draws) control.on_draws(drawn.exchange(0));
  });
  if (control.on_draws && drawn > 0) control.on_draws(drawn);
  return norms;
}

}  // namespace certus
