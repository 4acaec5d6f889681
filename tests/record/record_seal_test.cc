#include "certus/record/record_seal.h"

#include <fstream>

#include "certus/base/sha256.h"
#include "certus/record/record_writer.h"
#include "certus/record/simulate.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;

/// A finished record of 20 simulated images.
class Seal : public ::testing::Test {
 protected:
  Seal() {
    const SimulatedLog log{
        .population = Population::parse("beta:4,1"),
        .population_name = "beta:4,1",
        .params = {.images = 20, .budget = {.n = 1000, .alpha = 0.001, .sigma = 0.5}, .seed = 4}};
    write_simulated_log(path_, log, Overwrite::kRefuse);
  }
  void replace(const std::filesystem::path& path, const std::string& what, const std::string& by) {
    std::string text = content_of(path);
    const auto at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what << " in " << text;
    std::ofstream(path, std::ios::binary) << text.replace(at, what.size(), by);
  }
  test::TempDir dir_;
  std::filesystem::path path_ = dir_ / "a.tsv";
};

TEST_F(Seal, IsTheSha256OfTheRecordFile) {
  EXPECT_EQ(seal_state(path_), SealState::kFits);
  EXPECT_THAT(content_of(manifest_path(path_)),
              HasSubstr("\"rows_sha256\": \"" + sha256_of_file(path_) + '"'));
  EXPECT_NO_THROW(check_seal(path_));
}

TEST_F(Seal, TellsChangedRowsFromChangedFields) {
  std::ofstream(path_, std::ios::app) << "\n";
  EXPECT_EQ(seal_state(path_), SealState::kRowsChanged);
  EXPECT_THAT(
      error_of([&] { check_seal(path_); }),
      HasSubstr("a.tsv: was changed after its run ended: its rows are not those of field 'rows_sha256'"));
  replace(manifest_path(path_), "\"engine\": \"simulate\"", "\"engine\": \"stimulate\"");
  EXPECT_EQ(seal_state(path_), SealState::kFieldsChanged);
  EXPECT_THAT(error_of([&] { check_seal(path_); }),
              HasSubstr("a.json: was changed after its run ended: its fields"));
}

TEST_F(Seal, IsBrokenWhenHalfOfItIsGone) {
  replace(manifest_path(path_), "\"rows_sha256\"", "\"rows\"");
  EXPECT_EQ(seal_state(path_), SealState::kFieldsChanged);
}

TEST_F(Seal, IsTakenAwayBeforeARowIsAddedAndMadeAnew) {
  const auto manifest = read_manifest(path_);
  ASSERT_TRUE(manifest.has_value());
  const std::string sealed = content_of(manifest_path(path_));
  const auto images = [](const std::filesystem::path&) { return std::unordered_set<std::int64_t>{}; };
  RecordWriter writer = RecordWriter::resume(path_, *manifest, {}, images);
  writer.finish();
  EXPECT_EQ(content_of(manifest_path(path_)), sealed) << "nothing was added";
  CertificationRecord more{.idx = 100, .label = 0, .n0 = 100, .n = 1000};
  more.counts.push_back({0, 1000});
  writer.append(more);
  EXPECT_EQ(seal_state(path_), SealState::kNone);
  writer.finish();
  EXPECT_EQ(seal_state(path_), SealState::kFits);
  EXPECT_EQ(read_manifest(path_), manifest);
}

TEST_F(Seal, IsNoFieldOfAProcedure) {
  EXPECT_TRUE(read_manifest(path_)->fields.empty());
}

}  // namespace
}  // namespace certus
