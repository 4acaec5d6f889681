#include "certus/certify/job.h"

#include "certus/certify/model_check.h"
#include "certus/logs/load_log.h"
#include "certus/logs/merge_records.h"
#include "certus/procedure/predict.h"
#include "certus/procedure/top_class.h"
#include "certus/procedure/two_class.h"
#include "certus/record/record_seal.h"
#include "support/plane_job.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;

/// A second at every look.
class TickingClock : public Clock {
 public:
  double seconds() const override { return ++now_; }

 private:
  mutable double now_ = 0.0;
};

class JobTest : public test::PlaneJob {
 protected:
  JobTest() : PlaneJob(40) {}
  static constexpr Budget kBudget{.n = 150, .alpha = 0.01, .sigma = 0.5};
  static Job job(std::shared_ptr<const Procedure> procedure = top_class_procedure(20, kBudget)) {
    return {.procedure = std::move(procedure), .seed = 3, .keep_time = false};
  }
  std::string run(const std::string& name, const Job& job, const std::vector<std::int64_t>& images,
                  int workers = 1, std::int64_t batch = 64, std::int64_t stop_after = -1) {
    return run_with(name, job, manifest_of(job), TickingClock(), images, workers, batch, stop_after);
  }
};

TEST_F(JobTest, WritesTheSameRecordForAnyBatchAndThreads) {
  const std::string expected = run("a.tsv", job(), all_);
  EXPECT_THAT(expected, HasSubstr("\n0\t1\t"));
  EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), 41);
  EXPECT_EQ(last_.images_done, 40);
  EXPECT_EQ(last_.draws, 40 * 170);
  EXPECT_EQ(last_.draws_left, 0);
  EXPECT_EQ(run("b.tsv", job(), all_, 1, 1), expected);
  EXPECT_EQ(run("c.tsv", job(), all_, 2, 7), expected);
  EXPECT_EQ(run("d.tsv", job(), all_, 4, 400), expected);
}

TEST_F(JobTest, MergedShardsAreTheWholeRecord) {
  const std::string expected = run("all.tsv", job(), all_);
  run("p1.tsv", job(), selected_images({.shard = 0, .shards = 2}, 40));
  run("p2.tsv", job(), selected_images({.shard = 1, .shards = 2}, 40));
  EXPECT_EQ(merge_records({dir_ / "p2.tsv", dir_ / "p1.tsv"}, dir_ / "m.tsv", Overwrite::kRefuse), 40U);
  EXPECT_EQ(content_of(dir_ / "m.tsv"), expected);
  seal_record(dir_ / "all.tsv");
  EXPECT_EQ(content_of(dir_ / "m.json"), content_of(dir_ / "all.json"));
}

TEST_F(JobTest, GoesOnAfterAnInterruption) {
  const std::string expected = run("whole.tsv", job(), all_);
  for (std::int64_t stop_after = 0; stop_after < 6800; stop_after += 700) {
    interrupted_ = false;
    const std::string name = "i" + std::to_string(stop_after) + ".tsv";
    const std::string part = run(name, job(), all_, 2, 16, stop_after);
    EXPECT_TRUE(interrupted_) << stop_after;
    EXPECT_EQ(expected.substr(0, part.size()), part) << "finished images only, in order";
    EXPECT_EQ(run(name, job(), all_), expected);
    EXPECT_EQ(last_.images_before, std::count(part.begin(), part.end(), '\n') - 1);
  }
}

TEST_F(JobTest, RecordsCertifyAsTheStatisticsDo) {
  run("a.tsv", job(), all_);
  const LoadedLog loaded = load_log((dir_ / "a.tsv").string(), {});  // checks every radius against its counts
  EXPECT_EQ(loaded.log.rows(), 40U);
  EXPECT_EQ(loaded.log.label[4], 0);
  EXPECT_FALSE(loaded.log.is_correct(9));  // far on the wrong side of its label
  EXPECT_TRUE(loaded.log.is_correct(18));
}

