#include "certus/stats/mixture_bounds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "certus/stats/binomial.h"
#include "certus/stats/keyed_random.h"

namespace certus {
namespace {

struct Atom {
  double p = 0.0;
  double mass = 0.0;
};

/// Up to six atoms at random places, some of them next to `near`, at 0 or at 1.
std::vector<Atom> random_mixture(std::uint64_t seed, double near) {
  std::vector<Atom> atoms(1 + static_cast<std::size_t>(6.0 * keyed_uniform(seed, 0, 0)));
  double total = 0.0;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const double place = keyed_uniform(seed, 1, i);
    const double u = keyed_uniform(seed, 2, i);
    atoms[i].p = place < 0.5    ? u
                 : place < 0.9  ? std::min(1.0, std::max(0.0, near + (u - 0.5) * 0.05))
                 : place < 0.95 ? 0.0
                                : 1.0;
    total += atoms[i].mass = -std::log(keyed_uniform(seed, 3, i));
  }
  for (Atom& atom : atoms) atom.mass /= total;
  return atoms;
}

double mean_of(const std::vector<Atom>& mixture, const std::function<double(Probability)>& function) {
  double mean = 0.0;
  for (const Atom& atom : mixture) mean += atom.mass * function(Probability::from_p(atom.p));
  return mean;
}

/// Exact shares of the mixture at some votes, with `slack` to either side.
std::vector<ShareOfVotes> shares_of(const std::vector<Atom>& mixture, std::int64_t n,
                                    const std::vector<std::int64_t>& votes, double slack) {
  std::vector<ShareOfVotes> shares;
  for (const std::int64_t y : votes) {
    const double share = mean_of(mixture, [&](Probability p) { return binomial_upper_tail(y, n, p); });
    shares.push_back({y, std::max(0.0, share - slack), std::min(1.0, share + slack)});
  }
  return shares;
}

TEST(MeanBounds, ContainTheMeanOfEveryMixtureThatFits) {
  struct Case {
    std::int64_t n, k, to_n;
  };
  for (const Case c : {Case{20, 800, 1000}, Case{100, 92'000, 100'000}, Case{100, 100'000, 100'000},
                       Case{1000, 70, 100}, Case{1000, 990, 1000}, Case{1, 3, 5}}) {
    const double centre = static_cast<double>(c.k) / static_cast<double>(c.to_n);
    std::vector<std::int64_t> votes;
    for (const double shift : {-0.1, -0.05, 0.0, 0.03, 0.06}) {
      const auto y = std::llround(static_cast<double>(c.n) * (centre + shift));
      if (y >= 1 && y <= c.n && (votes.empty() || y > votes.back())) votes.push_back(y);
    }
    const RisingChance chances[] = {chance_of_votes(c.k, c.to_n), chance_of_reaching(centre)};
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      const auto mixture = random_mixture(seed, centre);
      const auto known = shares_of(mixture, c.n, votes, seed % 3 == 0 ? 0.0 : 1e-3);
      for (const RisingChance& chance : chances) {
        const double truth = mean_of(mixture, chance.of);
        const Interval bounds = mean_bounds(known, c.n, chance);
        EXPECT_LE(bounds.lower, truth + 1e-12) << c.n << ' ' << seed;
        EXPECT_GE(bounds.upper, truth - 1e-12) << c.n << ' ' << seed;
      }
    }
  }
}

TEST(MeanBounds, HoldBetweenTheEndsOfCells) {
  // The mean of p is known, and the chance is concave: the largest mean is that of a single atom, which lies
  // inside of some cell.
  for (std::uint64_t i = 0; i < 50; ++i) {
    const double p = keyed_uniform(0, 4, i);
    const Interval bounds = mean_bounds(std::vector<ShareOfVotes>{{1, p, p}}, 1, chance_of_votes(1, 2));
    const double truth = 1.0 - (1.0 - p) * (1.0 - p);
    EXPECT_GE(bounds.upper, truth);
    EXPECT_LT(bounds.upper, truth + 0.02);
  }
}

TEST(MeanBounds, AreThoseOfTheShareThatIsAsked) {
  // The chance that is asked for is one of those that are known.
  const Interval bounds =
      mean_bounds(std::vector<ShareOfVotes>{{50, 0.3, 0.4}, {60, 0.1, 0.2}}, 100, chance_of_votes(60, 100));
  EXPECT_NEAR(bounds.lower, 0.1, 0.012);
  EXPECT_NEAR(bounds.upper, 0.2, 0.012);
}

TEST(MeanBounds, AreWideWhereNothingIsKnown) {
  const Interval bounds = mean_bounds({}, 100, chance_of_votes(60, 100));
  EXPECT_EQ(bounds.lower, 0.0);
  EXPECT_EQ(bounds.upper, 1.0);
}

TEST(MeanBounds, AllowForTheErrorOfTheChance) {
  const std::vector<ShareOfVotes> known{{50, 0.4, 0.5}, {70, 0.1, 0.2}};
  RisingChance chance = chance_of_votes(60, 100);
  const Interval exact = mean_bounds(known, 100, chance);
  chance.error = 0.01;
  const Interval wide = mean_bounds(known, 100, chance);
  EXPECT_NEAR(wide.lower, exact.lower - 0.01, 1e-12);
  EXPECT_NEAR(wide.upper, exact.upper + 0.01, 1e-12);
}

TEST(MeanBounds, AreSharpForAMixtureThatReachesThem) {
  // Of the p whose mean of P[Bin(1, p) >= 1] = p is 1/2, those at 0 and 1 have the largest share at 1/2 and
  // above, and those just below 1/2 the smallest.
  const Interval bounds = mean_bounds(std::vector<ShareOfVotes>{{1, 0.5, 0.5}}, 1, chance_of_reaching(0.6));
  EXPECT_LE(bounds.lower, 1e-6);
  EXPECT_NEAR(bounds.upper, 0.5 / 0.6, 1e-3);
}

}  // namespace
}  // namespace certus
