// Anytime certification of a data set: what the record says of each image, and that nothing else can change
// it.
#include "certus/base/split_text.h"
#include "certus/certify/top_up.h"
#include "certus/logs/load_log.h"
#include "certus/logs/merge_records.h"
#include "certus/procedure/at_radii.h"
#include "certus/procedure/at_radii_two_class.h"
#include "certus/procedure/radius_decision.h"
#include "certus/procedure/to_width.h"
#include "certus/procedure/top_class.h"
#include "certus/stats/confidence_sequence.h"
#include "support/plane_job.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;

constexpr std::int64_t kN0 = 20;

const Budget kBudget{.n = 2000, .alpha = 0.01, .sigma = 0.5};

DecisionParams params_at(std::vector<double> radii, DecisionBoundary boundary = DecisionBoundary::kSpending,
                         std::int64_t n = 2000, double worth = 0.0) {
  Budget budget = kBudget;
  budget.n = n;
  return {.budget = budget, .radii = std::move(radii), .boundary = boundary, .worth = worth};
}

Job job_of(std::shared_ptr<const Procedure> procedure) {
  return {.procedure = std::move(procedure), .seed = 3, .keep_time = false};
}

Job job_at(std::vector<double> radii, DecisionBoundary boundary = DecisionBoundary::kSpending,
           std::int64_t n = 2000, double worth = 0.0) {
  return job_of(at_radii_procedure(kN0, params_at(std::move(radii), boundary, n, worth)));
}

Job job_width(double width, std::int64_t n = 2000) {
  Budget budget = kBudget;
  budget.n = n;
  return job_of(to_width_procedure(kN0, {.budget = budget, .width = width}));
}

Job job_two_class(std::vector<double> radii) {
  return job_of(at_radii_two_class_procedure(kN0, {.budget = kBudget, .radii = std::move(radii)}));
}

/// The columns that these records add.
enum Column { kClass, kLooks, kLower, kUpper };

class AnytimeJob : public test::PlaneJob {
 protected:
  AnytimeJob() : PlaneJob(60) {}
  std::string run(const std::string& name, const Job& job, const std::vector<std::int64_t>& images,
                  int workers = 1, std::int64_t batch = 64, std::int64_t stop_after = -1) {
    return run_with(name, job, manifest_of(job), SteadyClock(), images, workers, batch, stop_after);
  }
};

TEST_F(AnytimeJob, DecidesAsTheDecisionFedWithTheVotesOfTheDraws) {
  const DecisionTable table(params_at({0.25, 0.5, 1.0}));
  run("a.tsv", job_at({0.25, 0.5, 1.0}), all_, 2, 64);
  const LoadedLog loaded = load_log((dir_ / "a.tsv").string(), {});
  ASSERT_EQ(loaded.log.rows(), 60U);
  ASSERT_FALSE(loaded.log.has_one_n());
  const auto f = test::plane_engine();
  std::set<double> radii;
  for (std::size_t row = 0; row < 60; ++row) {
    const Image image = data_.get(static_cast<std::int64_t>(row));
    std::vector<int> votes(kN0 + 2000);
    f->classify(image.view(), 0.5F, {.seed = 3, .image = row}, 0, votes);
    const auto ones = std::count(votes.begin(), votes.begin() + kN0, 1);
    const int chosen = ones > kN0 - ones ? 1 : 0;
    RadiusDecision decision(table);
    while (decision.wanted() > 0) {
      decision.add(votes[static_cast<std::size_t>(kN0 + decision.progress().draws)] == chosen ? 1 : 0, 1);
    }
    const auto& [k, n, blank, certified] = decision.progress();
    const ConfidenceSequence sequence(0.01);
    EXPECT_EQ(loaded.log.extension[kClass][row], chosen) << row;
    EXPECT_EQ(loaded.log.row_n[row], n) << row;
    EXPECT_EQ(loaded.log.chosen_votes[row], k) << row;
    EXPECT_EQ(loaded.log.is_abstained(row), !decision.radius()) << row;
    EXPECT_EQ(loaded.log.radius[row], decision.radius().value_or(0.0)) << row;
    EXPECT_EQ(loaded.log.extension[kLower][row], sequence.lower(k, n).p) << row;
    EXPECT_EQ(loaded.log.extension[kUpper][row], sequence.upper(k, n).p) << row;
    radii.insert(decision.radius().value_or(-1.0));
  }
  EXPECT_EQ(radii, (std::set<double>{-1.0, 0.25, 0.5, 1.0}));  // the data has images for every outcome
}

