#include "certus/report/method_colours.h"

#include <set>
#include <utility>

namespace certus {
namespace {

using ::testing::ElementsAre;

std::vector<int> colours(const std::vector<std::string>& names) {
  return method_colours(names);
}

TEST(MethodColours, AreFixedForTheMethodsOfTheField) {
  EXPECT_THAT(colours({"ours", "gaussian", "catrs"}), ElementsAre(1, 0, 6));
  EXPECT_THAT(
      colours({"CAT-RS", "Easy-Focus", "SmoothAdv", "macer", "consistency", "smooth_mix", "stability"}),
      ElementsAre(6, 1, 2, 4, 3, 5, 7));
}

TEST(MethodColours, OfOtherMethodsFillTheGapsWhateverTheirOrder) {
  EXPECT_THAT(colours({"b", "gaussian", "a", "b"}), ElementsAre(2, 0, 1, 2));
  EXPECT_THAT(colours({"a", "b", "gaussian"}), ElementsAre(1, 2, 0));
}

TEST(MethodColours, AreNeverShared) {
  EXPECT_THAT(colours({"easy-focus", "ours"}), ElementsAre(1, 0));
  EXPECT_THAT(colours({"a", "b", "c", "d", "e", "f", "g", "h", "i"}), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8));
}

TEST(MethodMark, DiffersWhereColoursRepeat) {
  std::set<std::pair<int, Mark>> looks;
  for (int place = 0; place < 64; ++place) looks.emplace(place % 8, method_mark(place));
  EXPECT_EQ(looks.size(), 64u);
  EXPECT_EQ(method_mark(0), Mark::kCircle);
  EXPECT_EQ(method_mark(7), Mark::kOpenTriangle);
}

}  // namespace
}  // namespace certus
