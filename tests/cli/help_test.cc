// Help pages: what a person needs first, everything on demand.
#include <algorithm>
#include <set>

#include "certus/base/split_text.h"
#include "certus/base/wrapped_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/embedded_help_pages.h"
#include "certus/model/architectures.h"
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

TEST(Help, EveryCommandHasAPageAndEveryPageACommand) {
  ASSERT_EQ(all_commands().size(), embedded_help_pages().size());
  for (const Command& command : all_commands()) EXPECT_NE(command.page.summary, "") << command.name;
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  for (const std::string_view word : split_text(line, ' ')) words.emplace_back(word);
  if (words.front() == "nice") words.erase(words.begin());
  return words;
}

TEST(Help, ExamplesAreLinesOfTheirCommandWithOptionsThatItHas) {
  for (const Command& command : all_commands()) {
    for (const Example& example : command.page.examples) {
      const auto words = words_of(example.line);
      ASSERT_GE(words.size(), 2U) << example.line;
      EXPECT_EQ(words[0], "certus") << example.line;
      EXPECT_EQ(words[1], command.name) << example.line;
      for (const std::string& word : words) {
        if (!word.starts_with("--")) continue;
        EXPECT_EQ(std::ranges::count(command.options, word, &Parameter::name), 1) << example.line;
      }
    }
  }
}

TEST(Help, OfModelNamesEveryArchitecture) {
  const std::string page = certus_run({"model", "--help"}).out;
  for (const std::string& name : architecture_names()) EXPECT_THAT(page, HasSubstr(name));
}

/// The longest line in columns.
std::size_t width_of(const std::string& page) {
  std::size_t widest = 0;
  for (const std::string_view line : split_text(page, '\n')) widest = std::max(widest, columns_of(line));
  return widest;
}

TEST(Help, FitsOneScreen) {
  for (const char* name : {"certify", "predict", "train", "experiment", "plot", "report", "convert",
                           "compare", "evaluate", "plan", "table", "audit"}) {
    const std::string page = certus_run({name, "--help"}).out;
    EXPECT_LE(std::count(page.begin(), page.end(), '\n'), 40) << name;
  }
  for (const Command& command : all_commands()) {
    EXPECT_LE(width_of(help_text(command)), 100u) << command.name;
    EXPECT_LE(width_of(help_text(command, HelpDetail::kAll)), 100u) << command.name;
  }
}

TEST(Help, ShowsLongExamplesAsAShellTakesThem) {
  EXPECT_THAT(certus_run({"certify", "--help-all"}).out,
              HasSubstr("  certus certify net.safetensors --arch cifar_resnet110 --normalize cifar10 --data "
                        "cifar10 \\\n        --sigma 0.25 --shard 1/2 --seed 7 -o part1.tsv\n"));
}

TEST(Help, OfCertifyNamesTheRest) {
  const std::string page = certus_run({"certify", "--help"}).out;
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
