#include "certus/procedure/radius_decision.h"

#include <bit>
#include <cmath>

#include "certus/stats/binomial.h"
#include "certus/stats/decision_outlook.h"
#include "certus/stats/normal.h"
#include "support/vote_sampler.h"

namespace certus {
namespace {

using State = RadiusDecision::State;

TEST(RadiusDecision, OverAllSequencesOfVotesDoesWhatTheOutlookSays) {
  const DecisionTable table(
      {.budget = {.n = 16, .alpha = 0.2, .sigma = 1.0}, .radii = {0.0, 0.4}, .growth = 1.15});
  ASSERT_GE(table.looks().size(), 5u);
  const double p = 0.72;
  DecisionOutlook sum{.certified = {0.0, 0.0}};
  for (unsigned path = 0; path < (1U << 16); ++path) {
    RadiusDecision decision(table);
    while (decision.wanted() > 0) decision.add((path >> decision.progress().draws) & 1U, 1);
    const double chance = std::pow(p, std::popcount(path)) * std::pow(1 - p, 16 - std::popcount(path));
    for (std::size_t i = 0; i < decision.progress().certified; ++i) sum.certified[i] += chance;
    sum.mean_draws += chance * static_cast<double>(decision.progress().draws);
  }
  const DecisionOutlook outlook = decision_outlook(table, Probability::from_p(p));
  EXPECT_NEAR(outlook.certified[0], sum.certified[0], 1e-10);
  EXPECT_NEAR(outlook.certified[1], sum.certified[1], 1e-10);
  EXPECT_NEAR(outlook.mean_draws, sum.mean_draws, 1e-9);
  EXPECT_GT(sum.certified[1], 0.05);
  EXPECT_LT(sum.certified[1], sum.certified[0]);
  EXPECT_LT(sum.mean_draws, 15.0);
}

TEST(RadiusDecision, KeepsItsFalseRateOver240000SimulatedImagesAtAndNextToTheThreshold) {
  // Every certificate here is false. A correct program has more than the limit once in a million, and is
  // farther than six deviations from the exact expectation about as rarely.
  constexpr std::int64_t kImages = 20'000;
  std::int64_t images = 0;
  std::int64_t wrong = 0;
  double expected = 0;
  for (const double z : {0.25, 0.5, 1.0, 1.5, 2.0, 3.0}) {
    const DecisionTable table({.budget = {.n = 100'000, .alpha = 0.001, .sigma = 1.0}, .radii = {z}});
    for (const double below : {0.0, 0.002}) {
      const Probability p = normal_probability(z - below);
      const test::VoteSampler sampler(table.looks(), p);
      for (std::int64_t i = 0; i < kImages; ++i) {
        const auto name = static_cast<std::uint64_t>(images++);
        wrong += test::simulate_decision(table, sampler, 7, name).radius() ? 1 : 0;
      }
      expected += kImages * decision_outlook(table, p).certified[0];
    }
  }
  EXPECT_EQ(images, 240'000);
  EXPECT_LE(wrong, binomial_quantile(1 - 1e-6, images, Probability::from_p(0.001)));
  EXPECT_NEAR(static_cast<double>(wrong), expected, 6 * std::sqrt(expected));
  EXPECT_GT(expected, 100);  // close enough to the threshold to say something
}

TEST(RadiusDecision, AsksForDrawsUpToTheNextLookAndTakesThemInAnyPortions) {
  const DecisionTable table({.budget = {.n = 1000, .alpha = 0.001, .sigma = 0.5}, .radii = {0.25, 0.5}});
  RadiusDecision whole(table);
  RadiusDecision single(table);
  EXPECT_EQ(whole.wanted(), 10);
  while (whole.wanted() > 0) {
    const std::int64_t draws = whole.wanted();
    whole.add(draws, draws);
    for (std::int64_t i = 0; i < draws; ++i) single.add(1, 1);
    EXPECT_EQ(whole.progress(), single.progress());
    EXPECT_EQ(whole.state(), single.state());
  }
  EXPECT_EQ(whole.state(), State::kCertified);
  EXPECT_EQ(whole.radius(), 0.5);
  EXPECT_LT(whole.progress().draws, 60);
}

TEST(RadiusDecision, EndsAtTheFirstLookWhenTheClassChosenGetsNoVotes) {
  const DecisionTable table({.budget = {.n = 100'000, .alpha = 0.001, .sigma = 0.5}, .radii = {0.25, 1.5}});
  RadiusDecision decision(table);
  decision.add(0, decision.wanted());
  EXPECT_EQ(decision.state(), State::kGaveUp);
  EXPECT_EQ(decision.progress().draws, 10);
  EXPECT_EQ(decision.radius(), std::nullopt);
}

TEST(RadiusDecision, GoesOnAfterGivingUpAndMayStillCertify) {
  const DecisionTable table({.budget = {.n = 1000, .alpha = 0.001, .sigma = 0.5}, .radii = {0.25}});
  RadiusDecision decision(table);
  decision.add(0, decision.wanted());
  ASSERT_EQ(decision.state(), State::kGaveUp);
  RadiusDecision later(table, decision.progress());
  later.go_on();
  while (later.wanted() > 0) later.add(later.wanted(), later.wanted());
  EXPECT_EQ(later.state(), State::kCertified);

  RadiusDecision stubborn(table);
  stubborn.go_on();
  while (stubborn.wanted() > 0) stubborn.add(0, stubborn.wanted());
  EXPECT_EQ(stubborn.state(), State::kAtLimit);
  EXPECT_EQ(stubborn.progress().draws, 1000);
  stubborn.go_on();
  EXPECT_EQ(stubborn.wanted(), 0);
}

TEST(RadiusDecision, KeepsWhatALookCertifiedWhenVotesFallLater) {
  const DecisionTable table({.budget = {.n = 1000, .alpha = 0.001, .sigma = 0.5}, .radii = {0.0, 1.0}});
  RadiusDecision decision(table);
  decision.go_on();
  while (decision.progress().certified == 0) decision.add(decision.wanted(), decision.wanted());
  EXPECT_EQ(decision.radius(), 0.0);
  while (decision.wanted() > 0) decision.add(0, decision.wanted());
  EXPECT_EQ(decision.radius(), 0.0);
  EXPECT_EQ(decision.state(), State::kAtLimit);
}

TEST(RadiusDecision, OfAMixtureGoesOnBeyondItsLastLookWithALargerTable) {
  DecisionParams params{.budget = {.n = 100, .alpha = 0.001, .sigma = 0.5},
                        .radii = {0.5},
                        .boundary = DecisionBoundary::kMixture};
  const DecisionTable small(params);
  RadiusDecision decision(small);
  decision.go_on();
  while (decision.wanted() > 0) decision.add(decision.wanted() * 9 / 10, decision.wanted());
  ASSERT_EQ(decision.state(), State::kAtLimit);
  params.budget.n = 10'000;
  const DecisionTable large(params);
  RadiusDecision more(large, decision.progress());
  EXPECT_EQ(more.state(), State::kOpen);
  while (more.wanted() > 0) more.add(more.wanted() * 9 / 10, more.wanted());
  EXPECT_EQ(more.state(), State::kCertified);
}

}  // namespace
}  // namespace certus
