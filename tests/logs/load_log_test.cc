#include "certus/logs/load_log.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/logs/radius_lattice.h"
#include "certus/record/record_writer.h"
#include "certus/record/simulate.h"
#include "certus/stats/binomial.h"
#include "certus/stats/normal.h"
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
  EXPECT_THAT(loaded.notes[0], HasSubstr("are assumed, which are the most usual"));
}

TEST(LoadLog, RefusesAnOptionThatTheRadiiContradict) {
  const test::TempDir dir;
  const auto path = dir.write("noise_0.5.tsv", field_log({100'000, 0.001, 0.5}, 400)).string();
  EXPECT_THAT(error_of([&] { load_log(path, {.alpha = 0.01}); }),
              HasSubstr("its radii do not fit the given alpha"));
  EXPECT_THAT(error_of([&] { load_log(path, {.n = 1'000'000}); }),
              HasSubstr("which is the largest possible with n = 100000, alpha = 0.001"));
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

const Budget kField{.n = 100'000, .alpha = 0.001, .sigma = 0.5};
const BudgetOptions kFieldGiven{.sigma = 0.5, .n = 100'000, .alpha = 0.001};
const std::string kRoundedRows =
    std::string(kFieldHeaderLine) +
    "0\t1\t1\t1.91\t1\tx\n1\t1\t1\t1.87\t1\tx\n2\t1\t1\t1.15\t1\tx\n3\t1\t-1\t0.0\t0\tx\n"
    "4\t1\t2\t1.15\t0\tx\n";

TEST(LoadLog, ReadsARoundedRadiusAsTheMiddleOfItsCounts) {
  const test::TempDir dir;
  // At sigma 0.5 only 100,000 votes are logged as 1.91, and only 99,999 as 1.87; 1.15 has many counts.
  const LoadedLog loaded = load_log(dir.write("a.tsv", kRoundedRows).string(), kFieldGiven);
  const auto cell = lattice_cell(1.15, loaded.log.digits, kField);
  EXPECT_LT(cell->k_low + 1, cell->k_high);
  EXPECT_EQ(loaded.log.label_votes,
            (std::vector<std::int64_t>{100'000, 99'999, (cell->k_low + cell->k_high) / 2, -1, -1}));
}

TEST(LoadLog, ReadsARoundedRadiusAsTheLeastThatItsVotesCanProve) {
  const test::TempDir dir;
  const std::string path = dir.write("a.tsv", kRoundedRows).string();
  const LoadedLog loaded = load_log(path, kFieldGiven);
  EXPECT_EQ(loaded.log.radius_range(0).low, *largest_radius(kField));
  EXPECT_EQ(loaded.log.radius_range(0).high, *largest_radius(kField));
  EXPECT_EQ(loaded.log.radius_range(2).low, lattice_cell(1.15, loaded.log.digits, kField)->radius_low);
  EXPECT_EQ(loaded.log.radius_range(3).low, 0.0);
  // An assumed budget, or none, leaves the digits.
  const LoadedLog unknown = load_log(path);
  EXPECT_NEAR(unknown.log.radius_range(0).low, 1.905, 1e-10);
  EXPECT_NEAR(unknown.log.radius_range(0).high, 1.915, 1e-10);
  const LoadedLog assumed =
      load_log(dir.write("noise_0.5.tsv", std::string(kFieldHeaderLine) + "0\t1\t1\t0.5\t1\tx\n").string());
  ASSERT_EQ(assumed.n.source, Source::kHabit);
  EXPECT_NEAR(assumed.log.radius_range(0).low, 0.4995, 1e-11);
  const LoadedLog known = load_log(assumed.log.path, kFieldGiven);
  EXPECT_GT(known.log.radius_range(0).low, 0.4995 + 1e-11);
}

TEST(LoadLog, ReadsRoundedRadiiAsTheFieldDoesWhenAsked) {
  const test::TempDir dir;
  BudgetOptions options = kFieldGiven;
  options.as_printed = true;
  const LoadedLog loaded = load_log(dir.write("a.tsv", kRoundedRows).string(), options);
  EXPECT_TRUE(loaded.as_printed);
  // The smallest count that reaches the radius; n where none does.
  EXPECT_EQ(loaded.log.label_votes,
            (std::vector<std::int64_t>{100'000, 100'000, *k_min(1.15, kField), -1, -1}));
  EXPECT_EQ(loaded.log.radius_range(0).low, 1.91);
}

TEST(LoadLog, NeverReadsMoreFromARoundedRadiusThanItsVotesProve) {
  // Every count of a budget, printed as the field prints it, with a row per count.
  const test::TempDir dir;
  for (const Budget budget : {Budget{1000, 0.001, 0.5}, Budget{1000, 0.01, 1.0}, Budget{313, 0.05, 0.25}}) {
    const std::int64_t first = *k_min(0.0, budget);
    std::string text = kFieldHeaderLine;
    for (std::int64_t k = first; k <= budget.n; ++k)
      text += join_text(k - first, "\t1\t1\t", three_digit_text(*certified_radius(k, budget)), "\t1\tx\n");
    const LoadedLog loaded = load_log(dir.write("a.tsv", text).string(),
                                      {.sigma = budget.sigma, .n = budget.n, .alpha = budget.alpha});
    bool printed_is_more = false;
    for (std::int64_t k = first; k <= budget.n; ++k) {
      const auto row = static_cast<std::size_t>(k - first);
      const double proven = *certified_radius(k, budget);
      const VoteRange votes = loaded.log.votes_of_radius.at(loaded.log.radius[row]);
      EXPECT_LE(loaded.log.radius_range(row).low, proven);
      EXPECT_GE(loaded.log.radius_range(row).high, proven);
      EXPECT_LE(votes.least, k);
      EXPECT_GE(votes.most, k);
      printed_is_more = printed_is_more || loaded.log.radius[row] > proven;
    }
    EXPECT_TRUE(printed_is_more);
  }
}

TEST(LoadLog, MakesRoundedRadiiCertificatesAgain) {
  // The chance of a radius above the true one, for p_A just below every radius that a row claims: radii rise
  // with the votes, so it is a binomial tail. It is at most alpha as the rows are read, and many times alpha
  // as they are printed.
  const test::TempDir dir;
  const Budget budget{.n = 100'000, .alpha = 0.001, .sigma = 0.5};
  const std::int64_t first = *k_min(0.0, budget);
  std::string text = kFieldHeaderLine;
  for (std::int64_t k = first; k <= budget.n; ++k)
    text += join_text(k - first, "\t1\t1\t", three_digit_text(*certified_radius(k, budget)), "\t1\tx\n");
  const std::string path = dir.write("a.tsv", text).string();
  BudgetOptions options{.sigma = budget.sigma, .n = budget.n, .alpha = budget.alpha};
  const auto worst_chance = [&](bool as_printed) {
    options.as_printed = as_printed;
    const CertificationLog log = load_log(path, options).log;
    double worst = 0.0;
    double last = 0.0;
    for (std::size_t row = 0; row < log.rows(); ++row) {
      const double claim = log.radius_range(row).low;
      if (claim <= last) continue;
      last = claim;
      const Probability p = normal_probability(claim / budget.sigma * (1.0 - 1e-12));
      worst = std::max(worst, binomial_upper_tail(first + static_cast<std::int64_t>(row), budget.n, p));
    }
    return worst;
  };
  EXPECT_LE(worst_chance(false), budget.alpha * (1.0 + 1e-6));
  EXPECT_GT(worst_chance(true), 15 * budget.alpha);
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
  EXPECT_THAT(loaded.notes[0], HasSubstr("sigma is neither in the path nor given"));
  EXPECT_THAT(error_of([&] { loaded.budget(); }), HasSubstr("sigma is unknown"));
}

}  // namespace
}  // namespace certus
