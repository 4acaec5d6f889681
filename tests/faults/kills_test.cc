// Killed at random moments and started again, work ends with the bytes of a run that was left alone. certify,
// train and experiment are killed in tests/invariance.
#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <random>
#include <thread>

#include "faults/left_files.h"
#include "faults/toy_data.h"
#include "support/http_server.h"
#include "support/idx_files.h"
#include "support/subprocess.h"

namespace certus {
namespace {

namespace fs = std::filesystem;
using test::Files;
using test::Subprocess;
using Words = std::vector<std::string>;

class Kills : public ::testing::Test {
 protected:
  std::string out(const std::string& name) const { return (out_ / name).string(); }
  std::string network() const { return (in_ / "m.safetensors").string(); }

  void make_network() {
    for (const std::string half : {"train", "t10k"}) test::write_mnist(in_, half, 40);
    run({CERTUS_PROGRAM, "model", "new", "lenet", "--seed", "4", "-o", network()});
  }
  Words with_data(Words words) const {
    for (const std::string& word : Words{"--data", "mnist", "--data-dir", in_.path().string(), "--no-verify",
                                         "--sigma", "1", "--seed", "9"}) {
      words.push_back(word);
    }
    return words;
  }
  void run(const Words& words) const {
    Subprocess process(words, streams_.path(), {});
    ASSERT_EQ(process.wait(), 0) << process.err();
  }
  void clear() const {
    for (const auto& entry : fs::directory_iterator(out_.path())) fs::remove_all(entry.path());
  }
  Files files() const { return test::files_below(out_.path(), {}); }

  /// The same command again and again, killed that many times in all; where it ends before the signal reaches
  /// it, its files are compared and it starts from nothing again.
  void survive(const Words& command, int kills) const {
    const auto begin = std::chrono::steady_clock::now();
    run(command);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    const Files expected = files();
    ASSERT_FALSE(expected.empty());
    clear();
    std::mt19937 random(1);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    int done = 0;
    for (int killed = 0; killed < kills;) {
      Subprocess process(command, streams_.path(), {});
      std::this_thread::sleep_for(took * share(random));
      process.send(SIGKILL);
      const int code = process.wait();
      if (code == 0) {
        ASSERT_EQ(files(), expected);
        ASSERT_LT(++done, 10 * kills) << "it ends before it can be killed";
        clear();
        continue;
      }
      ASSERT_EQ(code, 128 + SIGKILL) << process.err();
      ++killed;
    }
    run(command);
    EXPECT_EQ(files(), expected);
    std::printf("%d kills, %d runs ended before\n", kills, done);
  }

  test::TempDir in_, out_, streams_;
};

TEST_F(Kills, SoftLabelsEndWithTheSameTable) {
  make_network();
  survive(with_data({CERTUS_PROGRAM, "soft-labels", network(), "--samples", "2000", "--resume", "-o",
                     out("t.tsv")}),
          10);
}

TEST_F(Kills, ToppedUpRecordsEndWithTheSameRows) {
  make_network();
  const std::string first = (in_ / "first.tsv").string();
  const auto to_width = [&](const std::string& n, const Words& more) {
    Words words = with_data(
        {CERTUS_PROGRAM, "certify", network(), "--width", "0.02", "--n0", "20", "--no-time", "--n", n});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  run(to_width("300", {"-o", first}));
  survive(to_width("3000", {"--top-up", first, "--resume", "-o", out("more.tsv")}), 10);
}

TEST_F(Kills, FetchEndsWithTheSameFilesAndNoOthers) {
  const std::string packed = test::toy_archive(in_ / "toy.tgz");
  test::HttpServer server([&](const test::HttpRequest& request) { return test::ranged(packed, request); });
  survive({CERTUS_FAULT_SUBJECT, "fetch", out_.path().string(), server.url("/toy.tgz")}, 20);
}

}  // namespace
}  // namespace certus
