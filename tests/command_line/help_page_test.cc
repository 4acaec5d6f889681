// The texts of help pages: how they are read, and what a mistake in one says.
#include "certus/command_line/help_page.h"

#include <gmock/gmock.h>

#include "certus/base/error.h"
#include "certus/command_line/command.h"

namespace certus::cli {
namespace {

using ::testing::ElementsAre;

constexpr const char* kPage =
    "joins two things\n"
    "\n"
    "A first paragraph\n"
    "of two lines.\n"
    "\n"
    "A second one.\n"
    "\n"
    "    certus join a b\n"
    "        what it shows,\n"
    "        on two lines\n"
    "    certus join c\n"
    "        another\n";

std::string message_of(std::string_view content) {
  try {
    parse_help_page({.name = "join", .content = content});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(HelpPage, LinesBecomeParagraphsAndExamples) {
  const HelpPage page = parse_help_page({.name = "join", .content = kPage});
  EXPECT_EQ(page.summary, "joins two things");
  EXPECT_THAT(page.paragraphs, ElementsAre("A first paragraph of two lines.", "A second one."));
  ASSERT_EQ(page.examples.size(), 2U);
  EXPECT_EQ(page.examples[0].line, "certus join a b");
  EXPECT_EQ(page.examples[0].what, "what it shows, on two lines");
  EXPECT_EQ(page.examples[1].line, "certus join c");
  EXPECT_EQ(page.examples[1].what, "another");
}

TEST(HelpPage, AMistakeIsNamedWithItsFileAndLine) {
  const std::string good = "s\n\np\n\n    certus join\n        w\n";
  EXPECT_EQ(message_of(good), "no error");
  EXPECT_EQ(message_of(""), "help/join.txt:1: a summary is expected in the first line");
  EXPECT_EQ(message_of("  s\n\np\n"), "help/join.txt:1: a summary is expected in the first line");
  EXPECT_EQ(message_of("s\np\n"), "help/join.txt:2: an empty line is expected after the summary");
  EXPECT_EQ(message_of("s\n"), "help/join.txt:1: the page ends without a paragraph");
  EXPECT_EQ(message_of("s\n\np\n"), "help/join.txt:3: the page ends without an example");
  EXPECT_EQ(
      message_of("s\n\np\n  x\n"),
      "help/join.txt:4: indented by 2 blanks, expected 0 in a paragraph, 4 before a command line, 8 before "
      "what it shows");
  EXPECT_EQ(message_of("s\n\np\n    certus join\n"),
            "help/join.txt:4: an empty line is expected before the examples");
  EXPECT_EQ(message_of("s\n\np\n\n    certus join\n\n    certus join b\n        w\n"),
            "help/join.txt:7: the example 'certus join' does not say what it shows");
  EXPECT_EQ(message_of("s\n\np\n\n    certus join\n"),
            "help/join.txt:5: the example 'certus join' does not say what it shows");
  EXPECT_EQ(message_of("s\n\np\n\n        w\n"),
            "help/join.txt:5: this belongs to no example, expected right behind a command line");
  EXPECT_EQ(message_of(good + "q\n"),
            "help/join.txt:7: a paragraph stands behind the examples, expected before them");
  EXPECT_EQ(message_of("s\n\np\n \n"), "help/join.txt:4: blanks stand on an empty line");
}

struct NoOptions {
  void describe(CommandLine&) {}
};

std::string message_of_pages(const std::vector<std::string>& commands,
                             const std::vector<EmbeddedFile>& pages) {
  std::vector<Command> made;
  for (const std::string& name : commands)
    made.push_back(command_of<NoOptions>(
        name, +[](const NoOptions&) { return 0; }));
  try {
    with_pages(made, pages);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(HelpPage, EveryCommandHasOneAndEachBelongsToACommand) {
  const EmbeddedFile join{.name = "join", .content = kPage}, split{.name = "split", .content = kPage};
  EXPECT_EQ(message_of_pages({"join"}, {join}), "no error");
  EXPECT_EQ(message_of_pages({"join", "split"}, {join}), "help/split.txt: is missing");
  EXPECT_EQ(message_of_pages({"join"}, {join, split}), "help/split.txt: there is no command of this name");
  EXPECT_EQ(message_of_pages({"join"}, {{.name = "join", .content = "s\n"}}),
            "help/join.txt:1: the page ends without a paragraph");
}

}  // namespace
}  // namespace certus::cli
