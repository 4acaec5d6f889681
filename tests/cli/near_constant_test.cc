#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/stats/certified_radius.h"
#include "support/logs.h"
#include "support/program.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using nlohmann::json;
using test::certus_run;
using test::Outcome;
using ::testing::HasSubstr;
using ::testing::Not;

/// A classifier that says class 3 for all of 200 images of ten classes, whatever the noise: every image has
/// the largest radius there is.
std::string always_cat(const test::TempDir& dir) {
  const double cap = *largest_radius({.n = 100'000, .alpha = 0.001, .sigma = 0.5});
  std::string text = test::kFieldHeaderLine;
  for (int i = 0; i < 200; ++i)
    text +=
        join_text(i, '\t', i % 10, "\t3\t", three_digit_text(cap), '\t', i % 10 == 3 ? 1 : 0, "\t0:00:01\n");
  return dir.write("cat/noise_0.5.tsv", text).string();
}

std::string honest(const test::TempDir& dir) {
  std::filesystem::create_directories(dir / "honest");
  const std::string path = (dir / "honest/noise_0.5.tsv").string();
  EXPECT_EQ(certus_run({"simulate", "--population", "beta:3,0.5", "--images", "200", "--sigma", "0.5",
                        "--style", "field", "-o", path})
                .code,
            0);
  return path;
}

constexpr const char* kSentence =
    "the classifier is nearly constant: it says class 3 for 100.0 % of the 200 images that it answers";

TEST(NearConstantLogs, AreAFindingOfTheAudit) {
  const test::TempDir dir;
  const Outcome outcome = certus_run({"audit", always_cat(dir), "--format", "json"});
  EXPECT_EQ(outcome.code, 1);
  const json result = outcome.parsed()[0];
  EXPECT_EQ(result["near_constant"], true);
  bool found = false;
  for (const json& finding : result["findings"]) {
    if (finding["code"] != "near-constant") continue;
    found = true;
    EXPECT_THAT(finding["message"].get<std::string>(), HasSubstr(kSentence));
  }
  EXPECT_TRUE(found) << outcome.out;
  EXPECT_EQ(certus_run({"audit", honest(dir), "--format", "json"}).parsed()[0]["near_constant"], false);
}

TEST(NearConstantLogs, DrawAWarningWhereverTheirNumbersAreShown) {
  const test::TempDir dir;
  const std::string cat = always_cat(dir);
  const std::string other = honest(dir);
  for (const char* command : {"evaluate", "table", "compare"}) {
    const Outcome outcome = certus_run({command, cat, other});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(test::unwrapped(outcome.out), HasSubstr(join_text("WARNING: cat/noise_0.5.tsv: ", kSentence)))
        << command;
    EXPECT_THAT(outcome.out, Not(HasSubstr("WARNING: honest"))) << command;
  }
  const json evaluated = certus_run({"evaluate", cat, other, "--format", "json"}).parsed();
  EXPECT_EQ(evaluated[0]["near_constant"], true);
  EXPECT_EQ(evaluated[1]["near_constant"], false);
  for (const char* command : {"table", "compare"})
    EXPECT_EQ(certus_run({command, cat, other, "--format", "json"}).parsed()["near_constant"],
              json::array({cat}));
}

}  // namespace
}  // namespace certus
