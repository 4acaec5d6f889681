#include "certus/logs/radius_lattice.h"

#include "support/logs.h"

namespace certus {
namespace {

constexpr RadiusDigits kThreeDigits{.kind = RadiusDigits::Kind::kSignificant, .digits = 3};
const Budget kUsual{.n = 100'000, .alpha = 0.001, .sigma = 0.5};

TEST(LatticeCell, HoldsExactlyTheCountsThatPrintToTheRadius) {
  // 1.75 covers 99,990 (1.7451) and 99,991 (1.7520); 1.91 is the cap alone.
  const auto cell = lattice_cell(1.75, kThreeDigits, kUsual);
  ASSERT_TRUE(cell);
  EXPECT_EQ(cell->k_low, 99'990);
  EXPECT_EQ(cell->k_high, 99'991);
  EXPECT_EQ(lattice_cell(1.91, kThreeDigits, kUsual)->k_low, 100'000);
  EXPECT_FALSE(lattice_cell(1.89, kThreeDigits, kUsual));  // between the last two counts
  EXPECT_FALSE(lattice_cell(1.92, kThreeDigits, kUsual));
}

TEST(UnattainableRadius, IsTheLargestThatNoCountGives) {
  const LoggedRadii fitting{.descending = {1.91, 1.87, 0.5}, .at_largest = 1, .digits = kThreeDigits};
  EXPECT_FALSE(unattainable_radius(fitting, kUsual));
  const LoggedRadii off{.descending = {1.91, 1.89, 0.5}, .at_largest = 1, .digits = kThreeDigits};
  EXPECT_EQ(*unattainable_radius(off, kUsual), 1.89);
}

TEST(LoggedRadii, CountsTheRowsAtTheTop) {
  CertificationLog log = test::log_of_votes({1, 1, 1, 1}, 1);
  log.radius = {0.5, 1.5, 1.5, 9.0};
  log.predicted[3] = CertificationLog::kAbstained;
  const LoggedRadii radii = logged_radii(log);
  EXPECT_EQ(radii.descending, (std::vector<double>{1.5, 0.5}));
  EXPECT_EQ(radii.at_largest, 2);
}

}  // namespace
}  // namespace certus
