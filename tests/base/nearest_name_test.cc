#include "certus/base/nearest_name.h"

#include <gmock/gmock.h>

namespace certus {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsAndReplacements) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("sgima", "sigma"), 2U);
}

TEST(NearestNames, ComeNearestFirstAndEqualsInOrder) {
  const std::vector<std::string> names{"macer-0.25", "macer-0.50", "gaussian-0.50"};
  EXPECT_THAT(nearest_names("mcer-0.50", names, 2), testing::ElementsAre("macer-0.50", "macer-0.25"));
  EXPECT_THAT(nearest_names("x", {"a", "b"}, 5), testing::ElementsAre("a", "b"));
}

TEST(DidYouMean, SuggestsOnlyWhatMayBeASlip) {
  const std::vector<std::string> names{"evaluate", "compare", "toy"};
  EXPECT_EQ(did_you_mean("evalute", names), "; did you mean evaluate?");
  EXPECT_EQ(did_you_mean("toi", names), "; did you mean toy?");
  EXPECT_EQ(did_you_mean("try", names), "; did you mean toy?");
  EXPECT_EQ(did_you_mean("run", names), "");
  EXPECT_EQ(did_you_mean("estimate", names), "");
  EXPECT_EQ(did_you_mean("x", {}), "");
}

}  // namespace
}  // namespace certus
