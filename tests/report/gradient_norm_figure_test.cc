#include "certus/report/gradient_norm_figure.h"

#include <cmath>

#include "certus/metrics/easy_and_hard.h"
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

TEST(GradientNormFigure, ShowsWhatAnalyzeGradnormWrote) {
  const test::TempDir dir;
  const auto models = read_gradient_norms(dir.write("norms.csv", kNorms));
  ASSERT_EQ(models.size(), 2u);
  EXPECT_EQ(models[0].model, "a,b");
  EXPECT_EQ(models[0].samples, 10);
  EXPECT_EQ(models[0].correct, (std::vector<std::int64_t>{10, 2}));
  EXPECT_EQ(models[0].norm, (std::vector<double>{1, 8}));
  const Figure figure = gradient_norm_figure(models);
  ASSERT_EQ(figure.panels.size(), 2u);
  const Panel& bars = figure.panels[0];
  EXPECT_EQ(bars.series[0].y, (std::vector<double>{1, 2.5}));  // easy
  EXPECT_EQ(bars.series[1].y, (std::vector<double>{8, 0}));    // hard; c has none
  EXPECT_EQ(bars.x.ticks[1].second, "c");
  const auto means = means_by_p(models[1].correct, 10, models[1].norm, 10);
  for (std::size_t i = 0; i < means.size(); ++i) {
    if (std::isfinite(means[i])) {
      EXPECT_EQ(figure.panels[1].series[1].y[i], means[i]);
    }
  }
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
  EXPECT_THAT(norms("a,1,10,fast\n"), HasSubstr("line 2 column gradient_norm: 'fast', expected a number"));
  EXPECT_THAT(error_of([&] { read_attacked_norms(dir.write("x.csv", "a,b\n1,2\n")); }),
              HasSubstr("has no column 'correct', expected the --images of certus analyze attack"));
}

}  // namespace
}  // namespace certus
