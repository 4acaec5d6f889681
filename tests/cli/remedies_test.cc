// What the program adds to messages of the library: options and commands, which the library does not name.
#include "certus/cli/remedies.h"

#include "support/program.h"
#include "support/temp_dir.h"

namespace certus::cli {
namespace {

using test::certus_run;

std::string hint(Remedy remedy, const std::vector<std::string>& words) {
  return hint_of(Error(ErrorKind::kConfig, std::move(remedy), "a problem"), words);
}

TEST(Remedies, NameTheOptionOfTheCommand) {
  EXPECT_EQ(hint({"sigma"}, {"certify"}), "; give --sigma");
  EXPECT_EQ(hint({"force"}, {"certify"}), "; --force replaces it");
  EXPECT_EQ(hint({"resume"}, {"certify"}), "; --resume continues it");
  EXPECT_EQ(hint({"no-verify"}, {"certify"}), "; --no-verify takes any data in this layout");
}

TEST(Remedies, AreLeftOutWhereNoOptionHelps) {
  EXPECT_EQ(hint_of(Error(ErrorKind::kConfig, "a problem"), {"certify"}), "");
  EXPECT_EQ(hint({"sigma"}, {"merge"}), "");
  EXPECT_EQ(hint({"sigma"}, {"no-such-command"}), "");
  EXPECT_EQ(hint({"sigma"}, {}), "");
}

TEST(Remedies, NameTheCommandThatMakesWhatIsMissing) {
  EXPECT_EQ(hint({"p-correct", {{"data", "mnist"}, {"sigma", "0.5"}}}, {"train"}),
            "; make one with: certus p-correct MODEL --data mnist --sigma 0.5 -o FILE");
  EXPECT_EQ(hint({"certify"}, {"compare"}), "; certus certify makes a log that has them");
  EXPECT_EQ(hint({"audit"}, {"evaluate"}), "; certus audit tells which budget fits");
}

TEST(Remedies, FollowTheMessage) {
  const test::TempDir dir;
  const std::string log =
      dir.write("a.tsv", "idx\tlabel\tpredict\tradius\tcorrect\n0\t1\t1\t0.5\t1\n").string();
  EXPECT_EQ(certus_run({"simulate", "-o", log}).err,
            "certus: " + log + ": exists already and is not overwritten; --force replaces it\n");
}

}  // namespace
}  // namespace certus::cli
