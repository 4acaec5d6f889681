// The program itself, killed, interrupted, short of disk, with other batches, threads and shards: the record
// is always the same, byte for byte.
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

constexpr std::uint32_t kImages = 40;

class CertifyProgram : public ::testing::Test {
 protected:
  CertifyProgram() {
    test::write_mnist(dir_, "t10k", kImages);
    Subprocess make({CERTUS_PROGRAM, "model", "new", "lenet", "--seed", "4", "-o", path("m.safetensors")},
                    dir_.path(), {});
    EXPECT_EQ(make.wait(), 0) << make.err();
  }
  std::string path(const std::string& name) const { return (dir_ / name).string(); }
  Words command(const std::string& output, const Words& more = {}) const {
    Words words{CERTUS_PROGRAM,
                "certify",
                path("m.safetensors"),
                "--data",
                "mnist",
                "--data-dir",
                dir_.path().string(),
                "--no-verify",
                "--sigma",
                "1",
                "--n",
                std::to_string(votes_),
                "--n0",
                "20",
                "--seed",
                "9",
                "--no-time",
                "-o",
                path(output)};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  /// Runs to the end and gives the record.
  std::string record(const std::string& output, const Words& more = {}) const {
    Subprocess process(command(output, more), dir_.path(), {});
    EXPECT_EQ(process.wait(), 0) << process.err();
    return content_of(dir_ / output);
  }
  static std::int64_t rows(const std::string& text) { return std::count(text.begin(), text.end(), '\n') - 1; }
  std::int64_t rows_there(const std::string& output) const {
    return std::filesystem::exists(dir_ / output) ? rows(content_of(dir_ / output)) : 0;
  }
  /// Makes a run long beside the moments this test takes to look and to act, so that it is caught in its
  /// midst.
  void make_runs_long() { votes_ = 3000; }

  test::TempDir dir_;
  int votes_ = 200;
};

TEST_F(CertifyProgram, WritesTheSameRecordForAnyBatchThreadsAndShards) {
  const std::string expected = record("whole.tsv", {"--threads", "1"});
  ASSERT_EQ(rows(expected), kImages);
  // Votes are split in some image, or a changed vote would not show.
  EXPECT_THAT(expected, HasSubstr(";"));
  EXPECT_EQ(record("b1.tsv", {"--batch", "1", "--threads", "2"}), expected);
  EXPECT_EQ(record("b7.tsv", {"--batch", "7", "--threads", "2"}), expected);
  EXPECT_EQ(record("b400.tsv", {"--batch", "400", "--threads", "2"}), expected);
  record("s1.tsv", {"--shard", "1/2"});
  record("s2.tsv", {"--shard", "2/2", "--threads", "1"});
  Subprocess merge({CERTUS_PROGRAM, "merge", path("s1.tsv"), path("s2.tsv"), "-o", path("merged.tsv")},
                   dir_.path(), {});
  EXPECT_EQ(merge.wait(), 0) << merge.err();
  EXPECT_EQ(content_of(dir_ / "merged.tsv"), expected);
  EXPECT_EQ(content_of(dir_ / "merged.json"), content_of(dir_ / "whole.json"));
}

TEST_F(CertifyProgram, WritesTheSameInt8RecordForAnyBatchAndThreadsAndAfterResume) {
  const std::string expected = record("whole.tsv", {"--precision", "int8", "--threads", "1"});
  ASSERT_EQ(rows(expected), kImages);
  EXPECT_THAT(expected, HasSubstr(";"));
  EXPECT_NE(record("f32.tsv"), expected);  // another network voted
  EXPECT_EQ(record("b1.tsv", {"--precision", "int8", "--batch", "1", "--threads", "2"}), expected);
  EXPECT_EQ(record("b256.tsv", {"--precision", "int8", "--batch", "256", "--threads", "2"}), expected);
  Subprocess process(command("c.tsv", {"--precision", "int8"}), dir_.path(), {});
  while (process.is_running() && rows_there("c.tsv") < 3)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  process.send(SIGKILL);
  process.wait();
  EXPECT_EQ(record("c.tsv", {"--precision", "int8", "--resume"}), expected);
}

TEST_F(CertifyProgram, SurvivesTwentyKills) {
  make_runs_long();
  const std::string expected = record("whole.tsv");
  std::mt19937 random(1);
  int kills = 0;
  while (kills < 20) {
    const std::int64_t before = rows_there("killed.tsv");
    Subprocess process(command("killed.tsv", {"--resume"}), dir_.path(), {});
    // At a random moment: any time in the start of the program, or after another row or two.
    const std::int64_t goal = before + static_cast<std::int64_t>(random() % 3);
    while (process.is_running() && rows_there("killed.tsv") < goal) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 40));
    if (process.is_running()) process.send(SIGKILL);
    const int code = process.wait();
    if (code == 0) {  // it ended before the signal reached it: begin anew, the count of kills goes on
      ASSERT_EQ(content_of(dir_ / "killed.tsv"), expected);
      std::filesystem::remove(dir_ / "killed.tsv");
      std::filesystem::remove(dir_ / "killed.json");
      continue;
    }
    ASSERT_EQ(code, 128 + SIGKILL) << process.err();
    ++kills;
    const std::string part =
        std::filesystem::exists(dir_ / "killed.tsv") ? content_of(dir_ / "killed.tsv") : "";
    ASSERT_EQ(expected.substr(0, part.size()), part);
  }
  EXPECT_EQ(record("killed.tsv", {"--resume"}), expected);
}

/// The options of anytime certification, each of which has to leave the record alone in the same way.
const std::vector<Words> kAnytime{{"--at", "0,0.25,0.5"},
                                  {"--at", "0.25", "--boundary", "mixture", "--engine", "torch"},
                                  {"--width", "0.4", "--precision", "int8"}};

