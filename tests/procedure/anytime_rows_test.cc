// Rows of images that stopped when something was decided, against the rule that they stopped by.
#include "certus/logs/audit.h"
#include "certus/procedure/at_radii.h"
#include "certus/procedure/deciding_image.h"
#include "certus/procedure/to_width.h"
#include "certus/stats/confidence_sequence.h"
#include "certus/stats/decision_table.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Budget kBudget{.n = 2000, .alpha = 0.01, .sigma = 0.5};

/// A record of two images that decide at 0.25 and 0.5, written as certify does, and then spoilt.
class AnytimeRows : public ::testing::Test {
 protected:
  AnytimeRows() {
    describe(*at_radii_procedure(10, {.budget = kBudget, .radii = {0.25, 0.5}}));
    const DecisionTable table({.budget = kBudget, .radii = {0.25, 0.5}});
    // One without a miss at the first look that certifies both radii, one without a vote at the first look.
    std::size_t j = 0;
    while (table.certified(j, table.looks()[j]) < 2) ++j;
    sure_ = row(0, table.looks()[j], table.looks()[j], 0.5);
    wrong_ = row(1, 0, table.looks()[0], std::nullopt);
  }

  /// Sets the manifest to that of a run of the procedure.
  void describe(const Procedure& procedure) {
    manifest_ = {.procedure = std::string(procedure.kind().name),
                 .budget = procedure.budget(),
                 .n0 = procedure.n0(),
                 .fields = procedure.fields()};
  }
  void set_field(const std::string& name, const ManifestValue& value) {
    for (ManifestField& field : manifest_.fields) {
      if (field.name == name) field.value = value;
    }
  }

  static CertificationRecord row(std::int64_t idx, std::int64_t votes, std::int64_t n,
                                 std::optional<double> radius) {
    const ConfidenceSequence sequence(kBudget.alpha);
    CertificationRecord record{.idx = idx, .label = 3, .n0 = 10, .n = n};
    if (radius) record.predicted = 3;
    record.radius = radius.value_or(0.0);
    if (votes > 0) record.counts.push_back({3, votes});
    if (votes < n) record.counts.push_back({5, n - votes});
    record.extension = extension_of(
        {.chosen = 3, .looks = 1, .lower = sequence.lower(votes, n).p, .upper = sequence.upper(votes, n).p});
    return record;
  }

  std::string write(const CertificationRecord& a, const CertificationRecord& b) {
    const auto path =
        dir_.write("a.tsv", record_header(anytime_columns()) + "\n" + record_row(a, anytime_columns()) +
                                "\n" + record_row(b, anytime_columns()) + "\n");
    write_manifest(path, manifest_, Overwrite::kAllow);
    return path.string();
  }

  std::vector<std::string> codes(const CertificationRecord& a, const CertificationRecord& b) {
    std::vector<std::string> out;
    const auto results = audit_logs({write(a, b)}, {});
    for (const Finding& finding : results.front().findings) out.push_back(finding.code);
    return out;
  }

  RunManifest manifest_;
  CertificationRecord sure_, wrong_;
  test::TempDir dir_;
};

TEST_F(AnytimeRows, OfACleanRecordAreClean) {
  const AuditResult result = audit_logs({write(sure_, wrong_)}, {}).front();
  EXPECT_THAT(result.findings, IsEmpty());
  EXPECT_EQ(result.budget, kBudget);
}

TEST_F(AnytimeRows, MustEndAtALook) {
  EXPECT_THAT(codes(sure_, row(1, 0, 11, std::nullopt)), ElementsAre("n-not-a-look"));
  EXPECT_THAT(codes(sure_, row(1, 0, 3000, std::nullopt)), ElementsAre("n-above-most", "n-not-a-look"));
  set_field("top_up", "other.tsv");  // whose looks nobody knows here
  EXPECT_THAT(codes(sure_, row(1, 0, 11, std::nullopt)), IsEmpty());
}

TEST_F(AnytimeRows, AreCheckedByTheConstantsOfTheirManifest) {
  set_field("first_look", std::int64_t{11});
  EXPECT_THAT(codes(sure_, wrong_), ::testing::Contains("n-not-a-look"));
  set_field("first_look", std::int64_t{10});
  set_field("first_share", 0.5);  // a radius is then certified at an earlier look
  EXPECT_THAT(codes(sure_, wrong_), ::testing::Contains("n-not-a-look"));
  set_field("first_share", 0.0);
  EXPECT_THAT(error_of([&] { codes(sure_, wrong_); }), HasSubstr("a share of 0 of alpha"));
}

