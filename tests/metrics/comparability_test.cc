#include "certus/metrics/comparability.h"

#include "support/logs.h"

namespace certus {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

LoadedLog loaded_of(std::string path, CertificationLog log, std::int64_t n = 100) {
  log.path = std::move(path);
  return {.log = std::move(log),
          .manifest = {},
          .sigma = {.value = 0.5, .source = Source::kOption},
          .n = {.value = n, .source = Source::kOption},
          .alpha = {.value = 0.001, .source = Source::kOption},
          .notes = {}};
}

TEST(Comparability, LogsOfOneBudgetAndTheSameImagesAreComparable) {
  const std::vector<LoadedLog> logs{loaded_of("a", test::four_rows()), loaded_of("b", test::four_rows())};
  EXPECT_THAT(comparability_warnings(logs), IsEmpty());
}

TEST(Comparability, EveryDifferenceIsASentence) {
  CertificationLog other = test::four_rows();
  other.label[0] = 3;
  CertificationLog shorter = test::four_rows();
  shorter.idx.pop_back();
  shorter.label.pop_back();
  shorter.predicted.pop_back();
  shorter.radius.pop_back();
  const std::vector<LoadedLog> logs{loaded_of("a", test::four_rows()), loaded_of("b", test::four_rows(), 200),
                                    loaded_of("c", other), loaded_of("d", shorter)};
  EXPECT_THAT(comparability_warnings(logs),
              ElementsAre("b was certified with n = 200, alpha = 0.001, but a with n = 100, alpha = 0.001",
                          HasSubstr("c has other labels than a for 1 of the images they share"),
                          "d has 3 images and a 4, of which they share 3"));
}

TEST(Comparability, BudgetsThatAChangeMakesEqualAreEqual) {
  const std::vector<LoadedLog> logs{loaded_of("a", test::four_rows()),
                                    loaded_of("b", test::four_rows(), 200)};
  EXPECT_THAT(comparability_warnings(logs, {.n = 50, .alpha = {}}), IsEmpty());
  EXPECT_THAT(comparability_warnings(logs, {.n = {}, .alpha = 0.01}), SizeIs(1));
}

}  // namespace
}  // namespace certus
