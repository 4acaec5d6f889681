#include "certus/logs/printed_curve.h"

#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

TEST(PrintedCurve, ReadsPercentagesWithTheirRounding) {
  const test::TempDir dir;
  const auto path =
      dir.write("c.csv", "# from a paper\nradius,accuracy\n0.5,54.8\n0,65.7\n1.0,32\n").string();
  EXPECT_TRUE(is_printed_curve(path));
  const PrintedCurve curve = read_printed_curve(path);
  ASSERT_EQ(curve.points.size(), 3u);
  EXPECT_TRUE(curve.was_percent);
  EXPECT_DOUBLE_EQ(curve.points[0].share, 0.657);
  EXPECT_DOUBLE_EQ(curve.points[0].half_unit, 0.0005);
  EXPECT_DOUBLE_EQ(curve.points[2].half_unit, 0.0005);  // "32" beside one-decimal values is 32.0
}

TEST(PrintedCurve, TakesTheDigitsAsTheyArePrinted) {
  const test::TempDir dir;
  const auto half_unit = [&](const char* rows) {
    return read_printed_curve(dir.write("c.csv", std::string("radius,accuracy\n") + rows).string())
        .points[0]
        .half_unit;
  };
  EXPECT_DOUBLE_EQ(half_unit("0,0.6\n1,0.5\n"), 0.05);
  EXPECT_DOUBLE_EQ(half_unit("0,6.1e-1\n"), 0.005);
  EXPECT_DOUBLE_EQ(half_unit("0,66\n1,50\n"), 0.005);
}

TEST(PrintedCurve, NamesWhatIsWrong) {
  const test::TempDir dir;
  const auto error = [&](const char* content) {
    const auto path = dir.write("c.csv", content).string();
    return error_of([&] { read_printed_curve(path); });
  };
  EXPECT_THAT(error(""), HasSubstr("empty file"));
  EXPECT_THAT(error("radius,acc\n"), HasSubstr("c.csv:1: column 'accuracy' is missing"));
  EXPECT_THAT(error("radius,accuracy\n0.5,x\n"), HasSubstr("c.csv:2: column 'accuracy': found 'x'"));
  EXPECT_THAT(error("radius,accuracy\n0.5\n"), HasSubstr("found 1 columns, expected 2"));
  EXPECT_THAT(error("radius,accuracy\n0.5,0.5\n0.5,0.5\n"), HasSubstr("radius 0.5 appears twice"));
  EXPECT_THAT(error("radius,accuracy\n0,0.4\n0.5,0.6\n"), HasSubstr("accuracy rises from 0.4"));
  EXPECT_THAT(error("radius,accuracy\n0,101\n"),
              HasSubstr("column 'accuracy': found '101', expected a share from 0 to 1 or a percentage"));
}

TEST(PrintedCurve, ReadsTheDistributionOfPaAsThePaperPublishesIt) {
  const test::TempDir dir;
  const auto path = dir.write("ours_0.5.csv", "x\ty\n0.5\t0.59\n0.75\t0.5125\n1.0\t0.1861\n").string();
  EXPECT_EQ(printed_curve_kind(path), PrintedCurve::Kind::kPa);
  const PrintedCurve curve = read_printed_curve(path);
  EXPECT_EQ(curve.kind, PrintedCurve::Kind::kPa);
  EXPECT_EQ(curve.path, path);
  ASSERT_EQ(curve.points.size(), 3u);
  EXPECT_EQ(curve.points[0].at, 0.5);
  EXPECT_DOUBLE_EQ(curve.points[0].share, 0.59);
  EXPECT_DOUBLE_EQ(curve.points[2].share, 0.1861);
  EXPECT_DOUBLE_EQ(curve.points[0].half_unit, 0.00005);
  EXPECT_FALSE(curve.was_percent);
}

TEST(PrintedCurve, OfPaIsAFallingFunctionOfAProbability) {
  const test::TempDir dir;
  const auto error = [&](const char* content) {
    const auto path = dir.write("c.csv", content).string();
    return error_of([&] { read_printed_curve(path); });
  };
  EXPECT_THAT(error("x,y\n1.5,0.5\n"),
              HasSubstr("c.csv:2: column 'x': found '1.5', expected a probability from 0 to 1"));
  EXPECT_THAT(error("x,y\n0.5,0.4\n0.6,0.6\n"),
              HasSubstr("P(p_A >= x) rises from 0.4 at x 0.5 to 0.6 at x 0.6"));
  EXPECT_THAT(error("x\n0.5\n"), HasSubstr("c.csv:1: column 'y' is missing, expected a header with x and y"));
  EXPECT_THAT(error("a,b\n"), HasSubstr("expected a header with radius and accuracy, or x and y"));
}

TEST(PrintedCurve, IsNotMistakenForALog) {
  const test::TempDir dir;
  EXPECT_FALSE(is_printed_curve(dir.write("a.tsv", "idx\tlabel\tpredict\tradius\tcorrect\ttime\n").string()));
}

}  // namespace
}  // namespace certus
