#include "certus/report/gradient_norm_figure.h"

#include <cmath>

#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

constexpr const char* kNorms =
    "model,idx,label,correct,samples,gradient_norm\n"
    "\"a,b\",0,3,10,10,1\n\"a,b\",1,4,2,10,8\nc,0,3,9,10,2\nc,1,4,8,10,3\n";
constexpr const char* kAttack =
    "idx,label,correct,samples,draws,wrong_before,wrong_after,steps,norm_before,norm_after\n"
    "0,3,10,10,4,0,1,9,0.5,2\n5,4,3,10,4,2,4,3,6,7\n";

constexpr const char* kMethodNorms =
    "model,loss,idx,label,correct,samples,gradient_norm,expected_draws\n"
    "m,gaussian,0,3,10,10,1,1\nm,gaussian,1,4,2,10,8,1\nm,easy-focus,0,3,10,10,4,2\nm,easy-focus,1,4,2,10,0,"
    "0\n";

TEST(GradientNormFigure, ShowsWhatAnalyzeGradnormWrote) {
  const test::TempDir dir;
  const auto models = read_gradient_norms(dir.write("norms.csv", kNorms));
  ASSERT_EQ(models.size(), 2u);
  EXPECT_EQ(models[0].model, "a,b");
  EXPECT_EQ(models[0].samples, 10);
  EXPECT_EQ(models[0].correct, (std::vector<std::int64_t>{10, 2}));
  EXPECT_EQ(models[0].norm, (std::vector<double>{1, 8}));
  EXPECT_EQ(models[0].draws, (std::vector<double>{1, 1}));  // older files do not say
  const Figure figure = gradient_norm_figure(models);
  ASSERT_EQ(figure.panels.size(), 2u);
  const Panel& first = figure.panels[0];
  EXPECT_EQ(first.title, "a,b");
  ASSERT_EQ(first.series.size(), 4u);
  EXPECT_EQ(first.series[0].style, Series::Style::kDots);  // an image each
  EXPECT_EQ(first.series[0].x, (std::vector<double>{1.0, 0.2}));
  EXPECT_EQ(first.series[0].y, (std::vector<double>{1, 8}));
  EXPECT_EQ(first.series[2].y, (std::vector<double>{8, 8}));  // hard
  EXPECT_EQ(first.series[3].y, (std::vector<double>{1, 1}));  // easy
  const Panel& second = figure.panels[1];
  EXPECT_TRUE(std::isnan(second.series[2].y[0]));  // c has no hard images
  EXPECT_EQ(second.series[3].y[0], 2.5);
  EXPECT_EQ(second.series[1].y[9], 2.0);
  EXPECT_EQ(second.series[1].y[8], 3.0);
  EXPECT_EQ(second.y.low, first.y.low);  // panels compare
  EXPECT_EQ(first.y.low, 1.0);
  EXPECT_EQ(first.y.high, 10.0);
  EXPECT_FALSE(first.series[0].label.empty());
  for (const Series& series : second.series) EXPECT_EQ(series.label, "");  // one legend
}

TEST(GradientNormFigure, ShowsTheSpreadOfEachTenthOfP) {
  GradientNorms model{.model = "m", .loss = "", .samples = 10, .correct = {}, .norm = {}, .draws = {}};
  for (int i = 1; i <= 10; ++i) {
    model.correct.push_back(9);
    model.norm.push_back(i);
    model.draws.push_back(1.0);
  }
  const Figure figure = gradient_norm_figure({model});
  const Series& means = figure.panels[0].series[1];
  EXPECT_EQ(means.y[9], 5.5);
  EXPECT_EQ(means.low[9], 1.0);
  EXPECT_EQ(means.high[9], 9.0);
  model.correct.assign(5000, 9);
  model.norm.assign(5000, 1.0);
  model.draws.assign(5000, 1.0);
  EXPECT_EQ(gradient_norm_figure({model}).panels[0].series[0].x.size(), 1667u);
}

