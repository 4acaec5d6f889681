#include "certus/recipe/estimate_table.h"

#include "certus/data/byte_dataset.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;

ByteDataset four_images(const std::string& identity = "toy train, sha256 12") {
  return {ByteImages{.shape = {1, 1, 1}, .num_classes = 3, .pixels = {1, 2, 3, 4}, .labels = {0, 2, 1, 2}},
          identity};
}

EstimateManifest manifest_of(EstimateKind kind) {
  return {.kind = kind,
          .sigma = 0.5,
          .samples = 10,
          .seed = 3,
          .views = "plain",
          .images = 4,
          .of_images = 4,
          .classes = 3,
          .model = "lenet, sha256 ab",
          .data = "toy train, sha256 12",
          .preprocessing = "p",
          .engine = "e",
          .precision = "float32",
          .certus = "1"};
}

const std::vector<ImageVotes>& votes_of_four() {
  static const std::vector<ImageVotes> votes{{.label = 0, .votes = {.counts = {10, 0, 0}}},
                                             {.label = 2, .votes = {.counts = {1, 2, 7}}},
                                             {.label = 1, .votes = {.counts = {0, 0, 10}}},
                                             {.label = 2, .votes = {.counts = {5, 0, 5}}}};
  return votes;
}

class Estimates : public ::testing::Test {
 protected:
  std::string write(EstimateKind kind, std::size_t rows = 4) {
    auto writer = EstimateWriter::create(path(), manifest_of(kind), Overwrite::kAllow);
    for (std::size_t i = 0; i < rows; ++i) writer.append(votes_of_four()[i]);
    if (rows == 4) writer.finish();
    return path().string();
  }
  std::filesystem::path path() const { return dir_ / "table.tsv"; }
  /// The message of loading as p_correct after `from` became `to` in the table or its manifest.
  std::string error_with(const std::string& file, const std::string& from, const std::string& to) {
    write(EstimateKind::kPCorrect);
    replace(file, from, to);
    return error_of([&] { load_estimates(path(), {.sigma = 0.5}, four_images()); });
  }
  void replace(const std::string& file, const std::string& from, const std::string& to) {
    std::string content = content_of(dir_ / file);
    ASSERT_NE(content.find(from), std::string::npos) << content;
    content.replace(content.find(from), from.size(), to);
    dir_.write(file, content);
  }
  test::TempDir dir_;
};

TEST_F(Estimates, OfPCorrectReadBackAsCounts) {
  write(EstimateKind::kPCorrect);
  const EstimateTable table = load_estimates(path(), {.sigma = 0.5}, four_images());
  EXPECT_EQ(table.correct, (std::vector<std::int64_t>{10, 7, 0, 5}));
  EXPECT_EQ(table.manifest, manifest_of(EstimateKind::kPCorrect));
  EXPECT_THAT(content_of(path()), HasSubstr("idx\tlabel\tcorrect\n0\t0\t10\n1\t2\t7\n"));
}

TEST_F(Estimates, OfSoftLabelsReadBackAsFrequencies) {
  write(EstimateKind::kSoftLabels);
  const EstimateTable table = load_estimates(path(), {.kind = EstimateKind::kSoftLabels}, four_images());
  std::vector<float> row(3, -1.0f);
  table.soft_label(1, row);
  EXPECT_EQ(row, (std::vector<float>{0.1f, 0.2f, 0.7f}));
  EXPECT_EQ(table.correct, (std::vector<std::int64_t>{10, 7, 0, 5}));
  table.soft_label(2, row);
  EXPECT_EQ(row, (std::vector<float>{0.0f, 0.0f, 1.0f}));
  EXPECT_THAT(content_of(path()), HasSubstr("\n3\t2\t0:5;2:5\n"));
}

TEST_F(Estimates, AreResumedWhereTheyEndToTheSameBytes) {
  for (const auto kind : {EstimateKind::kPCorrect, EstimateKind::kSoftLabels}) {
    write(kind);
    const std::string whole = content_of(path());
    const std::size_t header = whole.find('\n') + 1;
    for (std::size_t bytes = 0; bytes <= whole.size(); ++bytes) {
      // A kill leaves the beginning of the file, a torn last line included.
      dir_.write("table.tsv", whole.substr(0, bytes));
      auto writer = EstimateWriter::resume(path(), manifest_of(kind));
      for (auto i = static_cast<std::size_t>(writer.rows()); i < 4; ++i) writer.append(votes_of_four()[i]);
      writer.finish();
      ASSERT_EQ(content_of(path()), whole) << bytes << " of " << whole.size() << ", header " << header;
    }
  }
}

TEST_F(Estimates, AreNotResumedUnderAnotherManifest) {
  write(EstimateKind::kPCorrect, 2);
  EstimateManifest other = manifest_of(EstimateKind::kPCorrect);
  other.sigma = 1.0;
  EXPECT_THAT(error_of([&] { EstimateWriter::resume(path(), other); }),
              HasSubstr("table.json: field 'sigma' is 0.5 in the table to be resumed and 1.0 now"));
  std::filesystem::remove(dir_ / "table.json");
  EXPECT_THAT(error_of([&] { EstimateWriter::resume(path(), other); }), HasSubstr("cannot be resumed"));
}

TEST_F(Estimates, AreNotOverwrittenUnasked) {
  write(EstimateKind::kPCorrect);
  EXPECT_THAT(error_of([&] {
                EstimateWriter::create(path(), manifest_of(EstimateKind::kPCorrect), Overwrite::kRefuse);
              }),
              HasSubstr("exists"));
}

