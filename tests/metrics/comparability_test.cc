#include "certus/metrics/comparability.h"

#include "support/loaded_logs.h"

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

TEST(Comparability, OtherRulesForWhenToStopAreASentenceUnlessConverted) {
  const std::vector<LoadedLog> logs{test::loaded_votes("fixed", 0.5, {900}),
                                    test::loaded_stopped("a", {{30, 40}}),
                                    test::loaded_stopped("b", {{30, 40}}, {0.25})};
  EXPECT_THAT(
      comparability_warnings(logs),
      ElementsAre("a was certified with votes until it is decided at 0.25, 0.5, but fixed with as many "
                  "votes for every image",
                  HasSubstr("b was certified with votes until it is decided at 0.25, but fixed")));
  EXPECT_THAT(comparability_warnings(std::vector{logs[1], logs[2]}), SizeIs(1));
  EXPECT_THAT(comparability_warnings(std::vector{logs[1], logs[1]}), IsEmpty());
  EXPECT_THAT(comparability_warnings(logs, {.n = 1000}), IsEmpty());
}

}  // namespace
}  // namespace certus
