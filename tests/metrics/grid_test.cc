#include "certus/metrics/grid.h"

#include <cmath>

#include "certus/stats/normal.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

TEST(Grid, PointsAreTheDecimalsTheyMean) {
  const auto grid = parse_grid("0.5:0.001:1", "--p", 0.0, 1.0);
  ASSERT_EQ(grid.size(), 501u);
  for (int i = 0; i <= 500; ++i) EXPECT_EQ(grid[static_cast<std::size_t>(i)], (500 + i) / 1000.0);
  EXPECT_EQ(parse_grid("0:0.25:2.5", "--radii", 0, 9).size(), 11u);
  EXPECT_EQ(parse_grid("0,0.5,3", "--radii", 0, 9), (std::vector<double>{0, 0.5, 3}));
  EXPECT_EQ(parse_grid("0.25", "--radii", 0, 9), std::vector<double>{0.25});
}

TEST(Grid, TellsWhatItCannotUnderstand) {
  const auto error = [](const std::string& text) {
    return error_of([&] { parse_grid(text, "--radii", 0.0, 9.0); });
  };
  EXPECT_EQ(error("a:b:c"),
            "--radii is 'a:b:c', expected a:step:b or a list like 0,0.5,1: 'a' is not a number");
  EXPECT_THAT(error("0:0:1"), HasSubstr("the step must be positive"));
  EXPECT_THAT(error("1:0.1:0"), HasSubstr("it ends before it starts"));
  EXPECT_THAT(error("0:1e-9:9"), HasSubstr("more than a million points"));
  EXPECT_THAT(error("0:1"), HasSubstr("it has 2 parts"));
  EXPECT_THAT(error("1,0.5"), HasSubstr("points must rise"));
  EXPECT_THAT(error("-1,2"), HasSubstr("-1 lies outside [0, 9]"));
  EXPECT_THAT(error(""), HasSubstr("'' is not a number"));
}

TEST(ProbitGrid, IsDenseNearOne) {
  const auto grid = probit_grid(40, 3.8);
  EXPECT_EQ(grid.front(), 0.5);
  EXPECT_EQ(grid.back(), 1.0);
  EXPECT_EQ(grid[38], normal_cdf(3.8));
  EXPECT_GE(std::count_if(grid.begin(), grid.end(), [](double p) { return p > 0.999; }), 8);
}

TEST(Grid, WithStepsHasTheDoublesNextToEach) {
  EXPECT_EQ(with_steps({0.0, 0.5, 1.0}, {0.5, 1.0, 2.0}),
            (std::vector<double>{0.0, std::nextafter(0.5, 0.0), 0.5, std::nextafter(0.5, 1.0),
                                 std::nextafter(1.0, 0.0), 1.0}));
}

}  // namespace
}  // namespace certus
