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

EasyAndHard easy_and_hard(std::span<const std::int64_t> correct, std::int64_t samples,
                          std::span<const double> norms) {
  CERTUS_CHECK(correct.size() == norms.size());
  EasyAndHard result;
  double easy = 0.0;
  double hard = 0.0;
  for (std::size_t i = 0; i < norms.size(); ++i) {
    const bool is_easy = 2 * correct[i] > samples;
    ++(is_easy ? result.easy : result.hard);
    (is_easy ? easy : hard) += norms[i];
  }
  if (result.easy > 0) result.norm_easy = easy / static_cast<double>(result.easy);
  if (result.hard > 0) result.norm_hard = hard / static_cast<double>(result.hard);
  if (result.norm_easy && result.norm_hard && *result.norm_hard > 0.0)
    result.ratio = *result.norm_easy / *result.norm_hard;
  return result;
}

std::vector<double> means_by_p(std::span<const std::int64_t> correct, std::int64_t samples,
                               std::span<const double> values, std::size_t bins) {
  CERTUS_CHECK(correct.size() == values.size() && bins >= 1);
  std::vector<double> sums(bins, 0.0);
  std::vector<double> counts(bins, 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t bin = static_cast<std::size_t>(correct[i]) * bins / static_cast<std::size_t>(samples);
    sums[std::min(bin, bins - 1)] += values[i];  // all right belongs to the last
    counts[std::min(bin, bins - 1)] += 1.0;
  }
  for (std::size_t bin = 0; bin < bins; ++bin) sums[bin] /= counts[bin];  // 0 / 0 is NaN
  return sums;
}

}  // namespace certus
