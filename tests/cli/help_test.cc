// Help pages: what a person needs first, everything on demand.
#include <algorithm>
#include <map>

#include "certus/cli/commands.h"
#include "support/program.h"

namespace certus::cli {
namespace {

using test::certus_run;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Help, GroupsHaveEveryOptionOnce) {
  int grouped = 0;
  for (const Command& command : all_commands()) {
    if (command.groups.empty()) continue;
    ++grouped;
    std::map<std::string, int> named;
    for (const OptionGroup& group : command.groups) {
      for (const std::string& name : group.everyday) ++named[name];
      for (const std::string& name : group.more) ++named[name];
    }
    for (const Option& option : command.options)
      EXPECT_EQ(named[option.name], 1) << command.name << option.name;
    EXPECT_EQ(named.size(), command.options.size()) << command.name;
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
