#include "certus/train/gradient_norms.h"

#include <cmath>

#include "certus/engine_torch/torch_engine.h"
#include "certus/model/architectures.h"
#include "certus/noise/gaussian.h"
#include "certus/train/attack_analysis.h"
#include "certus/train/step_loss.h"

namespace certus {
namespace {

constexpr ImageShape kShape{1, 2, 3};

/// Logits (0, 4 (sum of the pixels - 3)): class 1 for bright images.
Graph brightness_network() {
  Graph graph;
  graph.add("x", InputOp{{1, 2, 3}});
  const NodeId flat = graph.add("flat", ReshapeOp{{6}}, {0});
  std::vector<float> weight(12, 0.0f);
  std::fill(weight.begin() + 6, weight.end(), 4.0f);
  graph.parameters["w"] = {{2, 6}, weight};
  graph.parameters["b"] = {{2}, {0.0f, -12.0f}};
  graph.add("fc", LinearOp{.weight = "w", .bias = "b"}, {flat});
  return graph;
}

/// Brighter the larger i; image 5 lies on the boundary. Bright ones are labelled 1.
Image image_of(std::int64_t i) {
  return {
      .shape = kShape, .pixels = std::vector<float>(6, 0.1f * static_cast<float>(i)), .label = i > 5 ? 1 : 0};
}

TEST(GradientNorms, AreThoseOfTheFormula) {
  const std::vector<std::int64_t> images{2, 7, 5};
  const GradientParams params{.sigma = 0.25, .draws = 3, .seed = 4, .first_sample = 10, .workers = 2};
  const auto norms =
      gradient_norms(brightness_network(), image_of, images, cross_entropy_under_noise(), params);
  for (std::size_t i = 0; i < images.size(); ++i) {
    double expected = 0.0;
    for (std::uint64_t draw = 10; draw < 13; ++draw) {
      const Image image = image_of(images[i]);
      std::vector<float> noisy(6);
      add_gaussian(estimate_key(4, images[i]), draw, 0.25f, image.pixels, noisy);
      double sum = 0.0;
      double squares = 0.0;
      for (const float v : noisy) {
        sum += static_cast<double>(v);
        squares += static_cast<double>(v) * static_cast<double>(v);
      }
      const double p = 1.0 / (1.0 + std::exp(-4.0 * (sum - 3.0)));
      const double error = image.label == 1 ? 1.0 - p : p;
      expected += std::sqrt(2.0 * error * error * (squares + 1.0)) / 3.0;  // both logits, weights and bias
    }
    EXPECT_NEAR(norms[i], expected, 1e-5 * (1.0 + expected)) << images[i];
  }
}

TEST(GradientNorms, AreTheSameForAnyNumberOfWorkers) {
  const Graph network = make_architecture("lenet", 10, 1);
  const ViewSource views = [](std::int64_t i) {
    Image image{
        .shape = {1, 28, 28}, .pixels = std::vector<float>(784, 0.05f * static_cast<float>(i)), .label = 3};
    return image;
  };
  const std::vector<std::int64_t> images{0, 1, 2, 3, 4, 5, 6};
  const auto one = gradient_norms(network, views, images, cross_entropy_under_noise(), {.workers = 1});
  EXPECT_EQ(gradient_norms(network, views, images, cross_entropy_under_noise(), {.workers = 3}), one);
  EXPECT_NE(gradient_norms(network, views, images, cross_entropy_under_noise(), {.seed = 1}), one);
}

TEST(GradientNorms, TellOfDrawsAndStopWhenAsked) {
  std::int64_t seen = 0;
  std::atomic<bool> stop = false;
  const std::vector<std::int64_t> images{0, 1, 2, 3};
  const EstimateControl control{.on_draws =
                                    [&](std::int64_t draws) {
                                      seen += draws;
                                      stop = seen >= 4;
                                    },
                                .stop = &stop};
  EXPECT_THROW(gradient_norms(brightness_network(), image_of, images, cross_entropy_under_noise(),
                              {.draws = 2}, control),
               Interrupted);
  EXPECT_EQ(seen, 4);
}

TEST(AttackAnalysis, CountsWhatTheAttackDoes) {
  const std::vector<std::int64_t> images{0, 4, 8, 10};
  const AttackAnalysisParams params{.gradient = {.sigma = 0.25, .draws = 40, .seed = 2, .workers = 2},
                                    .attack = {.steps = 4, .step_size = 0.1}};
  const auto outcomes = analyse_attack(brightness_network(), image_of, images, params);
  const auto norms =
      gradient_norms(brightness_network(), image_of, images, cross_entropy_under_noise(), params.gradient);
  std::vector<std::unique_ptr<Engine>> engines;
  engines.push_back(make_torch_engine(brightness_network()));
  const auto correct = count_correct(engines, image_of, images, {.sigma = 0.25, .samples = 40, .seed = 2});
  for (std::size_t i = 0; i < images.size(); ++i) {
    const AttackOutcome& each = outcomes[i];
    EXPECT_EQ(each.draws, 40);
    EXPECT_EQ(each.wrong_before, 40 - correct[i]) << images[i];
    EXPECT_NEAR(each.norm_before, norms[i], 1e-6 + 1e-4 * norms[i]) << images[i];
    EXPECT_GE(each.wrong_after, each.wrong_before) << images[i];
    EXPECT_LE(each.steps, 4 * correct[i]) << images[i];
  }
  // Near the boundary the attack finds errors; the brightest and darkest images are out of its reach: there
  // every step is taken.
  EXPECT_GT(outcomes[1].wrong_after, outcomes[1].wrong_before + 5);
  EXPECT_GT(outcomes[1].norm_after, outcomes[1].norm_before);
  for (const std::size_t far : {0U, 3U}) {
    EXPECT_EQ(outcomes[far].wrong_after, 0);
    EXPECT_EQ(outcomes[far].steps, 160);
  }
}

TEST(AttackAnalysis, WithoutStepsChangesNothing) {
  const std::vector<std::int64_t> images{4, 6};
  const AttackAnalysisParams params{.gradient = {.sigma = 0.25, .draws = 10}, .attack = {.steps = 0}};
  for (const AttackOutcome& each : analyse_attack(brightness_network(), image_of, images, params)) {
    EXPECT_EQ(each.wrong_after, each.wrong_before);
    EXPECT_EQ(each.norm_after, each.norm_before);
    EXPECT_EQ(each.steps, 0);
  }
}

TEST(AttackAnalysis, TakesStepsAlongSignsWhenTold) {
  // The gradient of brightness is the same in every pixel, so its signs are its direction: with the length of
  // a step divided by the root of the number of pixels both norms take the same steps.
  const std::vector<std::int64_t> images{4, 7};
  const auto outcome = [&](const Graph& network, SphereAttackParams::Norm norm) {
    return analyse_attack(network, image_of, images,
                          {.gradient = {.sigma = 0.25, .draws = 30, .seed = 2},
                           .attack = {.steps = 2, .step_size = 0.1, .norm = norm}});
  };
  using Norm = SphereAttackParams::Norm;
  const auto l2 = outcome(brightness_network(), Norm::kL2);
  const auto linf = outcome(brightness_network(), Norm::kLinf);
  Graph uneven = brightness_network();
  uneven.parameters["w"].values[6] = 12.0f;
  const auto uneven_l2 = outcome(uneven, Norm::kL2);
  const auto uneven_linf = outcome(uneven, Norm::kLinf);
  for (std::size_t i = 0; i < images.size(); ++i) {
    EXPECT_GT(l2[i].steps, 0);
    EXPECT_NEAR(linf[i].norm_after, l2[i].norm_after, 1e-4 * l2[i].norm_after);
    EXPECT_GT(std::abs(uneven_linf[i].norm_after / uneven_l2[i].norm_after - 1.0), 1e-4);
  }
}

}  // namespace
}  // namespace certus
