#include "certus/data/known_datasets.h"
#include "certus/recipe/estimate_table.h"
#include "support/idx_files.h"
#include "support/program.h"
#include "support/shared_files.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::certus_run;
using test::content_of;
using test::Outcome;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

/// A folder with 30 training images in MNIST's layout and a fresh lenet.
class EstimateCommands : public ::testing::Test {
 protected:
  EstimateCommands() {
    test::write_mnist(dir_, "train", 30);
    EXPECT_EQ(certus_run({"model", "new", "lenet", "--seed", "4", "-o", path("m.safetensors")}).code, 0);
  }
  std::string path(const std::string& name) const { return (dir_ / name).string(); }
  Words words(const std::string& command, const std::string& output, const Words& more = {}) const {
    Words all{command,      path("m.safetensors"), "--data",      "mnist",
              "--data-dir", dir_.path().string(),  "--no-verify", "--sigma",
              "0.5",        "--samples",           "20",          "-o",
              path(output)};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Outcome run(const std::string& command, const std::string& output, const Words& more = {}) const {
    return certus_run(words(command, output, more));
  }
  std::string error(const Words& all) const {
    const Outcome outcome = certus_run(all);
    EXPECT_EQ(outcome.code, 1) << outcome.out;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    return outcome.err;
  }
  std::unique_ptr<Dataset> data() const {
    return open_dataset(
        {.data = "mnist", .data_dir = dir_.path(), .split = Split::kTrain, .verify = Verify::kAny});
  }
  test::TempDir dir_;
};

TEST_F(EstimateCommands, MakeTablesThatTrainingTakes) {
  const Outcome p_correct = run("p-correct", "p.tsv");
  ASSERT_EQ(p_correct.code, 0) << p_correct.err;
  EXPECT_THAT(p_correct.out, HasSubstr("Share of 30 images with p_correct >= p, from 20 draws each"));
  ASSERT_EQ(run("soft-labels", "s.tsv").code, 0);
  const auto images = data();
  const EstimateTable p = load_estimates(dir_ / "p.tsv", {.sigma = 0.5}, *images);
  const EstimateTable s = load_estimates(dir_ / "s.tsv", {.kind = EstimateKind::kSoftLabels}, *images);
  EXPECT_EQ(p.correct.size(), 30u);
  EXPECT_EQ(p.correct, s.correct);       // the same noise: two looks at one estimate
  EXPECT_EQ(p.manifest.views, "plain");  // MNIST is trained as it is
  EXPECT_THAT(p.manifest.engine, HasSubstr("onednn "));
  EXPECT_THAT(p.manifest.data, HasSubstr("mnist train"));
}

TEST_F(EstimateCommands, GiveTheSameTableForAnyThreadsAndResume) {
  ASSERT_EQ(run("soft-labels", "one.tsv", {"--threads", "1"}).code, 0);
  ASSERT_EQ(run("soft-labels", "three.tsv", {"--threads", "3"}).code, 0);
  const std::string whole = content_of(dir_ / "one.tsv");
  EXPECT_EQ(content_of(dir_ / "three.tsv"), whole);
  dir_.write("one.tsv", whole.substr(0, whole.size() / 2));
  const Outcome resumed = run("soft-labels", "one.tsv", {"--resume"});
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(content_of(dir_ / "one.tsv"), whole);
  ASSERT_EQ(run("soft-labels", "other.tsv", {"--seed", "1"}).code, 0);
  EXPECT_NE(content_of(dir_ / "other.tsv"), whole);
}

TEST_F(EstimateCommands, OfAPartAreRefusedByTraining) {
  ASSERT_EQ(run("p-correct", "p.tsv", {"--max", "7"}).code, 0);
  EXPECT_EQ(read_estimates(dir_ / "p.tsv").correct.size(), 7u);
  EXPECT_THAT(test::error_of([&] { load_estimates(dir_ / "p.tsv", {.sigma = 0.5}, *data()); }),
              HasSubstr("field 'images' is 7, expected 30; the table is not for this training"));
}

TEST_F(EstimateCommands, TellBadInputInOneLine) {
  EXPECT_THAT(error({"p-correct", path("m.safetensors"), "--data", "mnist", "-o", path("x.tsv")}),
              HasSubstr("--sigma is missing"));
  EXPECT_THAT(error({"p-correct", path("m.safetensors"), "--data", "mnist", "--sigma", "1"}),
              HasSubstr("--output is missing"));
  EXPECT_THAT(error(words("p-correct", "x.tsv", {"--max", "31"})),
              HasSubstr("--max is 31, but the data has 30 images"));
  EXPECT_THAT(error(words("p-correct", "x.tsv", {"--views", "mirrored"})), HasSubstr("--views"));
  EXPECT_THAT(error(words("soft-labels", "x.tsv", {"--resume", "--force"})), HasSubstr("give one of them"));
  EXPECT_THAT(error(words("soft-labels", "x.tsv", {"--split", "test"})), HasSubstr("t10k-images-idx3-ubyte"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "x.tsv"));
  ASSERT_EQ(run("p-correct", "p.tsv", {"--max", "3"}).code, 0);
  EXPECT_THAT(error(words("p-correct", "p.tsv")), HasSubstr("exists already; --resume continues it"));
  EXPECT_THAT(error(words("p-correct", "p.tsv", {"--resume"})),
              HasSubstr("field 'images' is 3 in the table to be resumed and 30 now"));
  EXPECT_THAT(error(words("soft-labels", "p.tsv", {"--max", "3", "--resume"})),
              HasSubstr("field 'kind' is \"p-correct\" in the table"));
  EXPECT_EQ(run("p-correct", "p.tsv", {"--force"}).code, 0);
}

TEST_F(EstimateCommands, TakeTheSharesOfANumpyFile) {
  // 30 images, shares 0, 1/20, ... as numpy.save writes float64.
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (30,), }";
  header += std::string(117 - header.size(), ' ') + '\n';
  std::string content = std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header;
  for (int i = 0; i < 30; ++i) {
    const double share = (i % 21) / 20.0;
    content.append(reinterpret_cast<const char*>(&share), sizeof share);
  }
  dir_.write("p.npy", content);
  const Words words{"p-correct",          "--import",    path("p.npy"), "--data", "mnist", "--data-dir",
                    dir_.path().string(), "--no-verify", "--sigma",     "0.5",    "-o",    path("p.tsv")};
  EXPECT_THAT(error(words), HasSubstr("--samples is missing"));
  const auto with = [&](const Words& more) {
    Words all = words;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  EXPECT_THAT(error(with({"--samples", "7"})), HasSubstr("expected a share of 7 draws"));
  EXPECT_THAT(error(with({"--samples", "20", "--seed", "3"})),
              HasSubstr("--seed has no meaning with --import"));
  EXPECT_THAT(error(with({"--samples", "20", path("m.safetensors")})),
              HasSubstr("both MODEL and --import were given"));
  const Outcome made = certus_run(with({"--samples", "20"}));
  ASSERT_EQ(made.code, 0) << made.err;
  const EstimateTable table = load_estimates(dir_ / "p.tsv", {.sigma = 0.5}, *data());
  EXPECT_EQ(table.correct[20], 20);
  EXPECT_EQ(table.correct[21], 0);
  EXPECT_THAT(table.manifest.model, HasSubstr("imported from "));
  EXPECT_THAT(error({"p-correct", "--data", "mnist", "--sigma", "0.5", "-o", path("q.tsv")}),
              HasSubstr("MODEL is missing; give one, or shares with --import"));
}

// Here, for only a program with all its layers has all commands.
TEST(CommandsPage, IsCurrent) {
  const auto page = test::golden_file("../../docs/commands.md");
  EXPECT_EQ(content_of(page), certus_run({"help", "--markdown"}).out)
      << "run: build/certus help --markdown > docs/commands.md";
}

}  // namespace
}  // namespace certus
