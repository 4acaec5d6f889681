#include "certus/metrics/easy_and_hard.h"

#include <cmath>

namespace certus {
namespace {

using ::testing::ElementsAre;

TEST(EasyAndHard, AreToldApartAtOneHalf) {
  const std::vector<std::int64_t> correct{10, 6, 5, 0};
  const std::vector<double> norms{1.0, 3.0, 4.0, 12.0};
  const EasyAndHard result = easy_and_hard(correct, 10, norms);
  EXPECT_EQ(result.easy, 2);
  EXPECT_EQ(result.hard, 2);
  EXPECT_EQ(result.norm_easy, 2.0);
  EXPECT_EQ(result.norm_hard, 8.0);
  EXPECT_EQ(result.ratio, 0.25);
  const EasyAndHard all_easy = easy_and_hard(std::span(correct).first(2), 10, std::span(norms).first(2));
  EXPECT_FALSE(all_easy.norm_hard);
  EXPECT_FALSE(all_easy.ratio);
}

TEST(MeansByP, FallIntoEqualParts) {
  const std::vector<std::int64_t> correct{0, 24, 25, 75, 100};
  const std::vector<double> values{1.0, 3.0, 5.0, 7.0, 9.0};
  EXPECT_THAT(means_by_p(correct, 100, values, 4),
              ElementsAre(2.0, 5.0, ::testing::NanSensitiveDoubleEq(NAN), 8.0));
}

TEST(QuantilesByP, AreValuesOfTheImagesOfAPart) {
  const std::vector<std::int64_t> correct{90, 91, 92, 93, 94, 95, 96, 97, 98, 100, 10};
  const std::vector<double> values{10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 50};
  const auto quantiles = [&](double share) { return quantiles_by_p(correct, 100, values, 2, share); };
  EXPECT_THAT(quantiles(0.1), ElementsAre(50.0, 1.0));
  EXPECT_THAT(quantiles(0.5), ElementsAre(50.0, 5.0));
  EXPECT_THAT(quantiles(0.9), ElementsAre(50.0, 9.0));
  EXPECT_THAT(quantiles(1.0), ElementsAre(50.0, 10.0));
  const std::vector<std::int64_t> thirty(30, 100);
  std::vector<double> ranks;
  for (int i = 1; i <= 30; ++i) ranks.push_back(i);
  EXPECT_THAT(quantiles_by_p(thirty, 100, ranks, 1, 0.1), ElementsAre(3.0));  // 0.1 * 30 rounds up in binary
  EXPECT_THAT(quantiles_by_p({}, 100, {}, 1, 0.5), ElementsAre(::testing::NanSensitiveDoubleEq(NAN)));
}

}  // namespace
}  // namespace certus
