#include "certus/study/estimate_run.h"

#include <gmock/gmock.h>

#include "certus/report/json_values.h"
#include "certus/study/estimate_summary.h"
#include "support/plane_data.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;

/// Thirty images on both sides of a plane.
class EstimateRuns : public ::testing::Test {
 protected:
  EstimateRun run(const std::string& name, Start start = Start::kNew) const {
    return {.table = dir_ / name,
            .start = start,
            .params = {.sigma = 0.5, .samples = 2000, .seed = 1},
            .make_engines = [](const Graph&, std::int64_t) {
              std::vector<std::unique_ptr<Engine>> engines;
              engines.push_back(test::plane_engine());
              return engines;
            }};
  }
  test::TempDir dir_;
  test::PlaneData data_{30};
  Model model_{.graph = {}, .identity = "plane model", .preprocessing = "none"};
};

TEST_F(EstimateRuns, StoppedAndResumedMakeTheSameTable) {
  ASSERT_TRUE(estimate_images(model_, data_, run("whole.tsv")).finished);
  std::atomic<bool> stop = false;
  EstimateRun parts = run("parts.tsv");
  parts.stop = &stop;
  std::vector<EstimateProgress> news;
  parts.on_progress = [&](const EstimateProgress& progress) {
    news.push_back(progress);
    stop = progress.images_done > 0;
  };
  const EstimateResult first = estimate_images(model_, data_, parts);
  EXPECT_FALSE(first.finished);
  EXPECT_GT(first.images_done, 0);
  EXPECT_LT(first.images_done, 30);
  EXPECT_EQ(first.images_total, 30);
  ASSERT_FALSE(news.empty());
  EXPECT_GT(news.back().draws_per_second, 0.0);
  EXPECT_TRUE(estimate_images(model_, data_, run("parts.tsv", Start::kResume)).finished);
  EXPECT_EQ(content_of(dir_ / "parts.tsv"), content_of(dir_ / "whole.tsv"));
}

TEST_F(EstimateRuns, SayWhatTheyAreOf) {
  EstimateRun some = run("some.tsv");
  some.images = 7;
  ASSERT_TRUE(estimate_images(model_, data_, some).finished);
  const EstimateTable table = read_estimates(dir_ / "some.tsv");
  EXPECT_EQ(table.correct.size(), 7u);
  EXPECT_EQ(table.manifest.of_images, 30);
  EXPECT_EQ(table.manifest.model, "plane model");
  EXPECT_EQ(table.manifest.views, "plain");
  EXPECT_GT(table.correct[3], 1000);  // right of the plane, and labelled so
  EXPECT_LT(table.correct[4], 1000);  // labelled as if it were left of it
  EXPECT_EQ(json_in(estimate_summary(dir_ / "some.tsv"))["images"], 7);
}

TEST_F(EstimateRuns, ReplaceATableOnlyWhenAsked) {
  ASSERT_TRUE(estimate_images(model_, data_, run("x.tsv")).finished);
  EXPECT_THAT(error_of([&] { estimate_images(model_, data_, run("x.tsv")); }), HasSubstr("exists"));
  EXPECT_TRUE(estimate_images(model_, data_, run("x.tsv", Start::kReplace)).finished);
  EstimateRun many = run("many.tsv");
  many.images = 31;
  EXPECT_THAT(error_of([&] { estimate_images(model_, data_, many); }),
              HasSubstr("31 images are asked for, but the data has 30"));
}

}  // namespace
}  // namespace certus
