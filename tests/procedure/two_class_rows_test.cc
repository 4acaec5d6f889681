// Rows of images that were decided from two classes, against the rule that they stopped by.
#include <cmath>

#include "certus/logs/audit.h"
#include "certus/procedure/at_radii_two_class.h"
#include "certus/procedure/deciding_image.h"
#include "certus/stats/confidence_sequence.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Budget kBudget{.n = 2000, .alpha = 0.01, .sigma = 0.5};

/// A record of one image that decides at 0.25 and 0.5.
class TwoClassRows : public ::testing::Test {
 protected:
  struct Counts {
    std::int64_t chosen = 0, runner_up = 0, third = 0, blank = 0;
  };

  static CertificationRecord row(const Counts& counts, std::optional<double> radius) {
    const std::int64_t n = counts.chosen + counts.runner_up + counts.third + counts.blank;
    const ConfidenceSequence sequence(kBudget.alpha);
    CertificationRecord record{.label = 3, .n0 = 10, .n = n, .nan_votes = counts.blank};
    if (radius) record.predicted = 3;
    record.radius = radius.value_or(0.0);
    if (counts.chosen > 0) record.counts.push_back({3, counts.chosen});
    if (counts.runner_up > 0) record.counts.push_back({5, counts.runner_up});
    if (counts.third > 0) record.counts.push_back({6, counts.third});
    record.extension = extension_of({.chosen = 3,
                                     .looks = 1,
                                     .lower = sequence.lower(counts.chosen, n).p,
                                     .upper = sequence.upper(counts.chosen + counts.blank, n).p});
    return record;
  }

  std::string write(const CertificationRecord& row) {
    const auto procedure = at_radii_two_class_procedure(10, params_);
    const auto path = dir_.write(
        "a.tsv", record_header(anytime_columns()) + "\n" + record_row(row, anytime_columns()) + "\n");
    write_manifest(path,
                   {.procedure = std::string(procedure->kind().name),
                    .budget = kBudget,
                    .n0 = 10,
                    .fields = procedure->fields()},
                   Overwrite::kAllow);
    return path.string();
  }
  std::vector<std::string> codes(const CertificationRecord& row) {
    std::vector<std::string> out;
    const auto results = audit_logs({write(row)}, {});
    for (const Finding& finding : results.front().findings) out.push_back(finding.code);
    return out;
  }

  /// The first look at which these shares of the draws certify both radii, as counts.
  Counts certified_at_once(double chosen, double runner_up) const {
    const TwoClassTable table(params_);
    for (std::size_t j = 0; j < table.looks().size(); ++j) {
      const auto n = static_cast<double>(table.looks()[j]);
      const Counts counts{.chosen = std::lround(chosen * n), .runner_up = std::lround(runner_up * n)};
      if (table.certified(j, counts.chosen, counts.runner_up) == 2) {
        return {.chosen = counts.chosen,
                .runner_up = counts.runner_up,
                .third = table.looks()[j] - counts.chosen - counts.runner_up};
      }
    }
    ADD_FAILURE() << "certified nowhere";
    return {};
  }

  TwoClassDecisionParams params_{.budget = kBudget, .radii = {0.25, 0.5}};
  test::TempDir dir_;
};

TEST_F(TwoClassRows, OfACleanRecordAreClean) {
  EXPECT_THAT(codes(row({.runner_up = 10}, std::nullopt)), IsEmpty());
  // Fewer than any bound on p_A alone needs for 0.5: Phi(1) is 0.841.
  const Counts counts = certified_at_once(0.83, 0.05);
  ASSERT_LT(static_cast<double>(counts.chosen),
            0.84 * static_cast<double>(counts.chosen + counts.runner_up + counts.third));
  EXPECT_THAT(codes(row(counts, 0.5)), IsEmpty());
}

TEST_F(TwoClassRows, AreCheckedAgainstTheRunnerUp) {
  Counts counts = certified_at_once(0.83, 0.05);
  std::swap(counts.runner_up, counts.third);  // what was scattered is now one class
  if (counts.runner_up < counts.third) std::swap(counts.runner_up, counts.third);
  Counts together = counts;
  together.runner_up += together.third;
  together.third = 0;
  EXPECT_THAT(codes(row(together, 0.5)), ElementsAre("radius-above-votes"));
}

TEST_F(TwoClassRows, CountDrawsForNoClassAsTheRunnerUps) {
  Counts counts = certified_at_once(0.83, 0.05);
  EXPECT_THAT(codes(row(counts, 0.5)), IsEmpty());
  counts.blank = counts.third;
  counts.third = 0;
  EXPECT_THAT(codes(row(counts, 0.5)), ElementsAre("radius-above-votes"));
}

TEST_F(TwoClassRows, MustEndAtALookAndNotBeforeTheRuleEnds) {
  EXPECT_THAT(codes(row({.runner_up = 11}, std::nullopt)), ElementsAre("n-not-a-look"));
  EXPECT_THAT(codes(row({.runner_up = 3000}, std::nullopt)), ElementsAre("n-above-most", "n-not-a-look"));
  EXPECT_THAT(codes(row({.chosen = 10}, std::nullopt)), ElementsAre("ended-early"));
}

TEST_F(TwoClassRows, HaveTheRadiiThatTheirVotesCertify) {
  const Counts counts = certified_at_once(0.9, 0.03);
  EXPECT_THAT(codes(row(counts, 0.25)), ElementsAre("radius-below-votes"));
  EXPECT_THAT(codes(row(counts, std::nullopt)), ElementsAre("radius-below-votes"));
  EXPECT_THAT(codes(row(counts, 0.6)), ElementsAre("radius-not-asked"));
  EXPECT_THAT(error_of([&] { load_log(write(row({.chosen = 4, .runner_up = 6}, 0.5))); }),
              HasSubstr("column 'radius': found '0.5', expected less: 4 votes certify it at no look"));
}

TEST_F(TwoClassRows, HaveTheBoundsOfTheirVotes) {
  CertificationRecord spoilt = row({.runner_up = 10}, std::nullopt);
  spoilt.extension[3] -= 0.01;
  EXPECT_THAT(codes(spoilt), ElementsAre("bound-not-of-votes"));
}

}  // namespace
}  // namespace certus
