// Rows of images that were decided from two classes, against the rule that they stopped by.
#include <algorithm>
#include <cmath>

#include "certus/logs/audit.h"
#include "certus/procedure/at_radii_two_class.h"
#include "certus/procedure/deciding_image.h"
#include "certus/stats/confidence_sequence.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const Budget kBudget{.n = 2000, .alpha = 0.01, .sigma = 0.5};

/// A record of one image that decides at 0.25 and 0.5.
class TwoClassRows : public ::testing::Test {
 protected:
  struct Counts {
    std::int64_t chosen = 0, runner_up = 0, rest = 0, blank = 0;  ///< no class of the rest is the runner-up
  };

  static CertificationRecord row(const Counts& counts, std::optional<double> radius) {
    const std::int64_t n = counts.chosen + counts.runner_up + counts.rest + counts.blank;
    const ConfidenceSequence sequence(kBudget.alpha);
    CertificationRecord record{.label = 3, .n0 = 10, .n = n, .nan_votes = counts.blank};
    if (radius) record.predicted = 3;
    record.radius = radius.value_or(0.0);
    if (counts.chosen > 0) record.counts.push_back({3, counts.chosen});
    if (counts.runner_up > 0) record.counts.push_back({5, counts.runner_up});
    for (std::int64_t left = counts.rest; left > 0; left -= counts.runner_up)
      record.counts.push_back({static_cast<int>(record.counts.size()) + 4, std::min(left, counts.runner_up)});
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
                .rest = table.looks()[j] - counts.chosen - counts.runner_up};
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
  const Counts counts = certified_at_once(0.83, 0.05);  // 0.5 needs Phi(1) = 0.841 from p_A alone
  EXPECT_THAT(codes(row(counts, 0.5)), IsEmpty());
}

TEST_F(TwoClassRows, AreCheckedAgainstTheRunnerUp) {
  Counts counts = certified_at_once(0.83, 0.05);
  EXPECT_THAT(codes(row(counts, 0.25)), ElementsAre("radius-below-votes"));
  counts.runner_up += counts.rest;  // what was scattered is one class now, and proves less
  counts.rest = 0;
  EXPECT_THAT(codes(row(counts, 0.25)), Not(Contains("radius-below-votes")));
}

TEST_F(TwoClassRows, CountDrawsForNoClassAsTheRunnerUps) {
  Counts counts = certified_at_once(0.83, 0.05);
  EXPECT_THAT(codes(row(counts, 0.25)), ElementsAre("radius-below-votes"));
  std::swap(counts.blank, counts.rest);
  EXPECT_THAT(codes(row(counts, 0.25)), Not(Contains("radius-below-votes")));
}

TEST_F(TwoClassRows, HaveNoRadiusThatTheirVotesCannotHaveCertified) {
  const TwoClassTable table(params_);
  // The most votes with which no look certifies 0.5, if they come first and no runner-up has any.
  std::int64_t votes = 0;
  const auto can_certify = [&](std::int64_t k) {
    for (std::size_t j = 0; j < table.looks().size(); ++j) {
      if (table.certified(j, std::min(k, table.looks()[j]), 0) == 2) return true;
    }
    return false;
  };
  while (!can_certify(votes + 1)) ++votes;
  const std::int64_t n = table.looks().back();
  const auto with = [&](std::int64_t k) {
    return codes(row({.chosen = k, .runner_up = 100, .rest = n - k - 100}, 0.5));
  };
  EXPECT_THAT(with(votes), ElementsAre("radius-above-votes"));
  EXPECT_THAT(with(votes + 1), IsEmpty());
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