TEST_F(CertifyProgram, WritesTheSameAnytimeRecordForAnyBatchThreadsAndShards) {
  votes_ = 1000;
  for (std::size_t i = 0; i < kAnytime.size(); ++i) {
    const auto with = [&](Words more) {
      more.insert(more.begin(), kAnytime[i].begin(), kAnytime[i].end());
      return more;
    };
    const std::string tag = std::to_string(i);
    const std::string expected = record(tag + "whole.tsv", with({"--threads", "1"}));
    ASSERT_EQ(rows(expected), kImages);
    EXPECT_THAT(expected, HasSubstr(";"));
    EXPECT_EQ(record(tag + "b1.tsv", with({"--batch", "1", "--threads", "2"})), expected);
    EXPECT_EQ(record(tag + "b7.tsv", with({"--batch", "7", "--threads", "2"})), expected);
    EXPECT_EQ(record(tag + "b4000.tsv", with({"--batch", "4000", "--threads", "2"})), expected);
    record(tag + "s1.tsv", with({"--shard", "1/2"}));
    record(tag + "s2.tsv", with({"--shard", "2/2", "--threads", "1"}));
    Subprocess merge(
        {CERTUS_PROGRAM, "merge", path(tag + "s1.tsv"), path(tag + "s2.tsv"), "-o", path(tag + "merged.tsv")},
        dir_.path(), {});
    EXPECT_EQ(merge.wait(), 0) << merge.err();
    EXPECT_EQ(content_of(dir_ / (tag + "merged.tsv")), expected);
  }
}

TEST_F(CertifyProgram, SurvivesKillsOfAnAnytimeRun) {
  make_runs_long();
  const Words width{"--width", "0.02"};  // all images go to the limit or near it
  const std::string expected = record("whole.tsv", width);
  std::mt19937 random(1);
  for (int kills = 0; kills < 6;) {
    const std::int64_t before = rows_there("killed.tsv");
    Words words = command("killed.tsv", width);
    words.push_back("--resume");
    Subprocess process(words, dir_.path(), {});
    const std::int64_t goal = before + static_cast<std::int64_t>(random() % 3);
    while (process.is_running() && rows_there("killed.tsv") < goal) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 40));
    if (process.is_running()) process.send(SIGKILL);
    if (process.wait() == 0) break;  // all images are there
    ++kills;
    const std::string part =
        std::filesystem::exists(dir_ / "killed.tsv") ? content_of(dir_ / "killed.tsv") : "";
    ASSERT_EQ(expected.substr(0, part.size()), part);
  }
  EXPECT_EQ(record("killed.tsv", {"--width", "0.02", "--resume"}), expected);
}

TEST_F(CertifyProgram, AnswersCtrlCWithAResumableRecord) {
  make_runs_long();
  const std::string expected = record("whole.tsv");
  Subprocess process(command("c.tsv"), dir_.path(), {});
  while (process.is_running() && rows_there("c.tsv") < 3)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  process.send(SIGINT);
  EXPECT_EQ(process.wait(), 130);
  EXPECT_THAT(process.err(), HasSubstr("interrupted: " + path("c.tsv") + " has "));
  EXPECT_THAT(process.err(), HasSubstr("the same command with --resume continues"));
  EXPECT_EQ(record("c.tsv", {"--resume"}), expected);
}

TEST_F(CertifyProgram, KeepsWhatFitsOnAFullDisk) {
  const std::string expected = record("whole.tsv");
  Subprocess process(command("full.tsv"), dir_.path(), {.file_bytes = 900});
  EXPECT_EQ(process.wait(), 1);
  EXPECT_THAT(process.err(),
              HasSubstr("full.tsv: cannot be written: File too large; the rows before are kept"));
  const std::string part = content_of(dir_ / "full.tsv");
  EXPECT_GT(rows(part), 3);
  EXPECT_EQ(part.back(), '\n');
  EXPECT_EQ(expected.substr(0, part.size()), part);
  EXPECT_EQ(record("full.tsv", {"--resume"}), expected);
}

TEST_F(CertifyProgram, PrintsNothingIntoItsRecordWithoutStandardStreams) {
  const std::string expected = record("whole.tsv", {"--max", "3"});
  std::string line = "exec";
  for (const std::string& word : command("closed.tsv", {"--max", "3"})) line += " '" + word + "'";
  Subprocess process({"/bin/sh", "-c", line + " <&- >&- 2>&-"}, dir_.path(), {});
  EXPECT_EQ(process.wait(), 0);
  EXPECT_EQ(content_of(dir_ / "closed.tsv"), expected);
}

TEST_F(CertifyProgram, EndsWhenItsRecordVanishes) {
  make_runs_long();
  Subprocess process(command("v.tsv"), dir_.path(), {});
  while (process.is_running() && rows_there("v.tsv") < 2)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::filesystem::remove(dir_ / "v.tsv");
  EXPECT_EQ(process.wait(), 1);
  EXPECT_THAT(process.err(), HasSubstr("v.tsv: was removed while it was being written"));
}

TEST_F(CertifyProgram, RefusesASecondWriter) {
  make_runs_long();
  Subprocess first(command("w.tsv"), dir_.path(), {});
  while (first.is_running() && rows_there("w.tsv") < 1)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::filesystem::create_directories(dir_ / "second");
  Subprocess second(command("w.tsv", {"--resume"}), dir_ / "second", {});
  const int code = second.wait();
  if (first.is_running()) {
    EXPECT_EQ(code, 1);
    EXPECT_THAT(second.err(), HasSubstr("another process is writing it"));
  }
  EXPECT_EQ(first.wait(), 0);
}

}  // namespace
}  // namespace certus
