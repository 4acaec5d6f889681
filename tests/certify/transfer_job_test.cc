#include "certus/base/file.h"
#include "certus/certify/job.h"
#include "certus/logs/load_log.h"
#include "certus/procedure/transfer.h"
#include "support/moved_plane.h"
#include "support/plane_data.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

const Budget kBudget{.n = 2000, .alpha = 0.01, .sigma = 0.5};

TEST(TransferJob, WritesARecordWhoseRadiiFollowFromVotesAndLostDraws) {
  const test::TempDir dir;
  const test::PlaneData data(40);
  VoteCounter g = test::counter_of(test::moved_plane(0.05F));
  VoteCounter h = test::counter_of(test::plane_engine());
  const Job job{.procedure = transfer_procedure(20, kBudget, usual_transfer(kBudget, 400)),
                .seed = 3,
                .keep_time = false};
  const RunManifest manifest{.procedure = "certify-transfer",
                             .budget = kBudget,
                             .n0 = 20,
                             .seed = 3,
                             .classes = 2,
                             .fields = job.procedure->fields()};
  RecordWriter record =
      RecordWriter::create(dir / "t.tsv", manifest, job.procedure->kind().columns, Overwrite::kRefuse);
  VoteCounter* const voters[] = {&g, &h};
  std::vector<std::int64_t> images(40);
  for (std::size_t i = 0; i < 40; ++i) images[i] = static_cast<std::int64_t>(i);
  const JobProgress progress = run_job(job, voters, data, images, record, SteadyClock(), {});
  EXPECT_EQ(progress.draws, 40 * (20 + 2000 + 400));
  const std::string path = (dir / "t.tsv").string();
  const LoadedLog loaded = load_log(path, {});  // checks every radius
  ASSERT_EQ(loaded.log.extension.at(1).size(), 40U);
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