TEST(GradientNormFigure, ShowsWhatTrainingMakesOfTheNormsByDrawing) {
  const test::TempDir dir;
  const auto models = read_gradient_norms(dir.write("norms.csv", kMethodNorms));
  ASSERT_EQ(models.size(), 2u);  // one model, two losses
  EXPECT_EQ(models[1].loss, "easy-focus");
  EXPECT_EQ(norms_times_draws(models[1]), (std::vector<double>{8, 0}));
  const Figure figure = gradient_norm_figure(models);
  EXPECT_EQ(figure.panels[0].title, "gaussian");
  EXPECT_EQ(figure.panels[1].title, "easy-focus");
  ASSERT_EQ(figure.panels[0].series.size(), 5u);
  EXPECT_THAT(figure.panels[0].series[4].label, HasSubstr("times draws"));
  EXPECT_TRUE(figure.panels[0].series[4].x.empty());  // named in the legend, equal to the mean
  EXPECT_EQ(figure.panels[1].series[4].y[9], 8.0);
  EXPECT_TRUE(std::isnan(figure.panels[1].series[4].y[2]));  // 0 has no place on a logarithmic axis
  EXPECT_EQ(figure.panels[1].series[0].x.size(), 1u);
  EXPECT_THAT(figure.notes, ::testing::Contains(HasSubstr("m: 1 image has a norm below the axis")));
}

TEST(GradientNormFigure, ShowsWhatAnalyzeAttackWrote) {
  const test::TempDir dir;
  const auto path = dir.write("ours.csv", kAttack);
  EXPECT_TRUE(is_attack_table(path));
  EXPECT_FALSE(is_attack_table(dir.write("norms.csv", kNorms)));
  const AttackedNorms model = read_attacked_norms(path);
  EXPECT_EQ(model.model, "ours");
  EXPECT_EQ(model.wrong_after, (std::vector<double>{0.25, 1.0}));
  const Figure one = attack_figure({model});
  ASSERT_EQ(one.panels[0].series.size(), 2u);
  EXPECT_EQ(one.panels[0].series[0].label, "before");
  EXPECT_EQ(one.panels[0].series[0].y.back(), 0.5);
  EXPECT_EQ(one.panels[0].series[1].y.back(), 2.0);
  EXPECT_EQ(one.panels[0].series[1].low.back(), 2.0);
  EXPECT_EQ(one.panels[1].series[1].y[3], 100.0);
  const Figure two = attack_figure({model, model});
  EXPECT_EQ(two.panels[0].series.size(), 8u);  // two curves a model, two models, before and after
  EXPECT_EQ(two.panels[0].series[4].label, "ours");
  EXPECT_EQ(two.panels[0].series[7].dash, two.panels[0].series[1].dash);
}

TEST(GradientNormFigure, TellsBadTables) {
  const test::TempDir dir;
  const auto norms = [&](const std::string& rows) {
    return error_of(
        [&] { read_gradient_norms(dir.write("x.csv", "model,correct,samples,gradient_norm\n" + rows)); });
  };
  EXPECT_THAT(norms(""), HasSubstr("has no images"));
  EXPECT_THAT(norms("a,11,10,1\n"), HasSubstr("11 correct of 10 samples"));
  EXPECT_THAT(norms("a,1,10,1\na,1,20,1\n"), HasSubstr("1 correct of 20 samples"));
  EXPECT_THAT(norms("a,1,10,-1\n"), HasSubstr("a gradient norm is -1"));
  EXPECT_THAT(error_of([&] {
                read_gradient_norms(
                    dir.write("x.csv", "model,correct,samples,gradient_norm,expected_draws\na,1,10,1,-2\n"));
              }),
              HasSubstr("expected_draws is -2"));
  EXPECT_THAT(norms("a,1,10,fast\n"), HasSubstr("line 2 column gradient_norm: 'fast', expected a number"));
  EXPECT_THAT(error_of([&] { read_attacked_norms(dir.write("x.csv", "a,b\n1,2\n")); }),
              HasSubstr("has no column 'correct', expected the table of images of certus analyze attack"));
}

}  // namespace
}  // namespace certus