TEST_F(JobTest, TwoClassRadiiAreReadBack) {
  run("a.tsv", job(two_class_procedure(20, kBudget)), all_);
  const LoadedLog loaded = load_log((dir_ / "a.tsv").string(), {});
  EXPECT_FALSE(loaded.has_lattice_radii());
  EXPECT_EQ(loaded.log.label_votes.size(), 40U);
}

TEST_F(JobTest, PredictionsHaveVotesAndNoRadius) {
  const std::string text = run("p.tsv", job(predict_procedure(kBudget)), all_);
  EXPECT_EQ(text.substr(0, text.find('\n')), "idx\tlabel\tpredict\tcorrect\ttime\tn\tcounts");
  EXPECT_EQ(last_.draws, 40 * 150);
  const LoadedLog loaded = load_log((dir_ / "p.tsv").string(), {});
  EXPECT_FALSE(loaded.log.has_radii());
  EXPECT_EQ(loaded.log.predicted[15], 1);
  EXPECT_GT(loaded.log.label_votes[15], 140);
  EXPECT_EQ(run("q.tsv", job(predict_procedure(kBudget)), all_, 2, 7), text);
}

TEST_F(JobTest, KeepsTheTimeOfEachImageWhenAsked) {
  Job timed = job();
  timed.keep_time = true;
  // Between its start and its end the clock is looked at once for every report of draws.
  EXPECT_THAT(run("t.tsv", timed, {3}), ::testing::ContainsRegex("\t0:00:0[1-9]\t"));
  EXPECT_THAT(run("t0.tsv", job(), {3}), HasSubstr("\t0:00:00\t"));
}

TEST_F(JobTest, ResumingAnotherJobNamesTheField) {
  run("a.tsv", job(), {1, 2});
  Job other = job();
  other.seed = 4;
  EXPECT_THAT(error_of([&] {
                run("a.tsv", other, {1, 2});
              }),
              HasSubstr("a.json: field 'seed' is 3 in the run to be "
                        "resumed and 4 now"));
  EXPECT_THAT(error_of([&] {
                run("a.tsv", job(predict_procedure(kBudget)), {1, 2});
              }),
              HasSubstr("field 'procedure' is \"certify\" in the run to be resumed and \"predict\" now"));
}

TEST_F(JobTest, LooksAtTheModelBeforeTheRun) {
  VoteCounter f = test::counter_of(test::plane_engine());
  const ModelCheck good = check_model(f, data_, selected_images({.start = 1, .skip = 5}, 40), 0.5, 32, 0);
  EXPECT_EQ(good.images, 7);  // 5, 10, ... 35: distance 0.5 and more, label 1, but for 20
  EXPECT_EQ(good.clean_right, 6);
  EXPECT_GT(good.noisy_right, 6 * 16);
  EXPECT_FALSE(
      check_model(f, test::PlaneData(100), selected_images({}, 100), 0.5, 8, 0).clean_is_near_chance);
  VoteCounter broken = test::counter_of(
      std::make_unique<test::ScriptedEngine>(test::kTinyShape, 2, [](std::span<const float>) { return 0; }));
  const ModelCheck bad = check_model(broken, data_, all_, 0.5, 8, 0);
  EXPECT_EQ(bad.clean_right, 8);
  EXPECT_TRUE(bad.clean_is_near_chance);
  // Few images that are all right are no reason to doubt.
  EXPECT_FALSE(check_model(f, data_, {17, 18}, 0.5, 8, 0).clean_is_near_chance);
}

TEST_F(JobTest, RefusesDataOfAnotherShapeOrMoreClasses) {
  EXPECT_THAT(error_of([&] {
                check_fits({.name = "e", .precision = "-", .shape = {3, 32, 32}, .num_classes = 10}, data_);
              }),
              HasSubstr("the model takes images of 3x32x32, but the data set plane has 1x2x4"));
  EXPECT_THAT(error_of([&] {
                check_fits({.name = "e", .precision = "-", .shape = test::kTinyShape, .num_classes = 1},
                           data_);
              }),
              HasSubstr("the model knows 1 class, but the data set plane has 2"));
}

}  // namespace
}  // namespace certus
