#include "certus/logs/load_log.h"

#include <cmath>

#include "certus/record/record_writer.h"
#include "certus/record/simulate.h"
#include "support/logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using test::kFieldHeaderLine;
using ::testing::HasSubstr;

/// A log as the field writes it, of `images` simulated images.
std::string field_log(const Budget& budget, std::int64_t images) {
  static const Population population = Population::parse("beta:3,0.1");
  std::string text = kFieldHeaderLine;
  for (std::int64_t i = 0; i < images; ++i) {
    text += field_row(simulate_record(population, {.images = images, .budget = budget, .seed = 1}, i)) + "\n";
  }
  return text;
}

TEST(LoadLog, InfersTheBudgetFromPathAndRadiiAndSaysSo) {
  const test::TempDir dir;
  for (const Budget budget : {Budget{100'000, 0.001, 0.25}, Budget{100'000, 0.01, 0.5},
                              Budget{10'000, 0.001, 1.0}, Budget{1000, 0.05, 0.12}}) {
    const std::string name = "noise_" + round_trip_text(budget.sigma) + ".tsv";
    const LoadedLog loaded = load_log(dir.write(name, field_log(budget, 400)).string());
    EXPECT_EQ(loaded.budget(), budget);
    EXPECT_EQ(loaded.sigma.source, Source::kPath);
    EXPECT_EQ(loaded.n.source, Source::kRadii);
    EXPECT_EQ(loaded.alpha.source, Source::kRadii);
  }
}

TEST(LoadLog, AssumesTheUsualBudgetWhenNoImageIsAtACapAndSaysSo) {
  const test::TempDir dir;
  const Population population = Population::parse("beta:8,2");
  std::string text = kFieldHeaderLine;
  for (std::int64_t i = 0; i < 50; ++i)
    text += field_row(simulate_record(population, {.budget = {.sigma = 0.5}}, i)) + "\n";
  const LoadedLog loaded = load_log(dir.write("noise_0.5.tsv", text).string());
  EXPECT_EQ(loaded.budget(), (Budget{.n = 100'000, .alpha = 0.001, .sigma = 0.5}));
  EXPECT_EQ(loaded.alpha.source, Source::kHabit);
  ASSERT_EQ(loaded.notes.size(), 1u);
  EXPECT_THAT(loaded.notes[0], HasSubstr("are assumed, the most usual of them"));
}

TEST(LoadLog, RefusesAnOptionThatTheRadiiContradict) {
  const test::TempDir dir;
  const auto path = dir.write("noise_0.5.tsv", field_log({100'000, 0.001, 0.5}, 400)).string();
  EXPECT_THAT(error_of([&] { load_log(path, {.alpha = 0.01}); }),
              HasSubstr("its radii do not fit the given alpha"));
  EXPECT_THAT(error_of([&] { load_log(path, {.n = 1'000'000}); }),
              HasSubstr("the cap of n = 100000, alpha = 0.001"));
}

TEST(LoadLog, RecognisesRadiiThatWereCutOff) {
  const test::TempDir dir;
  const Population population = Population::parse("beta:3,0.1");
  std::string text = kFieldHeaderLine;
  for (std::int64_t i = 0; i < 400; ++i) {
    CertificationRecord record = simulate_record(population, {.budget = {.sigma = 0.5}}, i);
    record.radius = std::floor(record.radius * 100.0) / 100.0;
    text += field_row(record) + "\n";
  }
  const LoadedLog loaded = load_log(dir.write("noise_0.5.tsv", text).string());
  EXPECT_TRUE(loaded.log.digits.down);
  // Also when the whole budget is given and nothing has to be inferred.
  EXPECT_TRUE(load_log(loaded.log.path, {.n = 100'000, .alpha = 0.001}).log.digits.down);
  EXPECT_EQ(loaded.budget(), (Budget{.n = 100'000, .alpha = 0.001, .sigma = 0.5}));
}

TEST(LoadLog, ChecksRadiiAgainstTheirVotes) {
  const test::TempDir dir;
  const std::string header = record_header({}) + "\n";
  const auto path = dir.write("a.tsv", header + "0\t3\t3\t1.491\t1\tx\t10\t100\t4:100\n").string();
  EXPECT_THAT(
      error_of([&] { load_log(path, {.sigma = 1.0, .alpha = 0.001}); }),
      HasSubstr(
          "a.tsv:2: column 'radius': found '1.491', expected an abstention, which is what 0 of 100 votes"));
}

TEST(LoadLog, RefusesADamagedManifestBesideARecord) {
  const test::TempDir dir;
  dir.write("a.json", "{\"format\": \"certus-rec");
  const auto record =
      dir.write("a.tsv", record_header({}) + "\n0\t3\t-1\t0.0\t0\tx\t10\t100\t3:50;4:50\n").string();
  EXPECT_THAT(error_of([&] { load_log(record); }), HasSubstr("a.json: is not a manifest of certus"));
  const auto foreign = dir.write("a.tsv", std::string(kFieldHeaderLine) + "0\t3\t-1\t0.0\t0\tx\n").string();
  EXPECT_THAT(load_log(foreign).notes.front(), HasSubstr("was not read"));
}

TEST(LoadLog, PrefersTheManifestAndRefusesToBeContradicted) {
  const test::TempDir dir;
  const Budget budget{.n = 1000, .alpha = 0.01, .sigma = 0.5};
  const auto path = dir / "noise_0.25.tsv";  // the path lies
  RecordWriter writer = RecordWriter::create(path, {.budget = budget, .n0 = 10}, {}, Overwrite::kRefuse);
  writer.append(simulate_record(Population::parse("constant:0.9"), {.n0 = 10, .budget = budget}, 0));
  const LoadedLog loaded = load_log(path.string());
  EXPECT_EQ(loaded.budget(), budget);
  EXPECT_EQ(loaded.sigma.source, Source::kManifest);
  EXPECT_THAT(error_of([&] { load_log(path.string(), {.sigma = 1.0}); }),
              HasSubstr("sigma is 0.5 in its manifest, but 1 was given"));
}

TEST(LoadLog, RecoversTheSmallestCountThatReachesTheLoggedRadius) {
  const test::TempDir dir;
  // At sigma 0.5 the radius of 100,000 votes, 1.905728, is logged as 1.91: no count reaches it, so n is
  // meant.
  const auto path =
      dir.write("noise_0.5.tsv",
                std::string(kFieldHeaderLine) +
                    "0\t1\t1\t1.91\t1\tx\n1\t1\t1\t1.15\t1\tx\n2\t1\t-1\t0.0\t0\tx\n3\t1\t2\t1.15\t0\tx\n");
  const LoadedLog loaded = load_log(path.string(), {.n = 100'000, .alpha = 0.001});
  const Budget budget{.n = 100'000, .alpha = 0.001, .sigma = 0.5};
  EXPECT_EQ(loaded.log.label_votes, (std::vector<std::int64_t>{100'000, *k_min(1.15, budget), -1, -1}));
}

TEST(LoadLog, RefusesRadiiBeyondTheLargestOfAGivenBudget) {
  const test::TempDir dir;
  const auto log_with = [&](const std::string& radius) {
    return dir
        .write("a.tsv", std::string(kFieldHeaderLine) + "0\t1\t1\t0.5\t1\tx\n1\t1\t1\t" + radius + "\t1\tx\n")
        .string();
  };
  const BudgetOptions given{.sigma = 0.5, .n = 100'000, .alpha = 0.001};
  EXPECT_NO_THROW(load_log(log_with("1.91"), given));  // 1.905728 rounded
  EXPECT_THAT(error_of([&] { load_log(log_with("1.92"), given); }),
              HasSubstr("a.tsv:3: column 'radius': found '1.92', expected at most 1.905728"));
  EXPECT_NO_THROW(
      load_log(log_with("1.92"), {.sigma = 0.5}));  // inferred, not given: another budget is found
}

TEST(LoadLog, WorksWithoutSigmaAndSaysWhatIsMissing) {
  const test::TempDir dir;
  const LoadedLog loaded =
      load_log(dir.write("a.tsv", std::string(kFieldHeaderLine) + "0\t1\t1\t0.5\t1\tx\n").string());
  EXPECT_TRUE(loaded.log.label_votes.empty());
  ASSERT_EQ(loaded.notes.size(), 1u);
  EXPECT_THAT(loaded.notes[0], HasSubstr("give sigma"));
  EXPECT_THAT(error_of([&] { loaded.budget(); }), HasSubstr("sigma is unknown"));
}

}  // namespace
}  // namespace certus
