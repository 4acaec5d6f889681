#include "certus/record/accuracy_curve.h"

#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

TEST(AccuracyCurve, ReadsPercentagesWithTheirRounding) {
  const test::TempDir dir;
  const auto path =
      dir.write("c.csv", "# from a paper\nradius,accuracy\n0.5,54.8\n0,65.7\n1.0,32\n").string();
  EXPECT_TRUE(is_accuracy_curve(path));
  const AccuracyCurve curve = read_accuracy_curve(path);
  ASSERT_EQ(curve.points.size(), 3u);
  EXPECT_TRUE(curve.was_percent);
  EXPECT_DOUBLE_EQ(curve.points[0].accuracy, 0.657);
  EXPECT_DOUBLE_EQ(curve.points[0].half_unit, 0.0005);
  EXPECT_DOUBLE_EQ(curve.points[2].half_unit, 0.0005);  // "32" beside one-decimal values is 32.0
}

TEST(AccuracyCurve, TakesTheDigitsAsTheyArePrinted) {
  const test::TempDir dir;
  const auto half_unit = [&](const char* rows) {
    return read_accuracy_curve(dir.write("c.csv", std::string("radius,accuracy\n") + rows).string())
        .points[0]
        .half_unit;
  };
  EXPECT_DOUBLE_EQ(half_unit("0,0.6\n1,0.5\n"), 0.05);
  EXPECT_DOUBLE_EQ(half_unit("0,6.1e-1\n"), 0.005);
  EXPECT_DOUBLE_EQ(half_unit("0,66\n1,50\n"), 0.005);
}

TEST(AccuracyCurve, NamesWhatIsWrong) {
  const test::TempDir dir;
  const auto error = [&](const char* content) {
    const auto path = dir.write("c.csv", content).string();
    return error_of([&] { read_accuracy_curve(path); });
  };
  EXPECT_THAT(error(""), HasSubstr("empty file"));
  EXPECT_THAT(error("radius,acc\n"), HasSubstr("c.csv:1: column 'accuracy' is missing"));
  EXPECT_THAT(error("radius,accuracy\n0.5,x\n"), HasSubstr("c.csv:2: column 'accuracy': found 'x'"));
  EXPECT_THAT(error("radius,accuracy\n0.5\n"), HasSubstr("found 1 columns, expected 2"));
  EXPECT_THAT(error("radius,accuracy\n0.5,0.5\n0.5,0.5\n"), HasSubstr("radius 0.5 appears twice"));
  EXPECT_THAT(error("radius,accuracy\n0,0.4\n0.5,0.6\n"), HasSubstr("accuracy rises from 0.4"));
  EXPECT_THAT(error("radius,accuracy\n0,101\n"), HasSubstr("percentage up to 100"));
}

TEST(AccuracyCurve, IsNotMistakenForALog) {
  const test::TempDir dir;
  EXPECT_FALSE(
      is_accuracy_curve(dir.write("a.tsv", "idx\tlabel\tpredict\tradius\tcorrect\ttime\n").string()));
}

}  // namespace
}  // namespace certus
