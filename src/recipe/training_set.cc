#include "certus/recipe/training_set.h"

#include <numeric>

#include "certus/base/error.h"
#include "certus/recipe/discard.h"
#include "certus/recipe/epoch_order.h"
#include "certus/recipe/estimate_table.h"
#include "certus/recipe/p_correct.h"
#include "certus/recipe/reweight.h"

namespace certus {
namespace {

std::vector<std::int64_t> all_images(std::int64_t size) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(size));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::int64_t size_of(const Config& config, const Dataset& data) {
  const std::int64_t wanted = config.read<LoopSettings>().images;
  if (wanted > data.size()) {
    fail(ErrorKind::kConfig, "train.images is ", wanted, ", but ", data.identity(), " has ", data.size());
  }
  return wanted == 0 ? data.size() : wanted;
}

}  // namespace

TrainingSet::TrainingSet(const Config& config, const Dataset& data, EngineMaker make_engines)
    : discard_(config.read<DiscardSettings>()),
      reweight_(config.read<ReweightSettings>()),
      sigma_(config.read<NoiseSettings>().sigma),
      size_(size_of(config, data)),
      seed_(config.read<RunSettings>().seed),
      views_(data, config.read<DataSettings>().augment, seed_),
      make_engines_(std::move(make_engines)) {
  if (reweight_.on)
    static_cast<void>(weights_of({}));  // all is known now, so it fails now and not after days
  const bool has_table = !discard_.p_correct.empty();
  if (pieces_of(config).discard_from == 0 && !has_table && config.read<ModelSettings>().start_from.empty()) {
    fail(ErrorKind::kConfig,
         "discard begins at epoch 0, but the network is fresh: it cannot tell easy images from hard ones; "
         "give discard.p_correct (made by certus p-correct of a trained model), model.start_from, or a later "
         "epoch (easy_focus.start_epoch)");
  }
  if (discard_.on && has_table) {
    const EstimateTable table =
        load_estimates(discard_.p_correct, {.kind = EstimateKind::kPCorrect, .sigma = sigma_}, data);
    given_ = {.correct = {table.correct.begin(), table.correct.begin() + size_},
              .samples = table.manifest.samples};
    static_cast<void>(kept_images(given_->correct, given_->samples, discard_.below));
  }
}

void TrainingSet::prepare(const EpochPlan& plan, std::int64_t epoch, const std::function<Graph()>& network,
                          DrawState& draws) const {
  if (plan.discard_now) {
    const VoteCounts votes =
        given_ ? *given_
               : VoteCounts{.correct = estimate(all_images(size_), Piece::kDiscard, epoch, network()),
                            .samples = discard_.samples};
    draws.kept = kept_images(votes.correct, votes.samples, discard_.below);
    if (draws.correct && !plan.refresh_weights_now) {  // the images that are left keep their weights
      std::vector<std::int64_t> left;
      for (const std::int64_t i : *draws.kept) left.push_back((*draws.correct)[static_cast<std::size_t>(i)]);
      draws.correct = std::move(left);
    }
    on_note(join_text("discard: ", draws.kept->size(), " of ", size_, " images are kept (p_A at least ",
                      discard_.below, ")"));
  }
  if (plan.refresh_weights_now) {
    draws.correct =
        estimate(draws.kept ? *draws.kept : all_images(size_), Piece::kReweight, epoch, network());
  }
}

std::vector<std::int64_t> TrainingSet::order(const EpochPlan& plan, std::int64_t epoch,
                                             const DrawState& draws) const {
  const auto number = static_cast<std::uint64_t>(epoch);
  if (!plan.with_replacement) return shuffled_order(seed_, number, size_);
  const std::vector<std::int64_t> from = draws.kept ? *draws.kept : all_images(size_);
  if (!draws.correct) return drawn_order(seed_, number, size_, from);
  return drawn_order(seed_, number, size_, from, weights_of(*draws.correct));
}

std::vector<double> TrainingSet::weights_of(std::span<const std::int64_t> correct) const {
  return sampling_weights(correct, weight_params(reweight_));
}

std::vector<std::int64_t> TrainingSet::estimate(const std::vector<std::int64_t>& images, Piece piece,
                                                std::int64_t epoch, const Graph& network) const {
  const bool discards = piece == Piece::kDiscard;
  const std::int64_t samples = discards ? discard_.samples : reweight_.samples;
  const bool plain = (discards ? discard_.views : reweight_.views) == EstimateViews::kPlain;
  // Every estimate of a run has views and draws of its own; settings keep samples below 2^24.
  const std::uint64_t number = 2 * static_cast<std::uint64_t>(epoch) + (discards ? 0 : 1);
  constexpr std::uint64_t kDrawsOfAnEstimate = std::uint64_t{1} << 24;
  const ViewSource view = [&](std::int64_t image) {
    return plain ? views_.data().get(image) : views_.for_estimate(image, number);
  };
  std::int64_t done = 0;
  const std::int64_t total = samples * static_cast<std::int64_t>(images.size());
  EstimateControl control{.stop = stop};
  control.on_draws = [&](std::int64_t draws) { on_estimate(done += draws, total); };
  return count_correct(
      make_engines_(network, samples), view, images,
      {.sigma = sigma_, .samples = samples, .seed = seed_, .first_sample = number * kDrawsOfAnEstimate},
      control);
}

}  // namespace certus
