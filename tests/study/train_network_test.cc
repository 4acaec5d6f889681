#include "certus/study/train_network.h"

#include <gmock/gmock.h>

#include "certus/recipe/run_folder.h"
#include "support/idx_files.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class TrainNetwork : public ::testing::Test {
 protected:
  TrainNetwork() {
    for (const std::string half : {"train", "t10k"}) test::write_mnist(dir_, half, 40);
  }
  TrainingOptions options(const std::string& folder, Start start = Start::kNew) const {
    return {.run = {.preset = "mnist/desk/gaussian-0.50",
                    .settings = {"train.epochs=2", "train.batch=16"},
                    .folder = dir_ / folder,
                    .start = start},
            .data_dir = dir_.path(),
            .verify = Verify::kAny,
            .make_engines = {}};
  }
  test::TempDir dir_;
};

TEST_F(TrainNetwork, TellsItsObserverAndLeavesAModel) {
  std::vector<std::string> notes;
  std::vector<std::int64_t> epochs;
  const TrainingResult result =
      train_network(options("run"), {.on_epoch = [&](const EpochRow& row) { epochs.push_back(row.epoch); },
                                     .on_note = [&](const std::string& text) { notes.push_back(text); }});
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(epochs, (std::vector<std::int64_t>{0, 1}));
  ASSERT_FALSE(notes.empty());
  EXPECT_THAT(notes.front(), StartsWith("gaussian at sigma 0.5: lenet on mnist train"));
  EXPECT_TRUE(std::filesystem::exists(model_path(dir_ / "run", ".safetensors")));
}

TEST_F(TrainNetwork, StoppedAndResumedEndsWithTheSameWeights) {
  ASSERT_TRUE(train_network(options("whole"), {}).finished);
  std::atomic<bool> stop = false;
  const TrainingResult half =
      train_network(options("parts"), {.on_epoch = [&](const EpochRow&) { stop = true; }, .stop = &stop});
  EXPECT_FALSE(half.finished);
  EXPECT_TRUE(train_network(options("parts", Start::kResume), {}).finished);
  EXPECT_EQ(content_of(model_path(dir_ / "parts", ".safetensors")),
            content_of(model_path(dir_ / "whole", ".safetensors")));
}

TEST_F(TrainNetwork, ChecksBeforeItWrites) {
  TrainingOptions wrong = options("run");
  wrong.run.settings.emplace_back("model.arch=cifar_resnet8");
  EXPECT_THAT(error_of([&] { train_network(wrong, {}); }), HasSubstr("takes images of 3x32x32"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "run"));
  dir_.write("run/notes.txt", "mine");
  EXPECT_THAT(error_of([&] { train_network(options("run"), {}); }), HasSubstr("has other files"));
}

}  // namespace
}  // namespace certus
