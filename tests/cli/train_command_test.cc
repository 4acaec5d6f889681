#include <gmock/gmock.h>

#include "support/idx_files.h"
#include "support/program.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::certus_run;
using test::Outcome;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class TrainCommand : public ::testing::Test {
 protected:
  TrainCommand() {
    for (const std::string half : {"train", "t10k"}) test::write_mnist(dir_, half, 40);
  }
  /// An epoch of a preset on 40 images.
  Outcome train(std::vector<std::string> more) const {
    std::vector<std::string> words{
        "train", "--data-dir", dir_.path().string(), "--no-verify", "--threads", "1", "--output",
        run(),   "--set",      "train.epochs=1"};
    words.insert(words.end(), more.begin(), more.end());
    return certus_run(words);
  }
  std::string run() const { return (dir_ / "run").string(); }
  test::TempDir dir_;
};

TEST_F(TrainCommand, LeavesAModelAndTheCommandThatCertifiesIt) {
  const Outcome outcome = train({"mnist/desk/gaussian-0.50"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("epoch 1/1: loss "));
  EXPECT_THAT(outcome.out, HasSubstr("Next: certus certify " + run() +
                                     "/model.safetensors --data mnist --sigma 0.5 --n 10000 --skip 20 "));
  for (const char* file : {"config.toml", "manifest.json", "train.csv", "model.safetensors", "model.onnx",
                           "checkpoint/last.safetensors", "checkpoint/best.safetensors"}) {
    EXPECT_TRUE(std::filesystem::exists(dir_ / "run" / file)) << file;
  }
  const Outcome certified = certus_run({"certify", run() + "/model.onnx", "--data", "mnist", "--data-dir",
                                        dir_.path().string(), "--no-verify", "--sigma", "0.5", "--n", "100",
                                        "--max", "2", "-o", (dir_ / "x.tsv").string()});
  EXPECT_EQ(certified.code, 0) << certified.err;
}

TEST_F(TrainCommand, NeverBeginsAnewUnasked) {
  ASSERT_EQ(train({"mnist/desk/gaussian-0.50"}).code, 0);
  const Outcome again = train({"mnist/desk/gaussian-0.50"});
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.err, HasSubstr("a run is there already; --resume continues it, --force starts again"));
  EXPECT_EQ(train({"mnist/desk/gaussian-0.50", "--resume"}).code, 0);
  EXPECT_EQ(train({"mnist/desk/gaussian-0.50", "--force"}).code, 0);
}

TEST_F(TrainCommand, ResumesOnlyWhatItBegan) {
  ASSERT_EQ(train({"mnist/desk/gaussian-0.50"}).code, 0);
  const Outcome other = train({"mnist/desk/gaussian-0.50", "--resume", "--set", "noise.sigma=0.25"});
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.err, HasSubstr("the run began with noise.sigma = 0.5, now 0.25"));
  const Outcome longer = certus_run({"train", "--resume", "-o", run(), "--set", "train.epochs=6"});
  EXPECT_EQ(longer.code, 1);
  EXPECT_EQ(longer.err, "certus: " + run() +
                            "/config.toml: the run began with train.epochs = 1, now 6, and is " +
                            "finished; start a new run from its weights: certus train " + run() +
                            "/config.toml --set train.epochs=6 --set model.start_from=" + run() +
                            "/model.safetensors -o NEW_FOLDER\n");
  EXPECT_EQ(certus_run({"train", "--resume", run(), "--set", "train.epochs=6"}).err, longer.err);
  // The command does what it says.
  const Outcome fresh =
      certus_run({"train", run() + "/config.toml", "--set", "train.epochs=2", "--set",
                  "model.start_from=" + run() + "/model.safetensors", "-o", (dir_ / "new").string(),
                  "--data-dir", dir_.path().string(), "--no-verify", "--threads", "1"});
  EXPECT_EQ(fresh.code, 0) << fresh.err;
  EXPECT_THAT(fresh.err, HasSubstr("epoch 2/2: "));
  std::filesystem::remove_all(dir_ / "run");
  const Outcome none = train({"--resume"});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("there is no run to resume"));
}

TEST_F(TrainCommand, ResumesTheFolderThatIsNamed) {
  ASSERT_EQ(train({"mnist/desk/gaussian-0.50"}).code, 0);
  const Outcome named = certus_run(
      {"train", "--resume", run(), "--data-dir", dir_.path().string(), "--no-verify", "--threads", "1"});
  EXPECT_EQ(named.code, 0) << named.err;
  EXPECT_THAT(named.err, HasSubstr("resumed at epoch 1"));
}

TEST_F(TrainCommand, TakesTheConfigurationThatARunKeeps) {
  ASSERT_EQ(train({"mnist/desk/gaussian-0.50"}).code, 0);
  const Outcome again = certus_run({"train", run() + "/config.toml", "--data-dir", dir_.path().string(),
                                    "--no-verify", "--threads", "1", "-o", (dir_ / "again").string()});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(test::content_of(dir_ / "again" / "config.toml"), test::content_of(dir_ / "run" / "config.toml"));
  EXPECT_EQ(test::content_of(dir_ / "again" / "model.safetensors"),
            test::content_of(dir_ / "run" / "model.safetensors"));
}

