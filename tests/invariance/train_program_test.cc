// The program in training, killed, interrupted and short of disk: the weights it ends with are always the
// same, bit for bit.
#include <gmock/gmock.h>

#include <csignal>
#include <random>
#include <thread>

#include "support/idx_files.h"
#include "support/subprocess.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::Subprocess;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

constexpr std::uint32_t kImages = 240;

class TrainProgram : public ::testing::TestWithParam<std::string> {
 protected:
  TrainProgram() {
    for (const std::string half : {"train", "t10k"}) test::write_mnist(dir_, half, kImages);
    if (GetParam() == "cat-rs") {
      run({CERTUS_PROGRAM, "model", "new", "lenet", "--seed", "4", "-o", path("m.safetensors")});
      run({CERTUS_PROGRAM, "soft-labels", path("m.safetensors"), "--data", "mnist", "--data-dir",
           dir_.path().string(), "--no-verify", "--sigma", "0.25", "--samples", "32", "-o",
           path("soft.tsv")});
    }
  }
  std::string path(const std::string& name) const { return (dir_ / name).string(); }
  void run(const Words& words) const {
    Subprocess process(words, dir_.path(), {});
    ASSERT_EQ(process.wait(), 0) << process.err();
  }
  /// Three epochs of eight steps with all that a method has, a checkpoint every second step.
  Words command(const std::string& output, const Words& more = {}) const {
    Words words{CERTUS_PROGRAM,
                "train",
                "mnist/desk/" + GetParam() + "-0.50",
                "--data-dir",
                dir_.path().string(),
                "--no-verify",
                "--threads",
                "2",
                "-o",
                path(output)};
    Words settings{"train.epochs=3", "train.batch=64", "noise.copies=2", "checkpoint.every_steps=2",
                   "test.skip=4"};
    if (GetParam() == "easy-focus") {
      settings.insert(settings.end(), {"easy_focus.start_epoch=1", "discard.below=0", "discard.samples=8"});
    }
    if (GetParam() == "cat-rs") settings.push_back("catrs.soft_labels=" + path("soft.tsv"));
    for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  std::string weights(const std::string& output, const Words& more = {}) const {
    Subprocess process(command(output, more), dir_.path(), {});
    EXPECT_EQ(process.wait(), 0) << process.err();
    return content_of(dir_ / output / "model.safetensors");
  }
  static std::int64_t epochs_in(const std::string& log) {
    return std::count(log.begin(), log.end(), '\n') - 1;
  }
  test::TempDir dir_;
};

TEST_P(TrainProgram, KilledAndResumedEndsWithTheSameWeights) {
  const std::string expected = weights("whole");
  ASSERT_EQ(weights("again"), expected) << "the same run twice must agree before kills can be judged";
  std::mt19937 random(1);
  // Each start waits for the checkpoint to change some times, then is killed at any moment after.
  for (int kills = 0; kills < 8; ++kills) {
    const auto last = dir_ / "killed" / "checkpoint" / "last.safetensors";
    const auto stamp = [&] {
      return std::filesystem::exists(last) ? std::filesystem::last_write_time(last)
                                           : std::filesystem::file_time_type{};
    };
    Subprocess process(command("killed", {"--resume"}), dir_.path(), {});
    for (auto changes = random() % 3; changes > 0; --changes) {
      const auto before = stamp();
      while (process.is_running() && stamp() == before) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 60));
    if (process.is_running()) process.send(SIGKILL);
    const int code = process.wait();
    if (code == 0) break;  // it ended before the signal reached it
    ASSERT_EQ(code, 128 + SIGKILL) << process.err();
  }
  EXPECT_EQ(weights("killed", {"--resume"}), expected);
  EXPECT_EQ(epochs_in(content_of(dir_ / "killed" / "train.csv")), 3);
}

TEST_P(TrainProgram, AnswersCtrlCWithAResumableRun) {
  const std::string expected = weights("whole");
  Subprocess process(command("c"), dir_.path(), {});
  while (process.is_running() && !std::filesystem::exists(dir_ / "c" / "checkpoint" / "last.safetensors")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  process.send(SIGINT);
  EXPECT_EQ(process.wait(), 130) << process.err();
  EXPECT_THAT(process.err(), HasSubstr("continue with: certus train --resume -o " + path("c")));
  Subprocess resumed({CERTUS_PROGRAM, "train", "--resume", "-o", path("c"), "--data-dir",
                      dir_.path().string(), "--no-verify", "--threads", "2"},
                     dir_.path(), {});
  EXPECT_EQ(resumed.wait(), 0) << resumed.err();
  EXPECT_EQ(content_of(dir_ / "c" / "model.safetensors"), expected);
}

INSTANTIATE_TEST_SUITE_P(Methods, TrainProgram, ::testing::Values("gaussian", "easy-focus", "cat-rs"),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::erase(name, '-');
                           return name;
                         });

using TrainGaussian = TrainProgram;

TEST_P(TrainGaussian, KeepsItsCheckpointOnAFullDisk) {
  Subprocess process(command("full"), dir_.path(), {.file_bytes = 100'000});
  EXPECT_EQ(process.wait(), 1);
  EXPECT_THAT(process.err(), HasSubstr("File too large"));
  EXPECT_EQ(weights("full", {"--resume"}), weights("whole"));
}

TEST_P(TrainGaussian, RefusesASecondProcessInItsFolder) {
  Subprocess first(command("two"), dir_.path(), {});
  while (first.is_running() && !std::filesystem::exists(dir_ / "two" / "config.toml")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::filesystem::create_directories(dir_ / "second");
  Subprocess second(command("two", {"--resume"}), dir_ / "second", {});
  const int code = second.wait();
  if (first.is_running()) {
    EXPECT_EQ(code, 1);
    EXPECT_THAT(second.err(), HasSubstr("another process"));
  }
  EXPECT_EQ(first.wait(), 0);
}

INSTANTIATE_TEST_SUITE_P(Gaussian, TrainGaussian, ::testing::Values("gaussian"));

}  // namespace
}  // namespace certus
