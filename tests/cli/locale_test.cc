// Numbers are read and written in one way, also in a program that embeds certus and has set the locale of a
// country with decimal commas and points between thousands.
#include <clocale>
#include <cstdlib>
#include <locale>

#include "support/program.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::certus_run;
using test::content_of;

class CommaLocale : public ::testing::Test {
 protected:
  /// Made here, because few machines have it.
  static void SetUpTestSuite() {
    const std::string folder = locales().path().string();
    const std::string make = "localedef -i de_DE -f UTF-8 '" + folder + "/de_DE.UTF-8' >/dev/null 2>&1";
    is_there_ = std::system(make.c_str()) == 0;
    ::setenv("LOCPATH", folder.c_str(), 1);
  }
  void SetUp() override {
    if (!is_there_) GTEST_SKIP() << "no localedef with de_DE (Debian: locales)";
  }
  ~CommaLocale() override { std::locale::global(std::locale::classic()); }

  static void use_commas() {
    std::locale::global(std::locale("de_DE.UTF-8"));
    ASSERT_STREQ(std::localeconv()->decimal_point, ",");
    ASSERT_EQ(std::strtod("0,5", nullptr), 0.5);
  }
  static const test::TempDir& locales() {
    static const test::TempDir folder;
    return folder;
  }
  std::string path(const std::string& name) const { return (dir_ / name).string(); }

  /// What all of these commands print and write.
  std::string results(const std::string& tag) const {
    const std::string log = path(tag + ".tsv");
    dir_.write("curve.csv", "radius,accuracy\n0,67.25\n0.25,52.5\n1.5,10.125\n");
    dir_.write("x.toml",
               "data.name = \"mnist\"\nmodel.arch = \"lenet\"\nnoise.sigma = 0.25\noptimizer.lr = 1e-2\n"
               "optimizer.milestones = [1200, 2400]\ntrain = { method = \"gaussian\", epochs = 2500, "
               "batch = 1024 }\n");
    std::string all;
    const auto run = [&](const std::vector<std::string>& words) {
      const test::Outcome done = certus_run(words);
      EXPECT_EQ(done.code, 0) << words[0] << ": " << done.err;
      all += done.out;
    };
    run({"simulate", "--population", "beta:8.5,2.25", "--images", "1200", "--sigma", "0.25", "--n", "10000",
         "-o", log});
    for (const std::string format : {"text", "json", "csv", "latex"}) {
      run({"evaluate", log, "--format", format});
      run({"convert", log, "--to-n", "1000", "--to-alpha", "0.01", "--format", format});
    }
    run({"audit", log, "--format", "json"});
    run({"convert", path("curve.csv"), "--sigma", "0.5", "--n", "1e5", "--alpha", "0.001", "--to-n", "1000"});
    run({"plan", log, "--at", "0.25"});
    run({"theory", "bound", "--count", "99900", "--n", "100000", "--alpha", "0.001", "--sigma", "0.5"});
    run({"train", path("x.toml"), "--print-config", "--set", "train.batch=2048"});
    std::string wrong =
        certus_run({"train", path("x.toml"), "--print-config", "--set", "noise.copies=-12000"}).err;
    all += content_of(log) + content_of(path(tag + ".json")) + wrong;
    for (std::size_t at = 0; (at = all.find(tag + '.', at)) != std::string::npos;)
      all.replace(at, tag.size(), "log");
    return all;
  }

  static inline bool is_there_ = false;
  test::TempDir dir_;
};

TEST_F(CommaLocale, ChangesNoNumber) {
  const std::string expected = results("points");
  use_commas();
  EXPECT_EQ(results("commas"), expected);
}

}  // namespace
}  // namespace certus
