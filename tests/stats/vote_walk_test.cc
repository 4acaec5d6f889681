#include "certus/stats/vote_walk.h"

#include <bit>
#include <cmath>
#include <vector>

#include "certus/stats/binomial.h"

namespace certus {
namespace {

TEST(VoteWalk, IsBinomialHoweverTheDrawsAreDivided) {
  for (const double p : {0.0, 0.3, 0.9987, 1.0}) {
    VoteWalk walk(Probability::from_p(p));
    for (const std::int64_t draws : {1, 9, 40, 50, 50, 350}) walk.draw(draws);
    ASSERT_EQ(walk.draws(), 500);
    EXPECT_NEAR(walk.probability(), 1.0, 1e-12);
    for (std::int64_t k = 0; k <= 500; ++k) {
      const std::int64_t i = k - walk.first();
      const double mass =
          i >= 0 && i < std::ssize(walk.masses()) ? walk.masses()[static_cast<std::size_t>(i)] : 0;
      const double exact = binomial_pmf(k, 500, Probability::from_p(p));
      EXPECT_NEAR(mass, exact, 1e-11 * exact + 1e-27) << p << ' ' << k;
    }
  }
}

// Blocks and vectors are for speed only: boundaries of records that exist depend on every digit.
TEST(VoteWalk, AddsProductsInTheOrderOfPlainLoops) {
  const Probability p = Probability::from_p(0.43);
  for (const auto& [first, second] :
       {std::pair{1, 1}, {2, 3}, {3, 20}, {20, 3}, {4, 4}, {7, 30}, {30, 7}, {25, 31}}) {
    VoteWalk walk(p), step(p);
    walk.draw(first);
    step.draw(second);
    std::vector<double> few(walk.masses().begin(), walk.masses().end());
    std::vector<double> many(step.masses().begin(), step.masses().end());
    if (few.size() > many.size()) std::swap(few, many);
    std::vector<double> sums(few.size() + many.size() - 1, 0.0);
    for (std::size_t i = 0; i < few.size(); ++i) {
      for (std::size_t j = 0; j < many.size(); ++j) sums[i + j] += few[i] * many[j];
    }
    walk.draw(second);
    EXPECT_EQ(std::vector<double>(walk.masses().begin(), walk.masses().end()), sums)
        << first << ' ' << second;
  }
}

TEST(VoteWalk, TakesPathsOutAndMovesThem) {
  VoteWalk walk(Probability::from_p(0.5));
  VoteWalk other(Probability::from_p(0.5));
  walk.draw(4);
  other.draw(4);
  EXPECT_NEAR(other.take_from(1), 15.0 / 16, 1e-15);
  EXPECT_NEAR(walk.move_from(3, other), 5.0 / 16, 1e-15);
  EXPECT_NEAR(walk.take_up_to(0), 1.0 / 16, 1e-15);
  EXPECT_NEAR(walk.probability(), 10.0 / 16, 1e-15);
  EXPECT_NEAR(other.probability(), 6.0 / 16, 1e-15);
  EXPECT_NEAR(other.masses()[0], 1.0 / 16, 1e-15);
  EXPECT_NEAR(other.masses()[3], 4.0 / 16, 1e-15);
  EXPECT_EQ(walk.take_from(5), 0.0);
}

TEST(ChanceOfReaching, EqualsTheSumOverAllPaths) {
  const std::vector<std::int64_t> looks = {3, 5, 9, 12};
  const std::vector<std::int64_t> counts = {3, 5, 8, 10};
  const double p = 0.7;
  double exact = 0;
  for (unsigned path = 0; path < (1U << 12); ++path) {
    bool reached = false;
    for (std::size_t j = 0; j < looks.size(); ++j) {
      const int votes = std::popcount(path & ((1U << looks[j]) - 1));
      reached = reached || votes >= counts[j];
    }
    if (reached) exact += std::pow(p, std::popcount(path)) * std::pow(1 - p, 12 - std::popcount(path));
  }
  EXPECT_NEAR(chance_of_reaching(looks, counts, Probability::from_p(p)), exact, 1e-13);
}

}  // namespace
}  // namespace certus
