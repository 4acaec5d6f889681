#include "certus/stats/dataset_statement.h"

#include <gtest/gtest.h>

namespace certus {
namespace {

TEST(MostFalseCertificates, IsTheExactQuantile) {
  EXPECT_EQ(most_false_certificates(500, 0.001, 0.001), 4);
  EXPECT_EQ(most_false_certificates(1000, 0.001, 0.001), 5);
  EXPECT_EQ(most_false_certificates(10'000, 0.001, 0.001), 21);
  for (const std::int64_t m : {1, 500, 10'000}) {
    const std::int64_t q = most_false_certificates(m, 0.001, 0.01);
    EXPECT_LE(chance_of_more_false(q, m, 0.001), 0.01);
    if (q > 0) {
      EXPECT_GT(chance_of_more_false(q - 1, m, 0.001), 0.01);
    }
  }
  EXPECT_EQ(most_false_certificates(0, 0.001, 0.01), 0);
}

TEST(MostFalseCertificates, SpendsAllOfRhoAndNoMore) {
  // rho just at the chance of more than q false ones allows q; a little below it allows only one more.
  for (const double alpha : {0.001, 0.05}) {
    for (const std::int64_t m : {20, 500, 10'000}) {
      for (const std::int64_t q : {0, 1, 3, 8}) {
        const double rho = chance_of_more_false(q, m, alpha);
        if (rho >= 0.5 || rho < 1e-12) continue;
        EXPECT_EQ(most_false_certificates(m, alpha, rho), q) << m << ' ' << alpha;
        EXPECT_EQ(most_false_certificates(m, alpha, rho * 0.96), q + 1) << m << ' ' << alpha;
      }
    }
  }
}

TEST(CohenFalseShare, PromisesMoreThanHoldsAtTenThousandImages) {
  const double share = cohen_false_share(10'000, 0.001, 0.001);
  const auto allowed = static_cast<std::int64_t>(share * 10'000);
  EXPECT_NEAR(chance_of_more_false(allowed, 10'000, 0.001), 0.0016, 5e-5);
}

}  // namespace
}  // namespace certus
