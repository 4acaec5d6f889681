#include <sstream>

#include "support/program.h"
#include "support/shared_files.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using nlohmann::json;
using test::certus_run;
using test::Outcome;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Compare : public ::testing::Test {
 protected:
  std::string simulate(const std::string& name, const std::string& population,
                       const std::string& classes = "10") const {
    const std::string path = (dir_ / name).string();
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    EXPECT_EQ(certus_run({"simulate", "--population", population, "--images", "300", "--sigma", "0.5",
                          "--classes", classes, "-o", path})
                  .code,
              0);
    return path;
  }
  test::TempDir dir_;
};

TEST_F(Compare, BeginsWithWhatWasFound) {
  const Outcome outcome = certus_run({"compare", simulate("ours/noise_0.5.tsv", "constant:0.99"),
                                      simulate("plain/noise_0.5.tsv", "constant:0.7")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(
      outcome.out,
      StartsWith("Sigma 0.5: 1 pair of 2 logs.\n"
                 "  Confirmed at every p that the shared images can decide (1 pair): ours dominates plain\n"
                 "    (0.709-0.99007).\n"));
}

TEST_F(Compare, ListsManyPairsOnlyWhenAsked) {
  std::vector<std::string> words{"compare"};
  for (const char* name : {"a", "b", "c", "d", "e", "f"})
    words.push_back(simulate(std::string(name) + "/noise_0.5.tsv", "beta:8,2"));
  EXPECT_THAT(certus_run(words).out, HasSubstr("--details lists the 15 pairs"));
  EXPECT_THAT(certus_run(words).out, Not(HasSubstr("Pairs at sigma")));
  words.emplace_back("--details");
  EXPECT_THAT(certus_run(words).out, HasSubstr("Pairs at sigma 0.5"));
}

TEST_F(Compare, TestsNoLogsWhoseLabelsDiffer) {
  const std::string a = simulate("a/noise_0.5.tsv", "constant:0.99");
  const std::string b = simulate("b/noise_0.5.tsv", "constant:0.7", "7");
  const Outcome outcome = certus_run({"compare", a, b, "--mixed"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Not tested, because the labels differ (1 pair): a with b."));
  const json pair = certus_run({"compare", a, b, "--mixed", "--format", "json"}).parsed()["pairs"][0];
  EXPECT_FALSE(pair.contains("paired_test"));
  EXPECT_EQ(pair["no_test"], "labels differ");
}

TEST(PublishedLogs, CompareOfAllFitsATerminal) {
  CERTUS_NEEDS_SHARED("logs/cifar10");
  std::vector<std::string> words{"compare", "--details"};
  for (const char* method : {"catrs", "consistency", "gaussian", "macer", "ours", "smoothadv", "smoothmix"}) {
    for (const char* sigma : {"0.25", "0.5", "1.0"})
      words.push_back(
          test::shared_file("logs/cifar10/" + std::string(method) + "/noise_" + sigma + ".tsv").string());
  }
  const Outcome outcome = certus_run(words);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  bool in_notes = false;  // sentences after the tables are for the terminal to break
  for (std::string line; std::getline(lines, line);) {
    in_notes = in_notes || line.starts_with("A dominating model");
    if (!in_notes) {
      EXPECT_LE(line.size(), 100u) << line;
    }
    // No interval whose ends look the same.
    for (std::size_t dash = line.find('-'); dash != std::string::npos; dash = line.find('-', dash + 1)) {
      const std::size_t from = line.rfind(' ', dash) + 1;
      const std::string low = line.substr(from, dash - from);
      if (low.starts_with("0.")) {
        EXPECT_NE(line.substr(dash + 1, low.size()), low) << line;
      }
    }
  }
}

}  // namespace
}  // namespace certus
