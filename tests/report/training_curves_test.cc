#include "certus/report/training_curves.h"

#include <cmath>

#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

const std::string kHeader =
    "epoch,step,seconds,lr,train_loss,train_accuracy,test_loss,test_accuracy,kept_images,images_per_second\n";

TEST(TrainingCurves, AreReadByColumn) {
  const test::TempDir dir;
  const auto path = dir.write("run/train.csv", kHeader +
                                                   "0,10,1.5,0.1,2.25,0.25,,,50000,500\n"
                                                   "1,20,1.5,0.01,2,0.5,2.125,0.375,40000,500\n"
                                                   "2,30,1.5,0.01,1.9,0.");
  const TrainingCurve curve = read_training_curve(path);
  EXPECT_EQ(curve.name, "run");
  EXPECT_EQ(curve.epoch, (std::vector<double>{0, 1}));  // the torn line is not there yet
  EXPECT_EQ(curve.lr, (std::vector<double>{0.1, 0.01}));
  EXPECT_EQ(curve.train_loss, (std::vector<double>{2.25, 2}));
  EXPECT_TRUE(std::isnan(curve.test_accuracy[0]));
  EXPECT_EQ(curve.test_accuracy[1], 0.375);
  EXPECT_EQ(curve.kept_images, (std::vector<double>{50000, 40000}));
}

TEST(TrainingCurves, TellBadFilesByLineAndColumn) {
  const test::TempDir dir;
  const auto error = [&](const std::string& content) {
    return error_of([&] { read_training_curve(dir.write("train.csv", content)); });
  };
  EXPECT_THAT(error(""), HasSubstr("is empty"));
  EXPECT_THAT(error("idx,label\n0,1\n"), HasSubstr("line 1: has no column 'epoch'"));
  EXPECT_THAT(error(kHeader + "0,1,2\n"), HasSubstr("line 2: 3 columns, expected 10"));
  EXPECT_THAT(error(kHeader + "0,10,1,fast,2,0.2,,,5,5\n"),
              HasSubstr("line 2 column lr: 'fast', expected a number"));
}

TrainingCurve curve_of(const std::string& name, double kept) {
  return {.name = name,
          .epoch = {0, 1},
          .lr = {0.1, 0.1},
          .train_loss = {2, 1},
          .train_accuracy = {0.25, 0.5},
          .test_loss = {NAN, NAN},
          .test_accuracy = {NAN, NAN},
          .kept_images = {50000, kept}};
}

TEST(TrainingCurves, ShowWhatARunHas) {
  const Figure plain = training_figure({curve_of("a", 50000)});
  ASSERT_EQ(plain.panels.size(), 3u);
  ASSERT_EQ(plain.panels[1].series.size(), 1u);  // no test pass
  EXPECT_EQ(plain.panels[1].series[0].y, (std::vector<double>{25, 50}));
  EXPECT_EQ(plain.panels[1].y.label, "noisy accuracy (%)");
  for (const Panel& panel : plain.panels) {  // epochs as the messages of training count them
    EXPECT_EQ(panel.series[0].x, (std::vector<double>{1, 2}));
    EXPECT_EQ(panel.x.low, 1.0);
    EXPECT_EQ(panel.x.high, 2.0);
  }
  const Figure two = training_figure({curve_of("a", 50000), curve_of("b", 40000)});
  ASSERT_EQ(two.panels.size(), 4u);  // b keeps fewer images
  EXPECT_EQ(two.panels[3].series[1].y, (std::vector<double>{50, 40}));
  // The legend of the first panel explains colours and styles for all panels.
  const auto& series = two.panels[0].series;
  ASSERT_EQ(series.size(), 6u);
  EXPECT_EQ(series[1].label, "");
  EXPECT_EQ(series[3].label, "b");
  EXPECT_EQ(series[3].colour, series[1].colour);
  EXPECT_EQ(series[5].label, "test");
  EXPECT_EQ(series[5].colour, Series::kNeutral);
  for (const Series& other : two.panels[1].series) EXPECT_EQ(other.label, "");
}

TEST(TrainingCurves, RunsOfOneNameAreSeedsWithTheirMeanAndRange) {
  TrainingCurve first = curve_of("a", 50000);
  TrainingCurve second = curve_of("a", 50000);
  second.train_loss = {4, 2};
  second.epoch.push_back(2);  // an epoch further
  for (auto column : {&TrainingCurve::lr, &TrainingCurve::train_loss, &TrainingCurve::train_accuracy,
                      &TrainingCurve::test_loss, &TrainingCurve::test_accuracy, &TrainingCurve::kept_images})
    (second.*column).push_back(1.0);
  const auto groups = over_seeds({first, second, curve_of("b", 40000)});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].runs, 2u);
  EXPECT_EQ(groups[0].mean.epoch, (std::vector<double>{0, 1}));
  EXPECT_EQ(groups[0].mean.train_loss, (std::vector<double>{3, 1.5}));
  EXPECT_EQ(groups[0].low.train_loss, (std::vector<double>{2, 1}));
  EXPECT_EQ(groups[0].high.train_loss, (std::vector<double>{4, 2}));
  const Figure figure = training_figure({first, second});
  EXPECT_EQ(figure.panels[0].series[0].high, (std::vector<double>{4, 2}));
  EXPECT_THAT(figure.notes.at(0), HasSubstr("a: mean over 2 seeds"));
  EXPECT_TRUE(training_figure({first}).panels[0].series[0].low.empty());
}

}  // namespace
}  // namespace certus
