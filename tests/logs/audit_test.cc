#include "certus/logs/audit.h"

#include <cmath>

#include "certus/record/simulate.h"
#include "support/logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::kFieldHeaderLine;
using ::testing::HasSubstr;

std::vector<std::string> rows(const Budget& budget, std::int64_t images,
                              const char* population = "beta:3,0.2") {
  const Population drawn = Population::parse(population);
  std::vector<std::string> out;
  for (std::int64_t i = 0; i < images; ++i) {
    out.push_back(field_row(simulate_record(drawn, {.images = images, .budget = budget, .seed = 2}, i)));
  }
  return out;
}

std::string text_of(const std::vector<std::string>& lines) {
  std::string text = kFieldHeaderLine;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

class Audit : public ::testing::Test {
 protected:
  AuditResult audit(const std::string& name, const std::vector<std::string>& lines,
                    const AuditOptions& options = {}) {
    return audit_logs({dir_.write(name, text_of(lines)).string()}, options).front();
  }
  static std::vector<std::string> codes(const AuditResult& result) {
    std::vector<std::string> out;
    for (const auto& finding : result.findings) out.push_back(finding.code);
    return out;
  }
  const Budget usual_{.n = 100'000, .alpha = 0.001, .sigma = 0.25};
  test::TempDir dir_;
};

TEST_F(Audit, FindsNothingInACleanLog) {
  const AuditResult result = audit("noise_0.25.tsv", rows(usual_, 500));
  EXPECT_TRUE(result.findings.empty()) << result.findings.front().message;
  EXPECT_EQ(result.alpha_consistent, std::vector<double>{0.001});
  EXPECT_EQ(result.budgets.front().n, 100'000);
  EXPECT_TRUE(result.budgets.front().reaches_cap);
  EXPECT_GT(result.rows_at_largest_radius, 20);
}

TEST_F(Audit, ExposesAnotherAlphaThanClaimedAndNamesTheLikelyOne) {
  const Budget other{.n = 100'000, .alpha = 0.01, .sigma = 0.25};
  const AuditResult result =
      audit("noise_0.25.tsv", rows(other, 500), {.claimed = {.n = 100'000, .alpha = 0.001}});
  ASSERT_GE(result.findings.size(), 2u);
  EXPECT_EQ(result.findings[0].code, "alpha-mismatch");
  EXPECT_EQ(result.findings[1].code, "radius-above-maximum");
  EXPECT_THAT(result.findings[0].message, HasSubstr("likely alpha = 0.01"));
  EXPECT_EQ(result.alpha_consistent, std::vector<double>{0.01});
  // Unclaimed, it is told that the log is not what the field calls usual.
  EXPECT_EQ(audit("noise_0.25.tsv", rows(other, 500)).findings[0].code, "unusual-budget");
}

TEST_F(Audit, NamesTheBudgetThatFitsWhereTheClaimedNDoesNot) {
  const AuditResult without_alpha = audit("noise_0.25.tsv", rows(usual_, 500), {.claimed = {.n = 10'000}});
  ASSERT_EQ(codes(without_alpha), std::vector<std::string>{"budget-unattainable"});
  EXPECT_THAT(
      without_alpha.findings[0].message,
      HasSubstr("the radii are not on the lattice of n = 10000, sigma = 0.25 for any usual alpha; n = "
                "100000, alpha = 0.001 fits"));
  const AuditResult with_alpha =
      audit("noise_0.25.tsv", rows(usual_, 500), {.claimed = {.n = 10'000, .alpha = 0.001}});
  ASSERT_FALSE(with_alpha.findings.empty());
  EXPECT_THAT(
      with_alpha.findings[0].message,
      HasSubstr("is not on the lattice of radii of the claimed n = 10000, alpha = 0.001, whose largest "
                "is 0.799644; no usual alpha fits n = 10000; n = 100000, alpha = 0.001 fits"));
}

TEST_F(Audit, FindsAClassifierThatHardlyLooks) {
  std::vector<std::string> lines;
  for (int i = 0; i < 100; ++i)
    lines.push_back(join_text(i, '\t', i % 10, "\t3\t0.953\t", i % 10 == 3 ? 1 : 0, "\t0:00:01"));
  const AuditResult result = audit("noise_0.25.tsv", lines);
  EXPECT_TRUE(result.near_constant);
  EXPECT_THAT(codes(result), ::testing::Contains("near-constant"));
}

TEST_F(Audit, FailsOnAFileThatCannotBeReadUnlessSomebodyListens) {
  const std::string good = dir_.write("noise_0.25.tsv", text_of(rows(usual_, 500))).string();
  EXPECT_THROW(audit_logs({good, "absent.tsv"}, {}), Error);
  std::vector<std::string> unread;
  AuditOptions options;
  options.on_unreadable = [&](const std::string& path, const Error&) { unread.push_back(path); };
  EXPECT_EQ(audit_logs({"absent.tsv", good}, options).size(), 1u);
  EXPECT_EQ(unread, std::vector<std::string>{"absent.tsv"});
}

TEST_F(Audit, FindsAnAlphaOutsideTheUsualList) {
  const Budget other{.n = 100'000, .alpha = 0.003, .sigma = 0.25};
  const AuditResult result = audit("noise_0.25.tsv", rows(other, 500), {.claimed = {.n = 100'000}});
  ASSERT_EQ(result.alpha_consistent.size(), 1u);
  EXPECT_NEAR(result.alpha_consistent.front(), 0.003, 1e-12);
}

TEST_F(Audit, DoesNotAccuseRadiiThatWereCutOff) {
  const Population population = Population::parse("beta:3,0.2");
  std::vector<std::string> lines;
  for (std::int64_t i = 0; i < 500; ++i) {
    CertificationRecord record = simulate_record(population, {.budget = {.sigma = 0.5}}, i);
    record.radius = std::floor(record.radius * 100.0) / 100.0;
    lines.push_back(field_row(record));
  }
  const AuditResult result = audit("noise_0.5.tsv", lines, {.claimed = {.n = 100'000, .alpha = 0.001}});
  EXPECT_TRUE(result.findings.empty()) << result.findings.front().message;
  EXPECT_THAT(result.loaded.notes, ::testing::Contains(HasSubstr("cut off")));
}

TEST_F(Audit, FindsMissingRepeatedAndMisplacedRows) {
  auto lines = rows(usual_, 100);
  lines.erase(lines.begin() + 40, lines.begin() + 43);
  EXPECT_EQ(codes(audit("noise_0.25.tsv", lines)), std::vector<std::string>{"rows-missing"});
  EXPECT_THAT(audit("noise_0.25.tsv", lines).findings[0].message,
              HasSubstr("3 images are missing in a stride of 1, the first is idx 40"));
  lines = rows(usual_, 100);
  lines.push_back(lines[10]);
  EXPECT_EQ(codes(audit("noise_0.25.tsv", lines)),
            (std::vector<std::string>{"duplicate-idx", "out-of-order"}));
  std::vector<std::string> strided;
  for (const auto& line : rows(usual_, 400)) {
    const std::int64_t idx = std::stoll(line);
    if (idx % 20 == 0 || idx == 111) strided.push_back(line);
  }
  EXPECT_EQ(codes(audit("noise_0.25.tsv", strided)), std::vector<std::string>{"out-of-stride"});
}

TEST_F(Audit, CollectsRowsThatContradictThemselves) {
  auto lines = rows(usual_, 100);
  for (std::size_t i = 0; i < 5; ++i) lines[i] = std::to_string(i) + "\t1\t1\t0.412\t0\tx";
  const AuditResult result = audit("noise_0.25.tsv", lines);
  EXPECT_EQ(codes(result),
            (std::vector<std::string>{"correct-mismatch", "correct-mismatch", "correct-mismatch"}));
  EXPECT_THAT(result.findings.back().message, HasSubstr("(and 2 more rows)"));
}

TEST_F(Audit, MeasuresWhatRoundingDoes) {
  // At sigma 0.5 the largest radius 1.905728 is logged as 1.91.
  const AuditResult result =
      audit("noise_0.5.tsv", rows({.n = 100'000, .alpha = 0.001, .sigma = 0.5}, 500, "constant:1"));
  ASSERT_TRUE(result.rounding);
  EXPECT_NEAR(result.rounding->acr_logged, 1.91, 1e-9);
  EXPECT_NEAR(result.rounding->acr_mean, 1.905728, 1e-6);
  EXPECT_EQ(codes(result), std::vector<std::string>{"rounding"});
}

TEST_F(Audit, FindsAPileThatIsNoCap) {
  auto lines = rows(usual_, 200, "beta:8,2");
  for (std::size_t i = 0; i < 40; ++i) lines[i] = std::to_string(i) + "\t1\t1\t0.85\t1\tx";
  for (std::size_t i = 40; i < lines.size(); ++i) lines[i] = std::to_string(i) + "\t1\t1\t0.3\t1\tx";
  EXPECT_THAT(codes(audit("noise_0.25.tsv", lines, {.claimed = {.n = 100'000, .alpha = 0.001}})),
              ::testing::Contains("saturation-mismatch"));
}

TEST_F(Audit, ComparesPeers) {
  auto fewer = rows(usual_, 90);
  auto relabelled = rows(usual_, 100);
  relabelled[4] = "4\t9\t-1\t0.0\t0\tx";
  const std::vector<std::string> paths = {
      dir_.write("a/noise_0.25.tsv", text_of(rows(usual_, 100))).string(),
      dir_.write("b/noise_0.25.tsv", text_of(fewer)).string(),
      dir_.write("c/noise_0.25.tsv", text_of(relabelled)).string(),
      dir_.write("d/noise_0.25.tsv", text_of(rows({.n = 10'000, .alpha = 0.001, .sigma = 0.25}, 100)))
          .string()};
  const auto results = audit_logs(paths, {});
  EXPECT_TRUE(results[0].findings.empty());
  EXPECT_EQ(codes(results[1]), std::vector<std::string>{"fewer-images"});
  EXPECT_EQ(codes(results[2]), std::vector<std::string>{"label-disagreement"});
  EXPECT_EQ(codes(results[3]), std::vector<std::string>{"different-budget"});
}

TEST_F(Audit, ChecksTheRadiiOfCounts) {
  const std::string header = "idx\tlabel\tpredict\tradius\tcorrect\ttime\tn0\tn\tcounts\n";
  const auto path = dir_.write("noise_1.0.tsv", header + "0\t1\t1\t1.6\t1\tx\t10\t100\t1:90;2:10\n").string();
  const auto results = audit_logs({path}, {.claimed = {.alpha = 0.001}});
  EXPECT_THAT(codes(results[0]), ::testing::Contains("radius-not-of-counts"));
}

TEST_F(Audit, SaysWhenSigmaIsUnknown) {
  EXPECT_EQ(codes(audit("log.tsv", rows(usual_, 50))), std::vector<std::string>{"sigma-unknown"});
}

}  // namespace
}  // namespace certus
