#include "certus/recipe/p_correct.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/recipe/image_workers.h"

namespace certus {
namespace {

/// Draws between two looks at the stop flag, at most; rounded up to whole micro-batches.
constexpr std::int64_t kDrawsAtATime = 256;

using TakeVotes = std::function<void(std::size_t position, ImageVotes votes)>;

/// Hands the votes of each image to `take`, from several workers at a time.
void visit_votes(std::span<const std::unique_ptr<Engine>> engines, const ViewSource& views,
                 std::span<const std::int64_t> images, const EstimateParams& params,
                 const EstimateControl& control, const TakeVotes& take) {
  CERTUS_CHECK(!engines.empty() && params.samples >= 1);
  const EngineInfo& info = engines.front()->info();
  const float sigma = noise_scale(params.sigma);
  const auto whole = static_cast<std::uint64_t>(info.micro_batch);
  const std::uint64_t batch = (static_cast<std::uint64_t>(kDrawsAtATime) + whole - 1) / whole * whole;
  const std::uint64_t end = params.first_sample + static_cast<std::uint64_t>(params.samples);
  std::atomic<std::int64_t> drawn = 0;
  std::vector<std::vector<int>> labels_of(engines.size());
  const auto workers = static_cast<int>(engines.size());
  for_each_position(workers, images.size(), control.stop, [&](int worker, std::size_t position) {
    Engine& f = *engines[static_cast<std::size_t>(worker)];
    std::vector<int>& labels = labels_of[static_cast<std::size_t>(worker)];
    const std::int64_t index = images[position];
    const Image view = views(index);
    CERTUS_CHECK(view.label >= 0 && view.label < info.num_classes);
    ImageVotes result{
        .label = view.label,
        .votes = {.counts = std::vector<std::int64_t>(static_cast<std::size_t>(info.num_classes))}};
    const NoiseKey key = estimate_key(params.seed, index);
    for (std::uint64_t from = params.first_sample; from < end;) {
      if (control.stop != nullptr && *control.stop) throw Interrupted();
      // Up to a multiple of the batch, so that no micro-batch is computed twice.
      const std::uint64_t to = std::min(end, (from / batch + 1) * batch);
      labels.resize(static_cast<std::size_t>(to - from));
      f.classify(view.view(), sigma, key, from, labels);
      for (const int label : labels) {
        label == Engine::kNoVote ? ++result.votes.non_finite
                                 : ++result.votes.counts.at(static_cast<std::size_t>(label));
      }
      drawn += static_cast<std::int64_t>(labels.size());
      if (worker == 0 && control.on_draws) control.on_draws(drawn.exchange(0));
      from = to;
    }
    take(position, std::move(result));
  });
  if (control.on_draws && drawn > 0) control.on_draws(drawn);
}

}  // namespace

NoiseKey estimate_key(std::uint64_t seed, std::int64_t image) {
  return {.seed = seed, .image = static_cast<std::uint64_t>(image), .purpose = Purpose::kEstimate};
}

std::vector<ImageVotes> estimate_votes(std::span<const std::unique_ptr<Engine>> engines,
                                       const ViewSource& views, std::span<const std::int64_t> images,
                                       const EstimateParams& params, const EstimateControl& control) {
  std::vector<ImageVotes> all(images.size());
  visit_votes(engines, views, images, params, control,
              [&](std::size_t position, ImageVotes votes) { all[position] = std::move(votes); });
  return all;
}

std::vector<std::int64_t> count_correct(std::span<const std::unique_ptr<Engine>> engines,
                                        const ViewSource& views, std::span<const std::int64_t> images,
                                        const EstimateParams& params, const EstimateControl& control) {
  std::vector<std::int64_t> all(images.size());
  visit_votes(engines, views, images, params, control,
              [&](std::size_t position, const ImageVotes& votes) { all[position] = votes.correct(); });
  return all;
}

}  // namespace certus
