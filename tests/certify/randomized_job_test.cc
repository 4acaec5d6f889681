// Records of randomised bounds.
#include "certus/logs/audit.h"
#include "certus/logs/load_log.h"
#include "certus/procedure/randomized.h"
#include "certus/procedure/top_class.h"
#include "support/plane_job.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;

const Budget kBudget{.n = 150, .alpha = 0.01, .sigma = 0.5};

class RandomizedJob : public test::PlaneJob {
 protected:
  RandomizedJob() : PlaneJob(200) {}
  std::string run(const std::string& name, std::shared_ptr<const Procedure> procedure, int workers = 1) {
    const Job job{.procedure = std::move(procedure), .seed = 3, .keep_time = false};
    return run_with(name, job, manifest_of(job), SteadyClock(), all_, workers, 64, -1);
  }
};

TEST_F(RandomizedJob, HasLargerRadiiFromTheSameVotesAndItsUniformNumbersBesideThem) {
  const std::string text = run("r.tsv", randomized_procedure(20, kBudget));
  EXPECT_EQ(run("again.tsv", randomized_procedure(20, kBudget), 3), text);
  run("plain.tsv", top_class_procedure(20, kBudget));
  const LoadedLog randomized = load_log((dir_ / "r.tsv").string(), {});  // checks every radius
  const LoadedLog plain = load_log((dir_ / "plain.tsv").string(), {});
  ASSERT_EQ(randomized.log.extension.at(0).size(), 200U);
  double sum = 0.0;
  double gain = 0.0;
  for (std::size_t row = 0; row < 200; ++row) {
    EXPECT_EQ(randomized.log.label_votes[row], plain.log.label_votes[row]) << row;
    EXPECT_GE(randomized.log.radius[row], plain.log.radius[row]) << row;
    gain += randomized.log.radius[row] - plain.log.radius[row];
    sum += randomized.log.extension[0][row];
  }
  EXPECT_GT(gain, 0.5);
  EXPECT_NEAR(sum / 200, 0.5, 0.1);  // 4.9 standard deviations
  EXPECT_FALSE(randomized.has_lattice_radii());
  const auto audits = audit_logs({(dir_ / "r.tsv").string()}, {});
  for (const Finding& finding : audits.front().findings)
    EXPECT_EQ(finding.code, "near-constant") << finding.message;  // the scripted network has one answer
}

TEST_F(RandomizedJob, RefusesARadiusThatItsUniformNumberDoesNotGive) {
  std::string text = run("r.tsv", randomized_procedure(20, kBudget));
  const std::size_t at = text.find('\n', text.find("\n19\t") + 1);
  const std::size_t number = text.rfind('\t', at) + 1;
  text.replace(number, at - number, "0.001");
  write_file(dir_ / "r.tsv", text, Overwrite::kAllow);
  EXPECT_THAT(error_of([&] { load_log((dir_ / "r.tsv").string(), {}); }),
              HasSubstr("column 'radius': found"));
}

TEST(UniformOfBound, DependsOnTheImageAndLiesInsideTheUnitInterval) {
  const double one = uniform_of_bound({.seed = 1, .image = 5});
  EXPECT_GT(one, 0.0);
  EXPECT_LT(one, 1.0);
  EXPECT_EQ(uniform_of_bound({.seed = 1, .image = 5, .purpose = Purpose::kPredict}), one);
  EXPECT_NE(uniform_of_bound({.seed = 1, .image = 6}), one);
  EXPECT_NE(uniform_of_bound({.seed = 2, .image = 5}), one);
}

}  // namespace
}  // namespace certus
