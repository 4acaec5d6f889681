#include "certus/record/simulate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "certus/stats/binomial.h"

namespace certus {
namespace {

TEST(Simulate, IsAFunctionOfSeedAndImage) {
  const Population population = Population::parse("beta:8,2");
  const SimulationParams params{.budget = {.n = 1000}, .seed = 3};
  EXPECT_EQ(record_row(simulate_record(population, params, 7)),
            record_row(simulate_record(population, params, 7)));
  EXPECT_NE(record_row(simulate_record(population, params, 7)),
            record_row(simulate_record(population, params, 17)));
}

TEST(Simulate, DrawsBinomialVotes) {
  // Mean of 4000 draws of Bin(200, 0.7): a right program is off by more than 5 standard errors once in 10^6
  // seeds.
  const Population population = Population::parse("constant:0.7");
  double sum = 0;
  double squares = 0;
  for (std::int64_t i = 0; i < 4000; ++i) {
    const auto record = simulate_record(population, {.budget = {.n = 200}, .seed = 11}, i);
    for (const auto& entry : record.counts) {
      if (entry.label != record.label) continue;
      sum += static_cast<double>(entry.votes);
      squares += static_cast<double>(entry.votes * entry.votes);
    }
  }
  const double mean = sum / 4000;
  EXPECT_NEAR(mean, 140.0, 5 * std::sqrt(42.0 / 4000));
  EXPECT_NEAR(squares / 4000 - mean * mean, 42.0, 5 * 42.0 * std::sqrt(2.0 / 4000));
}

TEST(Simulate, CertifiesTheWrongClassOfAHardImage) {
  const auto record = simulate_record(Population::parse("constant:0.05"),
                                      {.budget = {.n = 1000, .alpha = 0.001, .sigma = 1}}, 0);
  EXPECT_EQ(*record.predicted, 1);
  EXPECT_GT(record.radius, 1.0);
}

}  // namespace
}  // namespace certus
