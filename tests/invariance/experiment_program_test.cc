// A whole experiment through the program itself: killed at ten random moments and run again it leaves the
// same files, byte for byte, as one that was left alone.
#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <map>
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

/// Where the program is built with it.
#ifdef CERTUS_HAS_PAGE
constexpr const char* kPage = "[[outputs]]\nfile = \"page.html\"\ncommand = \"report {records}\"\n";
#else
constexpr const char* kPage = "";
#endif

class ExperimentProgram : public ::testing::Test {
 protected:
  ExperimentProgram() {
    for (const std::string half : {"train", "t10k"}) test::write_mnist(dir_, half, 240);
    write("x.toml", std::string(R"(
[desk]
presets = "mnist/desk"
[desk.train]
train.epochs = 2
train.images = 200
train.batch = 64
noise.copies = 2
test.skip = 4
checkpoint.every_steps = 2
easy_focus.start_epoch = 1
discard.below = 0.0
discard.samples = 4
[desk.certify]
skip = 24
n = 200
n0 = 20
[[cells]]
preset = "gaussian"
sigma = 0.5
seeds = [0, 1]
[[cells]]
preset = "easy-focus"
sigma = 0.5
seeds = [0, 1]
[[cells]]
name = "steps"
preset = "easy-focus"
sigma = 0.5
[cells.train]
sphere_attack.steps = [1, 2]
[[outputs]]
file = "table.md"
command = "table {records} --radii 0,0.5 --format markdown"
cells = ["gaussian", "easy-focus"]
[[outputs]]
file = "accuracy.png"
command = "plot accuracy {records}"
[[outputs]]
file = "training.svg"
command = "plot training {train}"
cells = ["easy-focus"]
[[outputs]]
file = "steps.md"
command = "table {records} --by sphere_attack.steps --format markdown"
cells = ["steps"]
)") + kPage);
  }
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(dir_ / name, std::ios::binary) << content;
  }
  std::string path(const std::string& name) const { return (dir_ / name).string(); }
  Words command(const std::string& output, const Words& more = {}) const {
    Words words{CERTUS_PROGRAM, "experiment", "run", path("x.toml"), "--data-dir", dir_.path().string(),
                "--no-verify",  "--threads",  "1",   "-o",           path(output)};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  /// All files worth keeping by their names; times are those of a run and differ.
  static std::map<std::string, std::string> files_of(const std::filesystem::path& root) {
    std::map<std::string, std::string> files;
    for (const std::string part : {"cells", "outputs"}) {
      for (const auto& entry : std::filesystem::recursive_directory_iterator(root / part)) {
        if (!entry.is_regular_file() || entry.path().filename() == "times.csv") continue;
        files[std::filesystem::relative(entry.path(), root).string()] = content_of(entry.path());
      }
    }
    return files;
  }
  test::TempDir dir_;
};

TEST_F(ExperimentProgram, KilledTenTimesEndsWithTheSameBytes) {
  const auto begin = std::chrono::steady_clock::now();
  Subprocess whole(command("whole"), dir_.path(), {});
  ASSERT_EQ(whole.wait(), 0) << whole.err();
  const auto took = std::chrono::steady_clock::now() - begin;
  const auto expected = files_of(dir_ / "whole");
  EXPECT_GE(expected.size(), 6U * 8U + 4U);

  std::mt19937 random(1);
  int kills = 0;
  while (kills < 10) {
    Subprocess process(command("killed"), dir_.path(), {});
    // Long enough to get on, short enough to be killed ten times before the end.
    std::this_thread::sleep_for(took * static_cast<int>(random() % 100) / 700);
    if (!process.is_running()) break;
    process.send(SIGKILL);
    process.wait();
    ++kills;
  }
  EXPECT_GE(kills, 5) << "it ended before it could be killed";
  Subprocess last(command("killed"), dir_.path(), {});
  ASSERT_EQ(last.wait(), 0) << last.err();
  const auto found = files_of(dir_ / "killed");
  for (const auto& [name, content] : expected) {
    ASSERT_TRUE(found.contains(name)) << name;
    EXPECT_TRUE(found.at(name) == content) << name;
  }
  EXPECT_EQ(found.size(), expected.size());
}

TEST_F(ExperimentProgram, MakesNoFinishedCellAgainUnlessItsSettingsChanged) {
  Subprocess first(command("r", {"--only", "gaussian"}), dir_.path(), {});
  ASSERT_EQ(first.wait(), 0) << first.err();
  const auto record = dir_ / "r" / "cells" / "mnist" / "gaussian" / "noise_0.5" / "seed-0" / "record.tsv";
  const auto stamp = std::filesystem::last_write_time(record);
  Subprocess again(command("r", {"--only", "gaussian"}), dir_.path(), {});
  ASSERT_EQ(again.wait(), 0);
  EXPECT_THAT(again.err(), Not(HasSubstr("finished")));
  EXPECT_EQ(std::filesystem::last_write_time(record), stamp);

  std::string text = content_of(dir_ / "x.toml");
  text.replace(text.find("n = 200"), 7, "n = 150");
  write("x.toml", text);
  Subprocess changed(command("r", {"--only", "gaussian/*/seed-1"}), dir_.path(), {});
  ASSERT_EQ(changed.wait(), 0);
  EXPECT_THAT(changed.err(),
              HasSubstr("gaussian, sigma 0.5, seed 1: is made again, because its settings changed: n = "
                        "200, now 150"));
  EXPECT_EQ(std::filesystem::last_write_time(record), stamp) << "the other cell was not asked for";
  EXPECT_TRUE(std::filesystem::exists(dir_ / "r" / "superseded" / "mnist" / "gaussian" / "noise_0.5" /
                                      "seed-1" / "record.tsv"));
}

TEST_F(ExperimentProgram, AFailingCellStopsNoOtherAndIsNamedAtTheEnd) {
  std::string text = content_of(dir_ / "x.toml");
  // Too few copies to certify anything: training refuses them.
  text.replace(text.find("discard.samples"), 0, "reweight.samples = 4\n");
  write("x.toml", text);
  Subprocess run(command("f", {"--only", "easy-focus/*/seed-0", "--only", "gaussian/*/seed-0"}), dir_.path(),
                 {});
  EXPECT_EQ(run.wait(), 1);
  EXPECT_THAT(
      run.err(),
      AllOf(HasSubstr("failed: easy-focus, sigma 0.5, seed 0: training ended with code 1: certus: reweight"),
            HasSubstr("gaussian, sigma 0.5, seed 0: finished")));
  Subprocess status({CERTUS_PROGRAM, "experiment", "status", path("x.toml"), "-o", path("f")}, dir_.path(),
                    {});
  EXPECT_EQ(status.wait(), 0);
  EXPECT_THAT(status.out(), AllOf(HasSubstr("failed: training ended"), HasSubstr("1 of 6 cells finished")));
}

TEST_F(ExperimentProgram, AnswersCtrlCAndGoesOn) {
  Subprocess process(command("c", {"--only", "gaussian/*/seed-0"}), dir_.path(), {});
  const auto log = dir_ / "c" / "weights" / "mnist" / "gaussian" / "noise_0.5" / "seed-0" / "log.txt";
  while (process.is_running() && !std::filesystem::exists(log)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  process.send(SIGINT);
  const int code = process.wait();
  EXPECT_EQ(code, 130) << process.err();
  EXPECT_THAT(process.err(), HasSubstr("the same command continues where it stopped"));
  Subprocess resumed(command("c", {"--only", "gaussian/*/seed-0"}), dir_.path(), {});
  EXPECT_EQ(resumed.wait(), 0) << resumed.err();
}

TEST_F(ExperimentProgram, RefusesAnotherScaleInTheSameFolder) {
  Subprocess first({CERTUS_PROGRAM, "experiment", "outputs", path("x.toml"), "-o", path("s")}, dir_.path(),
                   {});
  EXPECT_EQ(first.wait(), 0) << first.err();
  write("y.toml", "[paper]\npresets = \"cifar10\"\n[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n");
  Subprocess other({CERTUS_PROGRAM, "experiment", "run", path("y.toml"), "--scale", "paper", "-o", path("s")},
                   dir_.path(), {});
  EXPECT_EQ(other.wait(), 1);
  EXPECT_THAT(other.err(), HasSubstr("has results of scale desk, not of paper"));
}

TEST_F(ExperimentProgram, SaysWhatARunWouldTake) {
  Subprocess run(command("d", {"--dry-run", "--measure", "0.2", "--only", "easy-focus"}), dir_.path(), {});
  EXPECT_EQ(run.wait(), 0) << run.err();
  EXPECT_THAT(run.out(), AllOf(HasSubstr("2 cells to make: training "), HasSubstr("extrapolated"),
                               HasSubstr("disk "), Not(HasSubstr("Not known"))));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "d")) << "a dry run leaves nothing behind";
}

}  // namespace
}  // namespace certus
