// The options and words of a line: what is set, and what a command may ask beyond the fields.
#include "certus/command_line/command_line.h"

#include <gmock/gmock.h>

#include "certus/base/error.h"
#include "certus/command_line/command.h"

namespace certus::cli {
namespace {

struct Options {
  std::int64_t steps = 3;
  bool loud = false;
  std::vector<std::string> labels;
  std::filesystem::path file;

  void describe(CommandLine& line) {
    line.word("FILE", file, "what is read");
    line.add("steps", steps, "steps").in(1, 10);
    line.add("loud", loud, "say more");
    line.add("label", labels, "names");
  }
};

std::string message_of(const std::vector<std::string>& words) {
  Options options;
  CommandLine line("walk");
  options.describe(line);
  try {
    line.parse(words);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(CommandLine, TellsWhichOptionsWereGivenEvenWithTheirDefaults) {
  Options options;
  CommandLine line("walk");
  options.describe(line);
  EXPECT_FALSE(line.has("--steps"));
  line.parse({"a.txt", "--steps", "3"});
  EXPECT_EQ(options.file, "a.txt");
  EXPECT_EQ(options.steps, 3);
  EXPECT_TRUE(line.has("--steps"));
  EXPECT_FALSE(line.has("--loud"));
  EXPECT_FALSE(line.has("--label"));
  EXPECT_STREQ(line.first_of({"--loud", "--steps"}), "--steps");
  EXPECT_EQ(line.first_of({"--loud"}), nullptr);
}

TEST(CommandLine, AnOptionOfSeveralTextsIsGivenWhenOneIs) {
  Options options;
  CommandLine line("walk");
  options.describe(line);
  line.parse({"a.txt", "--label", "b", "--label", "c"});
  EXPECT_TRUE(line.has("--label"));
  EXPECT_THAT(options.labels, testing::ElementsAre("b", "c"));
}

TEST(CommandLine, FailsWithOneLineThatNamesTheOption) {
  EXPECT_EQ(message_of({"a.txt"}), "no error");
  EXPECT_EQ(message_of({}), "walk: FILE is missing; certus walk --help shows examples");
  EXPECT_EQ(message_of({"a.txt", "b.txt"}), "walk: 'b.txt' is one argument too many");
  EXPECT_EQ(message_of({"a.txt", "--step", "3"}), "walk: unknown option --step; did you mean --steps?");
  EXPECT_EQ(message_of({"a.txt", "--steps", "11"}), "--steps is '11', expected a whole number in [1, 10]");
}

TEST(CommandLine, ACommandMayAskTheLine) {
  static bool has_steps = false;
  const Command command = command_of<Options>(
      "walk", +[](const Options& options, const CommandLine& line) {
        has_steps = line.has("--steps");
        return static_cast<int>(options.steps);
      });
  EXPECT_EQ(command.run({"a.txt", "--steps", "3"}), 3);
  EXPECT_TRUE(has_steps);
  EXPECT_EQ(command.run({"a.txt"}), 3);
  EXPECT_FALSE(has_steps);
  EXPECT_THROW(check_line(command, {"a.txt", "--steps", "0"}), Error);
  EXPECT_NO_THROW(check_line(command, {"a.txt", "--steps", "9", "--loud"}));
}

}  // namespace
}  // namespace certus::cli
