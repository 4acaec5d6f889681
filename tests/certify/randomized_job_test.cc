// Records of randomised bounds.
#include "certus/certify/image_selection.h"
#include "certus/certify/job.h"
#include "certus/logs/audit.h"
#include "certus/logs/load_log.h"
#include "certus/logs/resume_record.h"
#include "support/linear_engine.h"
#include "support/plane_data.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;

class RandomizedJob : public ::testing::Test {
 protected:
  std::string run(const std::string& name, Procedure procedure, RadiusRule rule, int workers = 1) {
    const Job job{.procedure = procedure,
                  .params = {.n0 = 20, .budget = {.n = 150, .alpha = 0.01, .sigma = 0.5}, .rule = rule},
                  .seed = 3,
                  .keep_time = false};
    std::vector<std::unique_ptr<Engine>> engines;
    for (int i = 0; i < workers; ++i) engines.push_back(test::plane_engine());
    VoteCounter f(std::move(engines), 64);
    RecordWriter record = resume_record(dir_ / name, {.procedure = job.procedure,
                                                      .budget = job.params.budget,
                                                      .n0 = job.params.n0,
                                                      .seed = job.seed,
                                                      .classes = 2});
    run_job(job, f, data_, selected_images({}, 200), record, SteadyClock(), {});
    return content_of(dir_ / name);
  }

  const test::PlaneData data_{200};
  test::TempDir dir_;
};

TEST_F(RandomizedJob, HasLargerRadiiFromTheSameVotesAndItsUniformNumbersBesideThem) {
  const std::string text = run("r.tsv", Procedure::kCertifyRandomized, RadiusRule::kRandomized);
  EXPECT_EQ(run("again.tsv", Procedure::kCertifyRandomized, RadiusRule::kRandomized, 3), text);
  run("plain.tsv", Procedure::kCertify, RadiusRule::kTopClass);
  const LoadedLog randomized = load_log((dir_ / "r.tsv").string(), {});  // checks every radius
  const LoadedLog plain = load_log((dir_ / "plain.tsv").string(), {});
  ASSERT_EQ(randomized.log.uniform.size(), 200U);
  double sum = 0.0;
  double gain = 0.0;
  for (std::size_t row = 0; row < 200; ++row) {
    EXPECT_EQ(randomized.log.label_votes[row], plain.log.label_votes[row]) << row;
    EXPECT_GE(randomized.log.radius[row], plain.log.radius[row]) << row;
    gain += randomized.log.radius[row] - plain.log.radius[row];
    sum += randomized.log.uniform[row];
  }
  EXPECT_GT(gain, 0.5);
  EXPECT_NEAR(sum / 200, 0.5, 0.1);  // 4.9 standard deviations
  EXPECT_FALSE(randomized.radii_are_of_top_votes());
  const auto audits = audit_logs({(dir_ / "r.tsv").string()}, {});
  for (const Finding& finding : audits.front().findings)
    EXPECT_EQ(finding.code, "near-constant") << finding.message;  // the scripted network has one answer
}

TEST_F(RandomizedJob, RefusesARadiusThatItsUniformNumberDoesNotGive) {
  std::string text = run("r.tsv", Procedure::kCertifyRandomized, RadiusRule::kRandomized);
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
