#include "certus/procedure/width_decision.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/stats/keyed_random.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

const WidthParams kParams{.budget = {.n = 100'000, .alpha = 0.001, .sigma = 0.5}, .width = 0.1};

/// Fed with votes as even as whole numbers allow.
WidthDecision decide_evenly(double p, const WidthParams& params) {
  WidthDecision decision(params);
  while (decision.wanted() > 0) {
    const std::int64_t draws = decision.progress().draws + decision.wanted();
    const auto votes = static_cast<std::int64_t>(std::floor(p * static_cast<double>(draws)));
    decision.add(votes - decision.progress().votes, decision.wanted());
  }
  return decision;
}

TEST(WidthDecision, EndsWhenTheRadiusIsKnownToWithinTheWidth) {
  for (const double z : {0.5, 1.0, 1.5}) {
    const WidthDecision decision = decide_evenly(normal_cdf(z), kParams);
    EXPECT_TRUE(decision.is_known()) << z;
    EXPECT_LE(decision.certified(), 0.5 * z);
    EXPECT_GE(decision.most(), 0.5 * z);
    EXPECT_LE(decision.most() - decision.certified(), 0.1);
    EXPECT_GT(decision.most() - decision.certified(), 0.09) << z;  // no later than needed
    EXPECT_LT(decision.progress().draws, 20'000);
  }
}

TEST(WidthDecision, TakesFourTimesTheDrawsForHalfTheWidth) {
  WidthParams narrow = kParams;
  narrow.width = 0.05;
  const double ratio = static_cast<double>(decide_evenly(0.8, narrow).progress().draws) /
                       static_cast<double>(decide_evenly(0.8, kParams).progress().draws);
  EXPECT_GT(ratio, 3.5);
  EXPECT_LT(ratio, 6.0);
}

TEST(WidthDecision, CountsDrawsInDoubtAgainstEitherEnd) {
  // Whatever the draws in doubt were, the interval contains that of the votes that nobody knows.
  const std::int64_t draws = WidthDecision(kParams).wanted();
  for (std::int64_t votes = 0; votes <= draws; ++votes) {
    for (std::int64_t blank = 0; votes + blank <= draws; ++blank) {
      WidthDecision doubtful(kParams);
      doubtful.add(votes, draws, blank);
      for (std::int64_t among = 0; among <= blank; ++among) {
        WidthDecision known(kParams);
        known.add(votes + among, draws);
        EXPECT_LE(doubtful.progress().lower.p, known.progress().lower.p) << votes << ' ' << blank;
        EXPECT_GE(doubtful.progress().upper.p, known.progress().upper.p) << votes << ' ' << blank;
      }
    }
  }
}

TEST(WidthDecision, SoonKnowsThatAClassWithoutVotesHasNoRadius) {
  const WidthDecision decision = decide_evenly(0.02, kParams);
  EXPECT_TRUE(decision.is_known());
  EXPECT_EQ(decision.certified(), 0.0);
  EXPECT_LE(decision.most(), 0.1);
  EXPECT_LT(decision.progress().draws, 50);
}

TEST(WidthDecision, OfAnImageWithoutMissesEndsWhereMoreDrawsCouldNotAddTheWidth) {
  const WidthDecision decision = decide_evenly(1.0, kParams);
  EXPECT_FALSE(decision.is_known());
  EXPECT_EQ(decision.most(), INFINITY);
  const double at_limit =
      *radius_of_bound(ConfidenceSequence(0.001).lower(100'000, 100'000), kParams.budget.sigma);
  EXPECT_GE(decision.certified(), at_limit - 0.1);
  EXPECT_LT(decision.progress().draws, 60'000);
}

TEST(WidthDecision, StopsAtTheLimitWithoutKnowing) {
  WidthParams short_of_draws = kParams;
  short_of_draws.budget.n = 200;
  short_of_draws.width = 0.01;
  const WidthDecision decision = decide_evenly(0.8, short_of_draws);
  EXPECT_FALSE(decision.is_known());
  EXPECT_EQ(decision.progress().draws, 200);
  WidthParams content = kParams;
  content.width = 0.6;  // what is known already needs no draws
  EXPECT_EQ(WidthDecision(content, decision.progress()).wanted(), 0);
  // Going on with more draws starts from there.
  WidthDecision more(kParams, decision.progress());
  EXPECT_EQ(more.certified(), decision.certified());
  EXPECT_GT(more.wanted(), 0);
}

TEST(WidthDecision, CoversTheRadiusAtEveryLook) {
  // 2000 images at alpha = 0.05: more than 150 misses would come once in ten million if 0.05 were exact.
  const WidthParams params{.budget = {.n = 2000, .alpha = 0.05, .sigma = 1.0}, .width = 0.05};
  int missed = 0;
  for (std::uint64_t image = 0; image < 2000; ++image) {
    WidthDecision decision(params);
    bool misses = false;
    while (decision.wanted() > 0) {
      std::int64_t votes = 0;
      const std::int64_t draws = decision.wanted();
      for (std::int64_t i = 0; i < draws; ++i) {
        const auto draw = static_cast<std::uint64_t>(decision.progress().draws + i);
        votes += keyed_uniform(3, image, draw) < normal_cdf(1.0) ? 1 : 0;
      }
      decision.add(votes, draws);
      misses = misses || decision.certified() > 1.0 || decision.most() < 1.0;
    }
    missed += misses ? 1 : 0;
  }
  EXPECT_LE(missed, 150);
  EXPECT_GT(missed, 0);
}

TEST(WidthDecision, RefusesAWidthOfZero) {
  WidthParams params = kParams;
  params.width = 0.0;
  EXPECT_THROW(WidthDecision{params}, Error);
}

}  // namespace
}  // namespace certus
