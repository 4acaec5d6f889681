// Help pages: what a person needs first, everything on demand.
#include <algorithm>
#include <set>

#include "certus/cli/commands.h"
#include "support/program.h"

namespace certus::cli {
namespace {

using test::certus_run;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Help, OptionsOfOneGroupStandTogetherAndNamesAreUnique) {
  int grouped = 0;
  for (const Command& command : all_commands()) {
    std::set<std::string> names;
    for (const Parameter& option : command.options)
      EXPECT_TRUE(names.insert(option.name).second) << option.name;
    const std::string page = help_text(command, HelpDetail::kAll);
    std::set<std::string> headings;
    for (const Parameter& option : command.options) headings.insert(option.group);
    for (const std::string& heading : headings) {
      const std::string line = "\n" + heading + "\n";
      if (heading.empty()) continue;
      ++grouped;
      EXPECT_NE(page.find(line), std::string::npos) << command.name << ": " << heading;
      EXPECT_EQ(page.find(line), page.rfind(line)) << command.name << ": " << heading;
    }
  }
  EXPECT_GE(grouped, 2);
}

TEST(Help, OfCertifyFitsOneScreenAndNamesTheRest) {
  const std::string page = certus_run({"certify", "--help"}).out;
  EXPECT_LE(std::count(page.begin(), page.end(), '\n'), 60);
  for (const char* name : {"--data", "--sigma", "--n N", "--alpha", "--at", "--resume", "--output"})
    EXPECT_THAT(page, HasSubstr(name));
  EXPECT_THAT(page, Not(HasSubstr("--generator")));
  EXPECT_THAT(page, HasSubstr("certus certify --help-all shows all"));
  const std::string all = certus_run({"certify", "--help-all"}).out;
  EXPECT_THAT(all, HasSubstr("--generator"));
  EXPECT_THAT(all, Not(HasSubstr("--help-all")));
  EXPECT_EQ(certus_run({"help", "certify"}).out, page);
}

TEST(Help, OfACommandWithFewOptionsIsWhole) {
  EXPECT_EQ(certus_run({"merge", "--help"}).out, certus_run({"merge", "--help-all"}).out);
}

}  // namespace
}  // namespace certus::cli