TEST_F(AnytimeRows, MustNotEndWhereTheRuleGoesOn) {
  EXPECT_THAT(codes(sure_, row(1, wrong_.n, wrong_.n, std::nullopt)), ElementsAre("ended-early"));
}

TEST_F(AnytimeRows, HaveTheRadiiThatTheirVotesCertify) {
  EXPECT_THAT(codes(row(0, sure_.n, sure_.n, 0.25), wrong_), ElementsAre("radius-below-votes"));
  EXPECT_THAT(codes(row(0, sure_.n, sure_.n, std::nullopt), wrong_), ElementsAre("radius-below-votes"));
  EXPECT_THAT(codes(row(0, sure_.n, sure_.n, 0.6), wrong_), ElementsAre("radius-not-asked"));
}

TEST_F(AnytimeRows, HaveNoRadiusThatTheirVotesCannotHaveCertified) {
  CertificationRecord forged = row(1, 4, wrong_.n, 0.5);
  EXPECT_THAT(error_of([&] { load_log(write(sure_, forged)); }),
              HasSubstr("column 'radius': found '0.5', expected less: 4 votes certify it at no look"));
  // Enough votes for the exact boundary, too few for the mixtures.
  const CertificationRecord early = row(0, 27, 27, 0.5);
  load_log(write(early, wrong_));
  for (const char* mixture : {"one-sided mixture", "mixture"}) {
    set_field("boundary", mixture);
    EXPECT_THAT(error_of([&] { load_log(write(early, wrong_)); }), HasSubstr("certify it at no look"));
  }
  set_field("boundary", "x");
  EXPECT_THAT(error_of([&] { load_log(write(sure_, wrong_)); }),
              HasSubstr("field 'boundary' is \"x\", expected spending, one-sided mixture or mixture"));
}

TEST_F(AnytimeRows, HaveTheBoundsOfTheirVotes) {
  sure_.extension[2] += 0.01;
  wrong_.extension[3] -= 0.01;
  EXPECT_THAT(codes(sure_, wrong_), ElementsAre("bound-not-of-votes", "bound-not-of-votes"));
  EXPECT_THAT(error_of([&] { load_log(write(sure_, wrong_)); }), HasSubstr("a.tsv:2: column 'lower': found"));
}

TEST_F(AnytimeRows, HaveAnUpperBoundForWhichBlankDrawsWereVotes) {
  const ConfidenceSequence sequence(kBudget.alpha);
  CertificationRecord blank = wrong_;  // no vote, and one of its draws for no class
  blank.counts = {{5, wrong_.n - 1}};
  blank.nan_votes = 1;
  EXPECT_THAT(codes(sure_, blank), ElementsAre("bound-not-of-votes"));
  blank.extension[3] = sequence.upper(1, wrong_.n).p;
  EXPECT_THAT(codes(sure_, blank), IsEmpty());
}

TEST_F(AnytimeRows, PredictTheClassThatWasChosen) {
  sure_.extension[0] = 5;
  EXPECT_THAT(codes(sure_, wrong_), ::testing::Contains("class-mismatch"));
}

TEST_F(AnytimeRows, OfAWidthHaveTheRadiusOfTheirBound) {
  describe(*to_width_procedure(10, {.budget = kBudget, .width = 0.3, .growth = 1.2}));
  CertificationRecord known = row(0, 10, 10, 0.0);
  known.radius = *radius_of_bound(ConfidenceSequence(kBudget.alpha).lower(10, 10), kBudget.sigma);
  EXPECT_THAT(codes(known, row(1, 0, 10, std::nullopt)), IsEmpty());
  EXPECT_THAT(codes(known, row(1, 0, 13, std::nullopt)), ElementsAre("n-not-a-look"));
  known.radius += 0.01;
  EXPECT_THAT(codes(known, row(1, 0, 10, std::nullopt)), ElementsAre("radius-not-of-bound"));
}

TEST_F(AnytimeRows, CannotBeCheckedWithoutTheirManifest) {
  const std::string path = write(sure_, wrong_);
  std::filesystem::remove(manifest_path(path));
  const auto findings = audit_logs({path}, {}).front().findings;
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, "manifest-missing");
}

}  // namespace
}  // namespace certus
