#include "certus/report/log_names.h"

#include <gmock/gmock.h>

namespace certus {
namespace {

using ::testing::ElementsAre;

TEST(ShortNames, LeaveOutTheSharedFolder) {
  EXPECT_THAT(short_names({"logs/ours/noise_0.5.tsv", "logs/gaussian/noise_0.5.tsv"}),
              ElementsAre("ours/noise_0.5.tsv", "gaussian/noise_0.5.tsv"));
  EXPECT_THAT(short_names({"logs/a.tsv"}), ElementsAre("logs/a.tsv"));
}

TEST(ShortNames, OfLongPathsAreTheirLastPartsThatDiffer) {
  const std::string far = "/somewhere/very/far/away/from/here/";
  EXPECT_THAT(short_names({far + "logs/ours/noise_0.5.tsv"}), ElementsAre("ours/noise_0.5.tsv"));
  EXPECT_THAT(short_names({far + "logs/ours/noise_0.5.tsv", "logs/gaussian/noise_0.5.tsv"}),
              ElementsAre("ours/noise_0.5.tsv", "gaussian/noise_0.5.tsv"));
  EXPECT_THAT(short_names({far + "seed1/ours/noise_0.5.tsv", "seed2/ours/noise_0.5.tsv"}),
              ElementsAre("seed1/ours/noise_0.5.tsv", "seed2/ours/noise_0.5.tsv"));
}

TEST(ShortNames, TakeThePlaceOfPathsInSentences) {
  const std::vector<std::string> paths{"logs/a.tsv", "logs/a.tsv2"};
  EXPECT_EQ(with_short_names("logs/a.tsv has 3 images and logs/a.tsv2 has 4", paths, short_names(paths)),
            "a.tsv has 3 images and a.tsv2 has 4");
}

}  // namespace
}  // namespace certus
