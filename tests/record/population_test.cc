#include "certus/record/population.h"

#include "certus/stats/beta.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

TEST(Population, TellsWhatItCannotUnderstand) {
  EXPECT_THAT(error_of([] { Population::parse("constant:1.5"); }),
              HasSubstr("found '1.5', expected a probability in [0, 1]"));
  EXPECT_THAT(error_of([] { Population::parse("beta:8"); }), HasSubstr("expected two shapes"));
  EXPECT_THAT(error_of([] { Population::parse("beta:0,1"); }), HasSubstr("expected a shape"));
  EXPECT_THAT(error_of([] { Population::parse("no-such-file"); }),
              HasSubstr("no such file, expected constant:P, beta:A,B or a file"));
}

TEST(Population, ListsTheValuesOfAFileInOrder) {
  const test::TempDir dir;
  const Population listed = Population::parse(dir.write("p", "# p_A\n0.25\n1\n").string());
  EXPECT_EQ(listed.listed(), 2);
  EXPECT_EQ(listed.draw(0, 0.9).p, 0.25);
  EXPECT_EQ(listed.draw(1, 0.9).p, 1.0);
  EXPECT_EQ(listed.draw(2, 0.9).p, 0.25);
}

TEST(Population, BetaIsTheQuantile) {
  const Probability p = Population::parse("beta:8,2").draw(0, 0.3);
  EXPECT_NEAR(beta_upper_tail(p, 8.0, 2.0), 0.7, 1e-12);
}

}  // namespace
}  // namespace certus
