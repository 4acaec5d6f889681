#include "certus/certify/transfer_certification.h"

#include "certus/certify/job.h"
#include "certus/logs/load_log.h"
#include "support/linear_engine.h"
#include "support/plane_data.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

/// The plane engine moved: it says 1 where the sum of the pixels exceeds `offset`.
std::unique_ptr<Engine> moved_plane(float offset) {
  return std::make_unique<test::ScriptedEngine>(test::kTinyShape, 2, [offset](std::span<const float> x) {
    float sum = 0.0F;
    for (const float v : x) sum += v;
    return sum > offset ? 1 : 0;
  });
}

const CertifyParams kParams{.n0 = 20, .budget = {.n = 2000, .alpha = 0.01, .sigma = 0.5}};

TEST(CertifyByTransfer, CountsThePairedDrawsThatTheExactNetworkLoses) {
  const auto pixels = test::image_at(0.6);
  const ImageView x{test::kTinyShape, pixels};
  const NoiseKey key{.seed = 3, .image = 8};
  VoteCounter g = test::counter_of(moved_plane(0.4F));
  VoteCounter h = test::counter_of(test::plane_engine());
  const TransferParams params = usual_transfer(kParams.budget, 500);
  EXPECT_LE(params.alpha.cheap + params.alpha.paired, 0.01 + 1e-15);
  const auto [certificate, paired] = certify_by_transfer(g, h, x, kParams, params, key);

  std::vector<int> of_g(500);
  std::vector<int> of_h(2000);
  moved_plane(0.4F)->classify(x, 0.5F, key, 20, of_g);
  test::plane_engine()->classify(x, 0.5F, key, 20, of_h);
  std::int64_t lost = 0;
  for (std::size_t i = 0; i < 500; ++i) lost += of_h[i] == 1 && of_g[i] != 1 ? 1 : 0;
  EXPECT_GT(lost, 3);
  EXPECT_EQ(paired.lost, lost);
  EXPECT_EQ(certificate.top_class, 1);
  const auto votes = std::count(of_h.begin(), of_h.end(), 1);
  EXPECT_EQ(certificate.votes.counts[1], votes);
  EXPECT_EQ(
      certificate.radius,
      radius_of_bound(
          transfer_lower({.cheap_votes = votes, .cheap_draws = 2000, .lost_votes = lost, .paired_draws = 500},
                         params.alpha),
          0.5));
}

TEST(CertifyByTransfer, NeverCertifiesBeyondTheExactNetworkMoreOftenThanAlpha) {
  // The exact network's true radius is its image's distance to the moved plane; a cheap network that is far
  // too good costs nothing of the promise. More than 22 of 1000 would be false once in a thousand runs.
  VoteCounter g = test::counter_of(moved_plane(0.5F), 1000);
  VoteCounter h = test::counter_of(test::plane_engine(), 1000);
  const auto pixels = test::image_at(0.6);
  const double truth = 0.6 - 0.5 / std::sqrt(8.0);
  const CertifyParams params{.n0 = 10, .budget = {.n = 300, .alpha = 0.01, .sigma = 0.5}};
  const TransferParams transfer = usual_transfer(params.budget, 100);
  int wrong = 0;
  double largest = 0.0;
  for (std::uint64_t image = 0; image < 1000; ++image) {
    const auto result =
        certify_by_transfer(g, h, {test::kTinyShape, pixels}, params, transfer, {.seed = 1, .image = image});
    wrong += result.certificate.radius > truth ? 1 : 0;
    largest = std::max(largest, result.certificate.radius);
  }
  EXPECT_LE(wrong, 22);
  EXPECT_GT(largest, 0.0);
}

TEST(UsualTransfer, RefusesMorePairedDrawsThanDraws) {
  EXPECT_THAT(error_of([] { usual_transfer({.n = 100}, 101); }),
              HasSubstr("101 paired draws, expected a number in [1, n = 100]"));
}

TEST(TransferJob, WritesARecordWhoseRadiiFollowFromVotesAndLostDraws) {
  const test::TempDir dir;
  const test::PlaneData data(40);
  VoteCounter g = test::counter_of(moved_plane(0.05F));
  VoteCounter h = test::counter_of(test::plane_engine());
  const Job job{.procedure = Procedure::kCertifyTransfer,
                .params = kParams,
                .cheap = &h,
                .transfer = usual_transfer(kParams.budget, 400),
                .seed = 3,
                .keep_time = false};
  RecordWriter record = RecordWriter::create(dir / "t.tsv",
                                             {.procedure = job.procedure,
                                              .budget = kParams.budget,
                                              .n0 = 20,
                                              .seed = 3,
                                              .classes = 2,
                                              .paired = 400,
                                              .alpha_paired = job.transfer.alpha.paired},
                                             Overwrite::kRefuse);
  std::vector<std::int64_t> images(40);
  for (std::size_t i = 0; i < 40; ++i) images[i] = static_cast<std::int64_t>(i);
  const JobProgress progress = run_job(job, g, data, images, record, SteadyClock(), {});
  EXPECT_EQ(progress.draws, 40 * (20 + 2000 + 400));
  const std::string path = (dir / "t.tsv").string();
  const LoadedLog loaded = load_log(path, {});  // checks every radius
  ASSERT_EQ(loaded.log.lost.size(), 40U);
  EXPECT_GT(*std::max_element(loaded.log.radius.begin(), loaded.log.radius.end()), 0.5);
  EXPECT_THAT(error_of([&] { check_own_votes(loaded.log, "convert"); }),
              HasSubstr("its votes are those of a cheaper network"));
  std::string text = test::content_of(path);
  const std::size_t row = text.find("\n19\t");
  text.replace(text.rfind('\t', text.find('\n', row + 1)), 2, "\t7");
  write_file(path, text, Overwrite::kAllow);
  EXPECT_THAT(error_of([&] { load_log(path, {}); }), HasSubstr("t.tsv:21: column 'radius'"));
}

}  // namespace
}  // namespace certus
