// Little memory and a home folder that cannot be written: one line says so.
#include <gmock/gmock.h>

#include "support/idx_files.h"
#include "support/subprocess.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::Subprocess;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

class Surroundings : public ::testing::Test {
 protected:
  struct Outcome {
    int code;
    std::string err;
  };
  Outcome run(Words words, Subprocess::Limits limits) const {
    words.insert(words.begin(), CERTUS_PROGRAM);
    Subprocess process(words, dir_.path(), std::move(limits));
    const int code = process.wait();
    return {code, process.err()};
  }
  std::string path(const std::string& name) const { return (dir_ / name).string(); }
  test::TempDir dir_;
};

TEST_F(Surroundings, TooLittleMemoryEndsWithOneLine) {
  test::write_mnist(dir_, "t10k", 12);
  ASSERT_EQ(run({"model", "new", "lenet", "--seed", "4", "-o", path("m.safetensors")}, {}).code, 0);
  ASSERT_EQ(run({"simulate", "--images", "20000", "--n", "1000", "-o", path("log.tsv")}, {}).code, 0);
  constexpr long kMebibyte = 1 << 20;
  long least = 64 * kMebibyte;  // with which the program starts at all
  while (run({"--version"}, {.memory_bytes = least}).code != 0) {
    least += 4 * kMebibyte;
    ASSERT_LT(least, 4096 * kMebibyte);
  }
  const std::vector<Words> commands{
      {"evaluate", path("log.tsv")},
      {"audit", path("log.tsv")},
      {"model", "info", path("m.safetensors")},
      {"certify", path("m.safetensors"), "--data", "mnist", "--data-dir", dir_.path().string(), "--no-verify",
       "--sigma", "0.5", "--n", "200", "--max", "2", "--threads", "2", "--force", "-o", path("r.tsv")}};
  int refused = 0;
  int done = 0;
  for (const Words& command : commands) {
    for (long more = 0; more < 64; more += 4) {
      const Outcome outcome = run(command, {.memory_bytes = least + more * kMebibyte});
      ASSERT_TRUE(outcome.code == 0 || outcome.code == 1)
          << command[0] << " with " << more << " MiB more: " << outcome.code << ' ' << outcome.err;
      (outcome.code == 0 ? done : refused) += 1;
      if (outcome.code == 0) continue;
      const std::string last = outcome.err.substr(outcome.err.rfind("certus: "));
      EXPECT_THAT(last, StartsWith("certus: "));
      EXPECT_EQ(std::count(last.begin(), last.end(), '\n'), 1) << last;
    }
  }
  EXPECT_GT(refused, 3);
  EXPECT_GT(done, 20);
  std::printf("%d refused, %d done\n", refused, done);
}

TEST_F(Surroundings, AHomeThatCannotBeWrittenIsNamed) {
  dir_.write("file", "not a folder");
  ASSERT_EQ(run({"model", "new", "lenet", "--seed", "4", "-o", path("m.safetensors")}, {}).code, 0);
  for (const std::string& home : {path("file"), std::string("/proc"), std::string("/dev/null")}) {
    const std::vector<std::string> environment{"HOME=" + home, "CERTUS_DATA="};
    const Outcome fetched = run({"data", "fetch", "mnist"}, {.environment = environment});
    EXPECT_EQ(fetched.code, 1) << home;
    EXPECT_THAT(fetched.err, HasSubstr("certus: " + home + "/.cache/certus: cannot be made (")) << home;
    const Outcome missing =
        run({"certify", path("m.safetensors"), "--data", "mnist", "--sigma", "0.5", "-o", path("r.tsv")},
            {.environment = environment});
    EXPECT_EQ(missing.code, 1) << home;
    EXPECT_THAT(missing.err, HasSubstr("certus: " + home + "/.cache/certus/mnist: no such folder")) << home;
    EXPECT_EQ(
        run({"simulate", "--images", "10", "-o", path("s.tsv"), "--force"}, {.environment = environment})
            .code,
        0);
  }
}

}  // namespace
}  // namespace certus