TEST_F(AnytimeJob, DecidesFromTwoClassesAsTheTableSaysOfTheVotes) {
  const TwoClassTable table({.budget = kBudget, .radii = {0.25, 0.5, 1.0}});
  run("t.tsv", job_two_class({0.25, 0.5, 1.0}), all_, 2, 64);
  const LoadedLog loaded = load_log((dir_ / "t.tsv").string(), {});
  const auto f = test::plane_engine();
  std::set<double> radii;
  for (std::size_t row = 0; row < 60; ++row) {
    std::vector<int> votes(kN0 + 2000);
    f->classify(data_.get(static_cast<std::int64_t>(row)).view(), 0.5F, {.seed = 3, .image = row}, 0, votes);
    const auto ones = std::count(votes.begin(), votes.begin() + kN0, 1);
    const int chosen = ones > kN0 - ones ? 1 : 0;
    std::size_t certified = 0, j = 0;
    std::int64_t k = 0;
    for (bool more = true; more; ++j) {
      const std::int64_t n = table.looks()[j];
      k = std::count(votes.begin() + kN0, votes.begin() + kN0 + n, chosen);
      certified = std::max(certified, table.certified(j, k, n - k));
      more = table.goes_on(j, k, n - k, certified);
    }
    const double radius = certified == 0 ? -1.0 : table.radii()[certified - 1];
    EXPECT_EQ(loaded.log.row_n[row], table.looks()[j - 1]) << row;
    EXPECT_EQ(loaded.log.extension[kLooks][row], static_cast<double>(j)) << row;
    EXPECT_EQ(loaded.log.chosen_votes[row], k) << row;
    EXPECT_EQ(loaded.log.is_abstained(row) ? -1.0 : loaded.log.radius[row], radius) << row;
    radii.insert(radius);
  }
  EXPECT_EQ(radii, (std::set<double>{-1.0, 0.25, 0.5, 1.0}));
}

TEST_F(AnytimeJob, KnowsRadiiToWithinTheWidth) {
  const Job job = job_width(0.3);
  run("w.tsv", job, all_);
  const LoadedLog loaded = load_log((dir_ / "w.tsv").string(), {});
  const auto f = test::plane_engine();
  for (std::size_t row = 0; row < 60; ++row) {
    std::vector<int> votes(kN0 + 2000);
    f->classify(data_.get(static_cast<std::int64_t>(row)).view(), 0.5F, {.seed = 3, .image = row}, 0, votes);
    WidthDecision decision(WidthParams{.budget = kBudget, .width = 0.3});
    while (decision.wanted() > 0) {
      const auto at = static_cast<std::size_t>(kN0 + decision.progress().draws);
      decision.add(votes[at] == loaded.log.extension[kClass][row] ? 1 : 0, 1);
    }
    EXPECT_EQ(loaded.log.row_n[row], decision.progress().draws) << row;
    EXPECT_EQ(loaded.log.radius[row], decision.certified()) << row;
  }
}