TEST_F(TrainCommand, BadSettingsAreToldWithTheirRemedy) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"mnist/desk/gausian-0.50"}, "mnist/desk/gaussian-0.50"},
      {{"mnist/desk/gaussian-0.50", "--set", "noise.sgima=1"}, "did you mean 'noise.sigma'?"},
      {{"mnist/desk/gaussian-0.50", "--set", "noise.sigma=0"}, "noise.sigma"},
      {{"mnist/desk/gaussian-0.50", "--set", "noise.copies=1000"},
       "noise.copies is 1000, but train.batch is 256"},
      {{"mnist/desk/gaussian-0.50", "--set", "train.method=gaussain"}, "expected one of gaussian, stability"},
      {{"mnist/desk/gaussian-0.50", "--set", "model.arch=cifar_resnet8"}, "takes images of 3x32x32"},
      {{"mnist/desk/gaussian-0.50", "--set", "consistency.lambda=3"},
       "consistency.lambda would have no effect, because train.method is gaussian"},
      {{"mnist/desk/cat-rs-0.50"}, "certus soft-labels"},
      {{"mnist/desk/gaussian-0.50", "--device", "cuda:7"}, "cuda:7"},
      {{"mnist/desk/gaussian-0.50", "--engine", "foo"},
       "engine foo with device cpu and precision f32 does not exist; certus has onednn"},
      {{"mnist/desk/gaussian-0.50", "--set", "train.batch=9223372036854775807"}, "train.batch"},
      {{"mnist/desk/gaussian-0.50", "--set", "model.normalization=cifar10"}, "is for 3 channels"},
      {{"mnist/desk/gaussian-0.50", "--set", "data.name=nowhere"}, "folder with subfolders train and test"},
      {{}, "give a preset or FILE.toml"},
  };
  for (const auto& [words, message] : cases) {
    const Outcome outcome = words.empty() ? certus_run({"train"}) : train(words);
    EXPECT_EQ(outcome.code, 1) << message;
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_FALSE(std::filesystem::exists(dir_ / "run")) << message;
  }
}

TEST_F(TrainCommand, LeavesForeignFilesAlone) {
  dir_.write("run/notes.txt", "mine");
  const Outcome outcome = train({"mnist/desk/gaussian-0.50"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("has other files"));
  EXPECT_EQ(test::content_of(dir_ / "run" / "notes.txt"), "mine");
}

TEST_F(TrainCommand, ItsCheckpointsAreModels) {
  ASSERT_EQ(train({"mnist/desk/gaussian-0.50"}).code, 0);
  const Outcome info = certus_run({"model", "info", run() + "/checkpoint/best.safetensors"});
  EXPECT_EQ(info.code, 0) << info.err;
  EXPECT_THAT(info.out, HasSubstr("431,080"));
  const Outcome more = certus_run({"train", "mnist/desk/gaussian-0.50", "--data-dir", dir_.path().string(),
                                   "--no-verify", "--threads", "1", "-o", (dir_ / "more").string(), "--set",
                                   "train.epochs=1", "--set", "model.start_from=" + run() + "/model.onnx"});
  EXPECT_EQ(more.code, 0) << more.err;
}

TEST_F(TrainCommand, StartsOnlyFromTheSameNetwork) {
  const std::string other = (dir_ / "other.onnx").string();
  ASSERT_EQ(certus_run({"model", "new", "lenet", "--classes", "7", "-o", other}).code, 0);
  const Outcome outcome = train({"mnist/desk/gaussian-0.50", "--set", "model.start_from=" + other});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("does not have the parameters of model.arch lenet"));
  const std::string same = (dir_ / "same.safetensors").string();
  ASSERT_EQ(certus_run({"model", "new", "lenet", "-o", same}).code, 0);
  const Outcome normalized = train({"mnist/desk/gaussian-0.50", "--set", "model.normalization=0.5/0.2",
                                    "--set", "model.start_from=" + same});
  EXPECT_EQ(normalized.code, 1);
  EXPECT_THAT(normalized.err, HasSubstr("has normalization none, but 0.5/0.2 is set"));
}

TEST_F(TrainCommand, CommandsToPasteQuoteTheirPaths) {
  const std::string folder = (dir_ / "a b").string();
  const Outcome outcome =
      certus_run({"train", "mnist/desk/gaussian-0.50", "--data-dir", dir_.path().string(), "--no-verify",
                  "--threads", "1", "-o", folder, "--set", "train.epochs=1"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("certify '" + folder + "/model.safetensors' --data mnist"));
  EXPECT_THAT(outcome.out, HasSubstr(" --data-dir " + dir_.path().string() + " --no-verify"));
}

TEST_F(TrainCommand, ListsThePresetsThatAreAskedFor) {
  EXPECT_EQ(certus_run({"train", "--list", "mnist/desk/easy"}).out,
            "mnist/desk/easy-focus-0.25\nmnist/desk/easy-focus-0.50\nmnist/desk/easy-focus-1.00\n");
  const Outcome none = certus_run({"train", "--list", "svhn"});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("no preset has 'svhn' in its name"));
}

TEST_F(TrainCommand, SaysThatARunCollapsed) {
  const Outcome outcome = train({"mnist/desk/gaussian-0.50", "--set", "optimizer.lr=1e-9"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("collapsed: after epoch 1 the "));
}

TEST_F(TrainCommand, PrintsWhatItWouldDo) {
  EXPECT_THAT(certus_run({"train", "--list"}).out, HasSubstr("\ncifar10/easy-focus-0.50\n"));
  const Outcome config =
      certus_run({"train", "cifar10/easy-focus-0.50", "--print-config", "--set", "run.seed=7"});
  EXPECT_THAT(config.out, HasSubstr("seed = 7"));
  EXPECT_THAT(config.out, HasSubstr("start_epoch = 70"));
  EXPECT_THAT(certus_run({"train", "--settings"}).out, StartsWith("# "));
}

}  // namespace
}  // namespace certus
