// Anytime certification of a data set: what the record says of each image, and that nothing else can change
// it.
#include "certus/certify/anytime_certification.h"
#include "certus/certify/image_selection.h"
#include "certus/certify/job.h"
#include "certus/record/load_log.h"
#include "certus/record/merge_records.h"
#include "certus/stats/confidence_sequence.h"
#include "support/linear_engine.h"
#include "support/plane_data.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;

constexpr std::int64_t kN0 = 20;

Job job_at(std::vector<double> radii, DecisionBoundary boundary = DecisionBoundary::kSpending) {
  const Budget budget{.n = 2000, .alpha = 0.01, .sigma = 0.5};
  return {.procedure = Procedure::kCertifyAt,
          .params = {.n0 = kN0, .budget = budget},
          .table = std::make_shared<DecisionTable>(
              DecisionParams{.budget = budget, .radii = std::move(radii), .boundary = boundary}),
          .seed = 3,
          .keep_time = false};
}

Job job_width(double width) {
  const Budget budget{.n = 2000, .alpha = 0.01, .sigma = 0.5};
  return {.procedure = Procedure::kCertifyWidth,
          .params = {.n0 = kN0, .budget = budget},
          .width = {.budget = budget, .width = width},
          .seed = 3,
          .keep_time = false};
}

RunManifest manifest_of(const Job& job) {
  RunManifest manifest{
      .procedure = job.procedure, .budget = job.params.budget, .n0 = job.params.n0, .seed = job.seed};
  if (job.table) {
    manifest.radii = job.table->radii();
    manifest.boundary = boundary_name(job.table->params().boundary);
    manifest.worth = job.table->params().worth;
    manifest.growth = job.table->params().growth;
  } else {
    manifest.width = job.width.width;
    manifest.growth = job.width.growth;
  }
  return manifest;
}

class AnytimeJob : public ::testing::Test {
 protected:
  /// Runs a job to its end or until `stop_after` draws; returns the file's content.
  std::string run(const std::string& name, const Job& job, const std::vector<std::int64_t>& images,
                  int workers = 1, std::int64_t batch = 64, std::int64_t stop_after = -1) {
    std::vector<std::unique_ptr<Engine>> engines;
    for (int i = 0; i < workers; ++i) engines.push_back(test::plane_engine());
    VoteCounter f(std::move(engines), batch);
    std::atomic<bool> stop = false;
    f.stop = &stop;
    RecordWriter record = RecordWriter::resume(dir_ / name, manifest_of(job));
    interrupted_ = false;
    try {
      last_ = run_job(job, f, data_, images, record, SteadyClock(), [&](const JobProgress& progress) {
        if (stop_after >= 0 && progress.draws >= stop_after) stop = true;
      });
    } catch (const Interrupted&) {
      interrupted_ = true;
    }
    return content_of(dir_ / name);
  }

  const test::PlaneData data_{60};
  const std::vector<std::int64_t> all_ = selected_images({}, 60);
  test::TempDir dir_;
  JobProgress last_;
  bool interrupted_ = false;
};

TEST_F(AnytimeJob, DecidesAsTheDecisionFedWithTheVotesOfTheDraws) {
  const Job job = job_at({0.25, 0.5, 1.0});
  run("a.tsv", job, all_, 2, 64);
  const LoadedLog loaded = load_log((dir_ / "a.tsv").string(), {});
  ASSERT_EQ(loaded.log.rows(), 60U);
  ASSERT_TRUE(loaded.log.is_anytime());
  const auto f = test::plane_engine();
  std::set<double> radii;
  for (std::size_t row = 0; row < 60; ++row) {
    const Image image = data_.get(static_cast<std::int64_t>(row));
    std::vector<int> votes(kN0 + 2000);
    f->classify(image.view(), 0.5F, {.seed = 3, .image = row}, 0, votes);
    const auto ones = std::count(votes.begin(), votes.begin() + kN0, 1);
    const int chosen = ones > kN0 - ones ? 1 : 0;
    RadiusDecision decision(*job.table);
    while (decision.wanted() > 0) {
      decision.add(votes[static_cast<std::size_t>(kN0 + decision.progress().draws)] == chosen ? 1 : 0, 1);
    }
    const auto& [k, n, certified] = decision.progress();
    const ConfidenceSequence sequence(0.01);
    EXPECT_EQ(loaded.log.chosen[row], chosen) << row;
    EXPECT_EQ(loaded.log.row_n[row], n) << row;
    EXPECT_EQ(loaded.log.chosen_votes[row], k) << row;
    EXPECT_EQ(loaded.log.is_abstained(row), !decision.radius()) << row;
    EXPECT_EQ(loaded.log.radius[row], decision.radius().value_or(0.0)) << row;
    EXPECT_EQ(loaded.log.lower[row], sequence.lower(k, n).p) << row;
    EXPECT_EQ(loaded.log.upper[row], sequence.upper(k, n).p) << row;
    radii.insert(decision.radius().value_or(-1.0));
  }
  EXPECT_EQ(radii, (std::set<double>{-1.0, 0.25, 0.5, 1.0}));  // the data has images for every outcome
}

