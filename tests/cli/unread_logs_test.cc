#include <sstream>

#include "support/program.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using nlohmann::json;
using test::certus_run;
using test::Outcome;
using ::testing::HasSubstr;

class UnreadLogs : public ::testing::Test {
 protected:
  std::string simulate(const std::string& name) const {
    const std::string path = (dir_ / name).string();
    EXPECT_EQ(certus_run({"simulate", "--images", "200", "--sigma", "0.5", "-o", path}).code, 0);
    return path;
  }
  test::TempDir dir_;
};

TEST_F(UnreadLogs, AreNamedAtTheEndWhileTheOthersAreShown) {
  const std::string a = simulate("a.tsv");
  const std::string b = simulate("b.tsv");
  const std::string empty = dir_.write("empty.tsv", "idx\tlabel\tpredict\tradius\tcorrect\ttime\n").string();
  for (const char* command : {"evaluate", "compare", "table", "audit"}) {
    const Outcome outcome = certus_run({command, a, empty, b});
    EXPECT_EQ(outcome.code, 1) << command;
    EXPECT_THAT(outcome.err, HasSubstr("certus: left out: " + empty + ": ")) << command;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("WARNING: 1 log cannot be read and is left out: ")) << command;
    EXPECT_THAT(outcome.out, HasSubstr("b")) << command;
    // All that the two others say alone is said.
    const Outcome alone = certus_run({command, a, b});
    EXPECT_EQ(alone.code, 0) << alone.err;
    std::istringstream lines(alone.out);
    for (std::string line; std::getline(lines, line);) EXPECT_THAT(outcome.out, HasSubstr(line + "\n"));
  }
}

TEST_F(UnreadLogs, StandInJsonWithTheirErrors) {
  const std::string a = simulate("a.tsv");
  const std::string b = simulate("b.tsv");
  const std::string absent = (dir_ / "absent.tsv").string();
  for (const char* command : {"evaluate", "audit"}) {
    const json logs = certus_run({command, absent, a, b, "--format", "json"}).parsed();
    ASSERT_EQ(logs.size(), 3u);
    EXPECT_EQ(logs[2]["log"], absent);
    EXPECT_THAT(logs[2]["error"].get<std::string>(), HasSubstr("cannot be opened"));
  }
  for (const char* command : {"table", "compare"}) {
    const json result = certus_run({command, absent, a, b, "--format", "json"}).parsed();
    ASSERT_EQ(result["unreadable"].size(), 1u);
    EXPECT_EQ(result["unreadable"][0]["log"], absent);
    EXPECT_EQ(certus_run({command, a, b, "--format", "json"}).parsed()["unreadable"], json::array());
  }
}

TEST_F(UnreadLogs, EndTheCommandWhenTooFewAreLeft) {
  const std::string a = simulate("a.tsv");
  const auto error = [](const std::vector<std::string>& words) {
    const Outcome outcome = certus_run(words);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_THAT(error({"compare", a, "absent.tsv"}), HasSubstr("certus: absent.tsv: cannot be opened"));
  EXPECT_THAT(error({"evaluate", "absent.tsv"}), HasSubstr("certus: absent.tsv: cannot be opened"));
  EXPECT_THAT(error({"audit", "absent.tsv", "gone.tsv"}),
              HasSubstr("(and 1 more log that cannot be read)\n"));
}

}  // namespace
}  // namespace certus
