#include "certus/engine/network_engine.h"

#include <cmath>
#include <limits>

#include "certus/noise/gaussian.h"
#include "gtest/gtest.h"

namespace certus {
namespace {

constexpr ImageShape kShape{1, 1, 2};

/// Logits (x0, x1), to which it adds what would betray a draw that changed its slot: a bonus for class 1 that
/// grows with the slot.
class SlotSensitive : public NetworkEngine {
 public:
  explicit SlotSensitive(int micro_batch, bool claims_one_function = false)
      : NetworkEngine({.name = "slots",
                       .precision = "float32",
                       .shape = kShape,
                       .num_classes = 2,
                       .micro_batch = micro_batch,
                       .is_one_function = claims_one_function}) {}
  int calls = 0;

 private:
  void forward(std::span<const float> images, std::span<float> logits) override {
    ++calls;
    for (std::size_t i = 0; i < logits.size(); i += 2) {
      logits[i] = images[i];
      logits[i + 1] = images[i + 1] + 0.2F * static_cast<float>(i / 2);
    }
  }
};

TEST(NetworkEngine, GivesADrawTheSameSlotHoweverItIsAskedFor) {
  const std::vector<float> pixels{0.4F, 0.1F};
  const ImageView x{kShape, pixels};
  const NoiseKey key{.seed = 5, .image = 9};
  SlotSensitive engine(8);
  std::vector<int> whole(100);
  engine.classify(x, 0.5F, key, 0, whole);
  for (const std::size_t step : {1U, 7U, 8U, 33U}) {
    std::vector<int> parts(100);
    for (std::size_t at = 0; at < 100; at += step) {
      engine.classify(x, 0.5F, key, at, std::span(parts).subspan(at, std::min(step, 100 - at)));
    }
    EXPECT_EQ(parts, whole) << step;
  }
  // The bonus does change votes, so a wrong slot would have shown.
  std::vector<int> shifted(100);
  SlotSensitive(9).classify(x, 0.5F, key, 0, shifted);
  EXPECT_NE(shifted, whole);
}

TEST(NetworkEngine, GivesADrawTheSameVoteAmongDrawsOfOtherImages) {
  const std::vector<std::vector<float>> pixels{{0.4F, 0.1F}, {0.2F, 0.3F}, {0.0F, 0.9F}};
  const auto draw_of = [&](std::size_t image, std::uint64_t sample) {
    return Draw{.x = {kShape, pixels[image]}, .key = {.seed = 5, .image = image}, .sample = sample};
  };
  std::vector<Draw> draws;
  for (std::size_t i = 0; i < 97; ++i) draws.push_back(draw_of(i * i % 3, i * 7 % 100));
  SlotSensitive engine(8);
  std::vector<int> together(draws.size());
  engine.classify(draws, 0.5F, together);
  const int calls = engine.calls;
  for (std::size_t i = 0; i < draws.size(); ++i) {
    int alone = 0;
    engine.classify(std::span(draws).subspan(i, 1), 0.5F, {&alone, 1});
    EXPECT_EQ(together[i], alone) << i;
  }
  // Draws 7 i mod 100 come to each of the eight slots twelve or thirteen times.
  EXPECT_EQ(calls, 13);
}

TEST(NetworkEngine, OfOneFunctionFillsMicroBatchesWithWhateverDrawsCome) {
  const std::vector<float> pixels{0.4F, 0.1F};
  std::vector<Draw> draws;  // all of one slot, were slots bound
  for (std::uint64_t image = 0; image < 40; ++image) {
    draws.push_back({.x = {kShape, pixels}, .key = {.seed = 5, .image = image}, .sample = 8});
  }
  std::vector<int> labels(40);
  SlotSensitive free(8, true);
  free.classify(draws, 0.5F, labels);
  EXPECT_EQ(free.calls, 5);
  SlotSensitive bound(8);
  bound.classify(draws, 0.5F, labels);
  EXPECT_EQ(bound.calls, 40);
}

TEST(MicroBatchFor, SharesDrawsEvenlyOverAsFewBatches) {
  EXPECT_EQ(micro_batch_for(16, 32), 16);
  EXPECT_EQ(micro_batch_for(100, 32), 25);
  EXPECT_EQ(micro_batch_for(101, 32), 26);
  EXPECT_EQ(micro_batch_for(10'000, 32), 32);
  EXPECT_EQ(micro_batch_for(1, 32), 1);
  for (std::int64_t samples = 1; samples < 500; ++samples) {
    const int chosen = micro_batch_for(samples, 32);
    EXPECT_LE(chosen, 32);
    EXPECT_EQ((samples + chosen - 1) / chosen, (samples + 31) / 32) << samples;
  }
}

TEST(NetworkEngine, AddsTheNoiseOfTheDraw) {
  const std::vector<float> pixels{0.25F, 0.25F};
  SlotSensitive engine(1);
  std::vector<int> labels(50);
  engine.classify({kShape, pixels}, 1.0F, {.seed = 1}, 1000, labels);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    std::vector<float> noise(2);
    fill_gaussian({.seed = 1}, 1000 + i, noise);
    EXPECT_EQ(labels[i], 0.25F + noise[1] > 0.25F + noise[0] ? 1 : 0) << i;
  }
}

TEST(NetworkEngine, TakesNoiseFromItsSourceAndBelievesNoDoubtfulDraw) {
  /// Draw s moves class s mod 2 ahead; every fifth is in doubt.
  class Alternating : public NoiseSource {
   public:
    std::string name() const override { return "alternating"; }
    NoiseMoments moments(float) const override { return {}; }
    Drawn add(const NoiseKey&, std::uint64_t sample, float sigma, std::span<const float> x,
              std::span<float> out) const override {
      for (std::size_t i = 0; i < x.size(); ++i) out[i] = x[i] + (sample % 2 == i ? sigma : 0.0F);
      return sample % 5 == 0 ? Drawn::kDoubtful : Drawn::kSurely;
    }
  };
  const std::vector<float> pixels{0.0F, 0.0F};
  SlotSensitive engine(4);
  engine.set_noise(std::make_shared<Alternating>());
  std::vector<int> labels(20);
  engine.classify({kShape, pixels}, 1.0F, {}, 3, labels);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    EXPECT_EQ(labels[i], (3 + i) % 5 == 0 ? Engine::kDoubtful : static_cast<int>((3 + i) % 2)) << i;
  }
}

TEST(NetworkEngine, ComputesNoMicroBatchTwiceForAlignedDraws) {
  SlotSensitive engine(8);
  std::vector<int> labels(64);
  const std::vector<float> pixels{0.0F, 0.0F};
  engine.classify({kShape, pixels}, 1.0F, {}, 0, labels);
  EXPECT_EQ(engine.calls, 8);
}

TEST(NetworkEngine, GivesLogitsOfAnyNumberOfImages) {
  SlotSensitive engine(4);
  const std::vector<float> images{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  std::vector<float> logits(12);
  engine.logits(images, logits);
  EXPECT_EQ(logits[0], 1.0F);
  EXPECT_EQ(logits[8], 9.0F);
  EXPECT_FLOAT_EQ(logits[11], 12.2F);  // the sixth image is in slot 1 of the second micro-batch
}

TEST(VoteOf, TakesTheFirstOfEqualLogitsAndNoneOfNonFiniteOnes) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(vote_of(std::vector<float>{1, 3, 3}), 1);
  EXPECT_EQ(vote_of(std::vector<float>{-1, -3, -2}), 0);
  EXPECT_EQ(vote_of(std::vector<float>{1, NAN, 3}), Engine::kNoVote);
  EXPECT_EQ(vote_of(std::vector<float>{NAN, 2, 3}), Engine::kNoVote);
  EXPECT_EQ(vote_of(std::vector<float>{1, kInf, 3}), Engine::kNoVote);
  EXPECT_EQ(vote_of(std::vector<float>{1, 5, -kInf}), Engine::kNoVote);
}

}  // namespace
}  // namespace certus
