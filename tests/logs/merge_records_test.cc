#include "certus/logs/merge_records.h"

#include "certus/record/record_writer.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

class MergeRecords : public ::testing::Test {
 protected:
  std::filesystem::path part(const std::string& name, const std::vector<std::int64_t>& images,
                             std::uint64_t seed = 0) {
    const RunManifest manifest{.budget = {.n = 10, .alpha = 0.01, .sigma = 0.5}, .seed = seed};
    RecordWriter writer = RecordWriter::create(dir_ / name, manifest, {}, Overwrite::kRefuse);
    for (const std::int64_t i : images) {
      CertificationRecord record{.idx = i, .label = 1, .n = 10, .counts = {{1, 10}}};
      decide(record, 1, manifest.budget);
      writer.append(record);
    }
    return dir_ / name;
  }
  std::string error(const std::vector<std::filesystem::path>& parts) {
    return error_of([&] { merge_records(parts, dir_ / "out.tsv", Overwrite::kRefuse); });
  }
  test::TempDir dir_;
};

TEST_F(MergeRecords, OrdersRowsByImage) {
  merge_records({part("b.tsv", {5, 9}), part("a.tsv", {0, 7})}, dir_ / "out.tsv", Overwrite::kRefuse);
  part("whole.tsv", {0, 5, 7, 9});
  EXPECT_EQ(test::content_of(dir_ / "out.tsv"), test::content_of(dir_ / "whole.tsv"));
}

TEST_F(MergeRecords, NamesWhatDoesNotBelongTogether) {
  const auto a = part("a.tsv", {0, 1});
  EXPECT_THAT(error({a, part("b.tsv", {1, 2})}), HasSubstr("b.tsv:2: image 1 is also in "));
  EXPECT_THAT(error({a, part("c.tsv", {2}, 8)}), HasSubstr("field 'seed' is 8"));
  EXPECT_THAT(error({a, dir_.write("d.tsv", "idx\tlabel\tpredict\tradius\tcorrect\ttime\n")}),
              HasSubstr("d.json: no manifest of certus"));
  EXPECT_THAT(error({a, dir_ / "gone.tsv"}), HasSubstr("gone.json: no manifest"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "out.tsv"));
}

}  // namespace
}  // namespace certus
