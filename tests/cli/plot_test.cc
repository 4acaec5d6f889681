#include <cstdlib>

#include "support/program.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::certus_run;
using test::content_of;
using test::Outcome;
using ::testing::HasSubstr;

std::string train_csv() {
  return "epoch,step,seconds,lr,train_loss,train_accuracy,test_loss,test_accuracy,kept_images,images_per_"
         "second\n"
         "0,10,1.5,0.1,2.25,0.25,,,50000,500\n1,20,1.5,0.01,2,0.5,2.125,0.375,40000,500\n";
}

TEST(Plot, DrawsRuns) {
  if (std::system("gnuplot --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "gnuplot is not installed";
  const test::TempDir dir;
  const std::string a = dir.write("first_run/train.csv", train_csv()).string();
  const std::string b = dir.write("second_run/train.csv", train_csv()).string();
  const std::string figure = (dir / "curves.svg").string();
  const Outcome outcome = certus_run({"plot", a, b, "-o", figure});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("curves.svg: 2 runs"));
  EXPECT_THAT(content_of(figure), HasSubstr("first_run, training"));
  EXPECT_THAT(content_of(figure), HasSubstr("accuracy under noise (%)"));
  EXPECT_THAT(content_of(dir / "curves.dat"), HasSubstr("\n1 37.5\n"));
  EXPECT_THAT(certus_run({"plot", a, "-o", figure}).err, HasSubstr("exists"));
  EXPECT_EQ(certus_run({"plot", a, "-o", figure, "--force"}).code, 0);
}

TEST(Plot, TellsBadInputInOneLine) {
  const test::TempDir dir;
  const std::string good = dir.write("train.csv", train_csv()).string();
  const std::string bad = dir.write("bad.csv", "a,b\n1,2\n").string();
  for (const auto& [words, expected] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"plot", good}, "--output is missing"},
           {{"plot", good, "-o", "x.gif"}, "a figure ends in .png, .svg or .pdf"},
           {{"plot", bad, "-o", (dir / "x.png").string()}, "line 1: has no column 'epoch'"},
           {{"plot", (dir / "none.csv").string(), "-o", (dir / "x.png").string()}, "none.csv"}}) {
    const Outcome outcome = certus_run(words);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.err, HasSubstr(expected));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
  EXPECT_FALSE(std::filesystem::exists(dir / "x.png"));
}

}  // namespace
}  // namespace certus