TEST_F(AnytimeJob, KnowsRadiiToWithinTheWidth) {
  const Job job = job_width(0.3);
  run("w.tsv", job, all_);
  const LoadedLog loaded = load_log((dir_ / "w.tsv").string(), {});
  const auto f = test::plane_engine();
  for (std::size_t row = 0; row < 60; ++row) {
    std::vector<int> votes(kN0 + 2000);
    f->classify(data_.get(static_cast<std::int64_t>(row)).view(), 0.5F, {.seed = 3, .image = row}, 0, votes);
    WidthDecision decision(job.width);
    while (decision.wanted() > 0) {
      const auto at = static_cast<std::size_t>(kN0 + decision.progress().draws);
      decision.add(votes[at] == loaded.log.chosen[row] ? 1 : 0, 1);
    }
    EXPECT_EQ(loaded.log.row_n[row], decision.progress().draws) << row;
    EXPECT_EQ(loaded.log.radius[row], decision.certified()) << row;
  }
}

TEST_F(AnytimeJob, WritesTheSameRecordForAnyBatchAndThreads) {
  for (const Job& job : {job_at({0.25, 1.0}), job_at({0.5}, DecisionBoundary::kMixture), job_width(0.4)}) {
    const std::string tag = std::to_string(static_cast<int>(job.procedure)) +
                            (job.table ? std::string(boundary_name(job.table->params().boundary)) : "");
    const std::string expected = run(tag + "a.tsv", job, all_);
    EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), 61);
    EXPECT_EQ(run(tag + "b.tsv", job, all_, 1, 1), expected);
    EXPECT_EQ(run(tag + "c.tsv", job, all_, 2, 7), expected);
    EXPECT_EQ(run(tag + "d.tsv", job, all_, 4, 5000), expected);
    EXPECT_EQ(last_.images_done, 60);
    EXPECT_EQ(last_.draws, last_.draws_of_done);  // none is made that no image asked for
  }
}

TEST_F(AnytimeJob, MergedShardsAreTheWholeRecord) {
  const Job job = job_at({0.25, 1.0});
  const std::string expected = run("all.tsv", job, all_);
  run("p1.tsv", job, selected_images({.shard = 0, .shards = 2}, 60));
  run("p2.tsv", job, selected_images({.shard = 1, .shards = 2}, 60), 3);
  EXPECT_EQ(merge_records({dir_ / "p2.tsv", dir_ / "p1.tsv"}, dir_ / "m.tsv", Overwrite::kRefuse), 60U);
  EXPECT_EQ(content_of(dir_ / "m.tsv"), expected);
}

TEST_F(AnytimeJob, GoesOnAfterAnInterruption) {
  const Job job = job_at({0.25, 1.0});
  const std::string expected = run("whole.tsv", job, all_);
  for (std::int64_t stop_after = 0; stop_after < last_.draws; stop_after += 700) {
    const std::string name = "i" + std::to_string(stop_after) + ".tsv";
    const std::string part = run(name, job, all_, 2, 16, stop_after);
    EXPECT_EQ(expected.substr(0, part.size()), part) << "finished images only, in order";
    EXPECT_EQ(run(name, job, all_), expected);
  }
}

TEST_F(AnytimeJob, ResumingAnotherDecisionNamesTheField) {
  run("a.tsv", job_at({0.25}), {1, 2});
  EXPECT_THAT(error_of([&] {
                run("a.tsv", job_at({0.5}), {1, 2});
              }),
              HasSubstr("a.json: field 'radii' is [0.25] in the run to be resumed and [0.5] now"));
  EXPECT_THAT(error_of([&] {
                run("a.tsv", job_at({0.25}, DecisionBoundary::kMixture), {1, 2});
              }),
              HasSubstr("field 'boundary' is \"spending\" in the run to be resumed and \"mixture\" now"));
  EXPECT_THAT(
      error_of([&] {
        run("a.tsv", job_width(0.1), {1, 2});
      }),
      HasSubstr("field 'procedure' is \"certify-at\" in the run to be resumed and \"certify-width\" now"));
}

TEST_F(AnytimeJob, RefusesRowsThatTheirVotesContradict) {
  const std::string text = run("a.tsv", job_at({0.25}), {19});
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    write_file(dir_ / "a.tsv", changed, Overwrite::kAllow);
    return error_of([&] { load_log((dir_ / "a.tsv").string(), {}); });
  };
  EXPECT_THAT(with("\t0.25\t", "\t0.5\t"),
              HasSubstr("a.tsv:2: column 'radius': found '0.5', expected one of the radii"));
  EXPECT_THAT(with("\t0.", "\t0.1"), HasSubstr("column 'radius'"));
}

}  // namespace
}  // namespace certus