TEST_F(Estimates, RefuseDrawsWithoutAVoteAsSoftLabels) {
  auto writer = EstimateWriter::create(path(), manifest_of(EstimateKind::kSoftLabels), Overwrite::kRefuse);
  EXPECT_EQ(
      error_of([&] {
        writer.append({.label = 0, .votes = {.counts = {9, 0, 0}, .non_finite = 1}});
      }),
      "image 0: 1 of 10 draws had a non-finite logit; soft labels need a model whose logits are finite");
}

TEST_F(Estimates, OfAnotherUseAreRefused) {
  const std::string name = write(EstimateKind::kPCorrect);
  const std::string json = (dir_ / "table.json").string();
  EXPECT_EQ(error_of([&] { load_estimates(name, {.kind = EstimateKind::kSoftLabels}, four_images()); }),
            json + ": field 'kind' is p-correct, expected soft-labels; the table is not for this training");
  EXPECT_EQ(error_of([&] { load_estimates(name, {.sigma = 0.25}, four_images()); }),
            json + ": field 'sigma' is 0.5, expected 0.25; the table is not for this training");
  EXPECT_THAT(error_of([&] { load_estimates(name, {.sigma = 0.5}, four_images("toy train, sha256 13")); }),
              HasSubstr("field 'data' is toy train, sha256 12, expected toy train, sha256 13; the table is"));
  std::filesystem::remove(dir_ / "table.json");
  EXPECT_THAT(error_of([&] { load_estimates(name, {.sigma = 0.5}, four_images()); }),
              HasSubstr("table.json: no such file, expected the manifest of"));
}

TEST_F(Estimates, WithOtherLabelsAreRefused) {
  write(EstimateKind::kPCorrect);
  const ByteDataset relabelled(
      ByteImages{.shape = {1, 1, 1}, .num_classes = 3, .pixels = {1, 2, 3, 4}, .labels = {0, 1, 1, 2}},
      "toy train, sha256 12");
  EXPECT_THAT(error_of([&] { load_estimates(path(), {.sigma = 0.5}, relabelled); }),
              HasSubstr("table.tsv: image 1 has label 2, expected 1 as in toy train"));
}

TEST_F(Estimates, UnfinishedOrOfAPartAreRefused) {
  write(EstimateKind::kPCorrect, 2);
  EXPECT_THAT(error_of([&] { load_estimates(path(), {.sigma = 0.5}, four_images()); }),
              HasSubstr("table.tsv: ends after 2 of 4 images, expected a finished table; resume the run"));
  EXPECT_THAT(error_with("table.json", "\"images\": 4", "\"images\": 2"),
              HasSubstr("field 'images' is 2, expected 4"));
}

TEST_F(Estimates, DamagedAreRefusedWithTheLine) {
  EXPECT_THAT(error_with("table.tsv", "1\t2\t7", "1\t2\t8"), HasSubstr("table.tsv line 6: '# sha256"));
  EXPECT_THAT(error_with("table.tsv", "1\t2\t7", "1\t2\t11"), HasSubstr("expected a count from 0 to 10"));
  EXPECT_THAT(error_with("table.tsv", "1\t2\t7", "1\t2"), HasSubstr("expected three columns"));
  EXPECT_THAT(error_with("table.tsv", "1\t2\t7", "1\t1\t7"), HasSubstr("line 6: '# sha256"));
  EXPECT_THAT(error_with("table.tsv", "1\t2\t7", "1\t3\t7"), HasSubstr("expected a label below 3"));
  EXPECT_THAT(error_with("table.tsv", "1\t2\t7\n", ""), HasSubstr("line 3: '2?1?0', expected image 1"));
  EXPECT_THAT(error_with("table.tsv", "correct", "counts"), HasSubstr("line 1: 'idx"));
  write(EstimateKind::kPCorrect);
  dir_.write("table.tsv", content_of(path()) + "4\t0\t1\n");
  EXPECT_THAT(error_of([&] { load_estimates(path(), {.sigma = 0.5}, four_images()); }),
              HasSubstr("expected nothing after the line with the checksum"));
}

TEST_F(Estimates, SoftLabelsAddUp) {
  const auto error_with_votes = [&](const std::string& votes) {
    write(EstimateKind::kSoftLabels);
    replace("table.tsv", "0:1;1:2;2:7", votes);
    return error_of([&] { load_estimates(path(), {.kind = EstimateKind::kSoftLabels}, four_images()); });
  };
  EXPECT_THAT(error_with_votes("0:1;1:2;2:6"), HasSubstr("expected 10 votes in all, not 9"));
  for (const char* votes :
       {"0:1;1:2;2:8", "1:3;0:1;2:6", "0:1;1:2;3:7", "0:3;1:0;2:7", "0:10;", "10", "-1:10"})
    EXPECT_THAT(error_with_votes(votes), HasSubstr("expected votes as class:count;class:count")) << votes;
}

TEST_F(Estimates, DamagedManifestsAreRefusedWithTheField) {
  EXPECT_THAT(error_with("table.json", "\"samples\": 10", "\"samples\": \"10\""),
              HasSubstr("field 'samples' is \"10\", expected a whole number"));
  EXPECT_THAT(error_with("table.json", "\"samples\": 10", "\"samples\": 0"),
              HasSubstr("field 'samples' is 0, expected more than 0"));
  EXPECT_THAT(error_with("table.json", "p-correct", "votes"), HasSubstr("field 'kind' is \"votes\""));
  EXPECT_THAT(error_with("table.json", "certus-estimates", "certus-record"),
              HasSubstr("is not a manifest of"));
  EXPECT_THAT(error_with("table.json", "\"version\": 1", "\"version\": 2"), HasSubstr("newer certus?"));
  EXPECT_THAT(error_with("table.json", "{", "["), HasSubstr("is not a manifest of"));
}

}  // namespace
}  // namespace certus