TEST_F(AnytimeJob, WritesTheSameRecordForAnyBatchAndThreads) {
  for (const Job& job : {job_at({0.25, 1.0}), job_at({0.5}, DecisionBoundary::kMixture), job_width(0.4),
                         job_two_class({0.25, 1.0})}) {
    const std::string tag = std::string(job.procedure->kind().name) + job.procedure->stopping_rule();
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
  for (const Job& job : {job_at({0.25, 1.0}), job_two_class({0.25, 1.0})}) {
    const std::string tag(job.procedure->kind().name);
    const std::string expected = run(tag + ".tsv", job, all_);
    const std::int64_t draws = last_.draws;
    for (std::int64_t stop_after = 0; stop_after < draws; stop_after += 700) {
      const std::string name = tag + std::to_string(stop_after) + ".tsv";
      const std::string part = run(name, job, all_, 2, 16, stop_after);
      EXPECT_EQ(expected.substr(0, part.size()), part) << "finished images only, in order";
      EXPECT_EQ(run(name, job, all_), expected);
    }
  }
}

TEST_F(AnytimeJob, ResumingAnotherDecisionNamesTheField) {
  run("a.tsv", job_at({0.25}), {1, 2});
  EXPECT_THAT(error_of([&] {
                run("a.tsv", job_at({0.5}), {1, 2});
              }),
              HasSubstr("a.json: field 'radii' is [0.25] in the run to be resumed and [0.5] now"));
  EXPECT_THAT(
      error_of([&] {
        run("a.tsv", job_at({0.25}, DecisionBoundary::kMixture), {1, 2});
      }),
      HasSubstr("field 'boundary' is \"spending\" in the run to be resumed and \"one-sided mixture\" now"));
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

class TopUp : public AnytimeJob {
 protected:
  /// Runs `job` on from the record of that name.
  std::string go_on(const std::string& from, const std::string& name, Job job) {
    job.before = std::make_shared<std::map<std::int64_t, CertificationRecord>>(
        records_to_top_up(dir_ / from, read_manifest(dir_ / from).value(), all_));
    return run(name, job, all_, 2, 50);
  }
};

TEST_F(TopUp, OfAMixtureEndsWhereTheSameDrawsEndAtTheLargerLimit) {
  const Job small = job_at({0.25, 1.0}, DecisionBoundary::kMixture, 300);
  const Job large = job_at({0.25, 1.0}, DecisionBoundary::kMixture);
  run("small.tsv", small, all_);
  go_on("small.tsv", "topped.tsv", large);
  run("large.tsv", large, all_);
  const CertificationLog before = read_log((dir_ / "small.tsv").string());
  const LoadedLog topped = load_log((dir_ / "topped.tsv").string(), {});
  const CertificationLog direct = read_log((dir_ / "large.tsv").string());
  int more = 0;
  for (std::size_t row = 0; row < 60; ++row) {
    EXPECT_GE(topped.log.row_n[row], before.row_n[row]);
    EXPECT_GE(topped.log.radius[row], before.radius[row]);
    EXPECT_EQ(topped.log.extension[kClass][row], before.extension[kClass][row]);
    if (topped.log.row_n[row] == direct.row_n[row]) {  // the same draws have the same votes
      EXPECT_EQ(topped.log.chosen_votes[row], direct.chosen_votes[row]) << row;
      EXPECT_EQ(topped.log.extension[kLower][row], direct.extension[kLower][row]) << row;
    }
    more += topped.log.radius[row] > before.radius[row] ? 1 : 0;
  }
  EXPECT_GT(more, 5);
  EXPECT_EQ(last_.draws, last_.draws_of_done);
}

TEST_F(TopUp, LeavesWhatIsDecidedAsItIs) {
  const Job job = job_at({0.25}, DecisionBoundary::kMixture, 400);
  const std::string before = run("a.tsv", job, all_);
  const std::string after = go_on("a.tsv", "b.tsv", job_at({0.25}, DecisionBoundary::kMixture, 800));
  std::size_t kept = 0;
  for (const std::string_view line : split_text(before, '\n')) {
    const bool certified = line.find("\t0.25\t") != std::string_view::npos;
    if (!certified) continue;
    EXPECT_THAT(after, HasSubstr(std::string(line)));
    ++kept;
  }
  EXPECT_GT(kept, 20U);
  EXPECT_NE(before, after);
}

TEST_F(TopUp, OfSpendingLetsImagesGoOnThatWereGivenUp) {
  const Job stingy = job_at({0.5}, DecisionBoundary::kSpending, 2000, 300.0);
  const Job generous = job_at({0.5}, DecisionBoundary::kSpending, 2000, 1e6);
  run("a.tsv", stingy, all_);
  go_on("a.tsv", "b.tsv", generous);
  const CertificationLog before = read_log((dir_ / "a.tsv").string());
  const LoadedLog after = load_log((dir_ / "b.tsv").string(), {});
  const auto certified = [](const CertificationLog& log) {
    return std::count_if(log.radius.begin(), log.radius.end(), [](double r) { return r > 0.0; });
  };
  EXPECT_GT(certified(after.log), certified(before));
}

TEST_F(TopUp, OfSpendingWithAReserveIsTheRunOfTheLargerLimit) {
  const auto job = [](std::int64_t n, std::int64_t first_n) {
    DecisionParams params = params_at({0.25, 1.0}, DecisionBoundary::kSpending, n);
    params.reserve = 0.2;
    params.first_n = first_n;
    return job_of(at_radii_procedure(kN0, params));
  };
  const Job small = job(400, 0), large = job(4000, 400);
  // A run that does not know the first n takes it from the record.
  const auto continuing = job(4000, 0).procedure->continuing(*small.procedure);
  EXPECT_EQ(continuing->fields(), large.procedure->fields());
  check_top_up("a.tsv", manifest_of(small), manifest_of(large));
  EXPECT_THAT(error_of([&] { check_top_up("a.tsv", manifest_of(small), manifest_of(job(4000, 0))); }),
              HasSubstr("made with first_n 400, but"));
  EXPECT_THAT(error_of([&] { check_top_up("a.tsv", manifest_of(large), manifest_of(small)); }),
              HasSubstr("n must be larger"));
  EXPECT_THAT(error_of([&] {
                check_top_up("a.tsv", manifest_of(job_at({0.25, 1.0})), manifest_of(large));
              }),
              HasSubstr("made without reserve, but this run is with reserve 0.2"));

  run("small.tsv", small, all_);
  go_on("small.tsv", "topped.tsv", large);
  run("large.tsv", large, all_);
  const CertificationLog before = read_log((dir_ / "small.tsv").string());
  const LoadedLog topped = load_log((dir_ / "topped.tsv").string(), {});
  const CertificationLog direct = read_log((dir_ / "large.tsv").string());
  int more = 0;
  for (std::size_t row = 0; row < 60; ++row) {
    EXPECT_GE(topped.log.radius[row], before.radius[row]);
    // Nothing is lost to the first limit: only a rule of giving up could differ.
    if (topped.log.row_n[row] == direct.row_n[row]) {
      EXPECT_EQ(topped.log.radius[row], direct.radius[row]) << row;
    }
    more += topped.log.radius[row] > before.radius[row] ? 1 : 0;
  }
  EXPECT_GT(more, 3);
}

TEST_F(TopUp, OfAWidthGoesOnFromTheIntervalRecorded) {
  const Job wide = job_width(0.6, 500);
  const Job narrow = job_width(0.3);
  run("a.tsv", wide, all_);
  go_on("a.tsv", "b.tsv", narrow);
  const CertificationLog before = read_log((dir_ / "a.tsv").string());
  const LoadedLog after = load_log((dir_ / "b.tsv").string(), {});
  for (std::size_t row = 0; row < 60; ++row) {
    EXPECT_GE(after.log.extension[kLower][row], before.extension[kLower][row]) << row;
    EXPECT_LE(after.log.extension[kUpper][row], before.extension[kUpper][row]) << row;
    EXPECT_GE(after.log.radius[row], before.radius[row] - 1e-7) << row;
  }
}

TEST_F(TopUp, RefusesWhatIsInvalidWithTheReason) {
  const auto refusal = [&](const Job& before, const Job& now) {
    return error_of([&] { check_top_up("a.tsv", manifest_of(before), manifest_of(now)); });
  };
  constexpr auto kSpending = DecisionBoundary::kSpending, kMixture = DecisionBoundary::kMixture;
  const Job spending = job_at({0.5});
  const Job mixture = job_at({0.5}, kMixture);
  const Job more = job_at({0.5}, kMixture, 4000);
  EXPECT_THAT(refusal(spending, job_at({0.5}, kSpending, 4000)),
              HasSubstr("had spent all of alpha at n = 2000, but n is 4000 now"));
  EXPECT_THAT(refusal(spending, spending), HasSubstr("must be worth more draws"));
  const auto changed = [&](const std::string& name, const ManifestValue& value) {
    RunManifest before = manifest_of(mixture);
    for (ManifestField& field : before.fields) {
      if (field.name == name) field.value = value;
    }
    return error_of([&] { check_top_up("a.tsv", before, manifest_of(more)); });
  };
  EXPECT_THAT(changed("boundary", std::string("mixture")),
              HasSubstr("a.tsv: was made with boundary \"mixture\", but this run is with boundary "
                        "\"one-sided mixture\"; draws can only be added with the same settings"));
  EXPECT_THAT(changed("first_share", 0.25), HasSubstr("made with first_share 0.25, but"));
  EXPECT_THAT(changed("first_look", std::int64_t{12}), HasSubstr("made with first_look 12, but"));
  EXPECT_THAT(changed("give_up_prior", std::vector<double>{0.5, 0.5}),
              HasSubstr("made with give_up_prior [0.5,0.5], but"));
  RunManifest older = manifest_of(spending);  // from before these were fields
  std::erase_if(older.fields, [](const ManifestField& field) {
    return field.name == "first_share" || field.name == "first_look" || field.name == "give_up_prior";
  });
  check_top_up("a.tsv", older, manifest_of(job_at({0.5}, kSpending, 2000, 1e6)));
  EXPECT_THAT(refusal(mixture, job_at({0.5}, kMixture, 1000)), HasSubstr("n must be larger"));
  EXPECT_THAT(refusal(mixture, mixture), HasSubstr("nothing to add with the same n"));
  EXPECT_THAT(refusal(job_width(0.3), job_width(0.3)), HasSubstr("the width must be smaller"));
  EXPECT_THAT(refusal(mixture, job_at({0.75}, kMixture, 4000)),
              HasSubstr("made with at [0.5], but this run is with at [0.75]"));
  Job other = more;
  other.seed = 4;
  EXPECT_THAT(refusal(mixture, other), HasSubstr("made with seed 3, but this run is with seed 4"));
  EXPECT_THAT(refusal(job_of(top_class_procedure(kN0, kBudget)), more),
              HasSubstr("was certified with a fixed n"));
  check_top_up("a.tsv", manifest_of(mixture), manifest_of(more));
  check_top_up("a.tsv", manifest_of(spending), manifest_of(job_at({0.5}, kSpending, 2000, 1e6)));
  check_top_up("a.tsv", manifest_of(job_width(0.3)), manifest_of(job_width(0.2)));
  run("part.tsv", mixture, {0, 1, 2});
  RunManifest part = read_manifest(dir_ / "part.tsv").value();
  EXPECT_THAT(error_of([&] { records_to_top_up(dir_ / "part.tsv", part, all_); }),
              HasSubstr("has no image 3, expected a finished record"));
  part.n0 += 1;
  EXPECT_THAT(error_of([&] {
                records_to_top_up(dir_ / "part.tsv", part, {0, 1, 2});
              }),
              HasSubstr("column 'n0': found '"));
  EXPECT_THAT(refusal(mixture, job_at({0.5}, kMixture, 2000, 3.0)), HasSubstr("nothing to add"));
}

}  // namespace
}  // namespace certus
