#include <cstdlib>

#include "support/idx_files.h"
#include "support/program.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::certus_run;
using test::content_of;
using test::Outcome;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Words = std::vector<std::string>;
using Json = nlohmann::json;

/// A folder with 20 training images in MNIST's layout and two fresh lenets.
class Analyze : public ::testing::Test {
 protected:
  Analyze() {
    test::write_mnist(dir_, "train", 20);
    for (const std::string name : {"a", "b"}) {
      const std::string seed = name == "a" ? "1" : "2";
      EXPECT_EQ(certus_run({"model", "new", "lenet", "--seed", seed, "-o", path(name + ".safetensors")}).code,
                0);
    }
  }
  std::string path(const std::string& name) const { return (dir_ / name).string(); }
  Words words(const Words& first, const Words& more = {}) const {
    Words all{"analyze"};
    all.insert(all.end(), first.begin(), first.end());
    for (const std::string& word :
         Words{"--data", "mnist", "--data-dir", dir_.path().string(), "--no-verify", "--samples", "20"}) {
      all.push_back(word);
    }
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  static Json json_of(const Words& all) {
    const Outcome outcome = certus_run(all);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return Json::parse(outcome.out, nullptr, false);
  }
  static std::string error(const Words& all) {
    const Outcome outcome = certus_run(all);
    EXPECT_EQ(outcome.code, 1) << outcome.out;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    return outcome.err;
  }
  test::TempDir dir_;
};

TEST_F(Analyze, GradnormHasARowForEachModel) {
  const Words both = words({"gradnorm", path("a.safetensors"), path("b.safetensors")},
                           {"--sigma", "0.5", "--images", path("norms.csv"), "--format", "json"});
  const Json json = json_of(both);
  ASSERT_EQ(json["models"].size(), 2u);
  EXPECT_EQ(json["models"][0]["model"], "a");
  for (const Json& model : json["models"]) {
    EXPECT_EQ(model["easy_images"].get<int>() + model["hard_images"].get<int>(), 20);
    EXPECT_GT(model["norm_hard"].get<double>(), 0.0);
  }
  EXPECT_NE(json["models"][0]["norm_hard"], json["models"][1]["norm_hard"]);
  const std::string rows = content_of(dir_ / "norms.csv");
  EXPECT_THAT(rows, StartsWith("model,idx,label,correct,samples,gradient_norm\na,0,"));
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 41);
}

TEST_F(Analyze, GivesTheSameForAnyThreads) {
  const auto with = [&](const std::string& threads) {
    return json_of(words({"attack", path("a.safetensors")}, {"--sigma", "0.5", "--draws", "2", "--max", "8",
                                                             "--threads", threads, "--format", "json"}));
  };
  const Json one = with("1");
  EXPECT_EQ(with("3"), one);
  ASSERT_EQ(one["groups"].size(), 3u);
  EXPECT_EQ(one["groups"][2]["images"], "all");
  EXPECT_EQ(one["groups"][2]["number"], 8);
}

TEST_F(Analyze, DrawsItsFigures) {
  if (std::system("gnuplot --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "gnuplot is not installed";
  for (const std::string action : {"gradnorm", "attack"}) {
    const Outcome outcome =
        certus_run(words({action, path("a.safetensors")},
                         {"--sigma", "0.5", "--max", "6", "--figure", path(action + ".svg")}));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(content_of(dir_ / (action + ".svg")), HasSubstr("mean gradient norm"));
    EXPECT_TRUE(std::filesystem::exists(dir_ / (action + ".svg.dat")));
  }
}

TEST_F(Analyze, TellsBadInputInOneLine) {
  const std::string a = path("a.safetensors");
  EXPECT_THAT(error(words({"gradients", a}, {"--sigma", "1"})),
              HasSubstr("expected one of gradnorm, attack"));
  EXPECT_THAT(error(words({"gradnorm"}, {"--sigma", "1"})), HasSubstr("the model is missing"));
  EXPECT_THAT(error(words({"gradnorm", a})), HasSubstr("--sigma is missing"));
  EXPECT_THAT(error(words({"attack", a, a}, {"--sigma", "1"})), HasSubstr("one model at a time, found 2"));
  EXPECT_THAT(error(words({"gradnorm", a}, {"--sigma", "1", "--steps", "2"})),
              HasSubstr("--steps and --step-size are for analyze attack"));
  EXPECT_THAT(error(words({"gradnorm", a}, {"--sigma", "1", "--figure", path("x.jpg")})),
              HasSubstr("a figure ends in .png, .svg or .pdf"));
  dir_.write("norms.csv", "kept");
  EXPECT_THAT(error(words({"gradnorm", a}, {"--sigma", "1", "--images", path("norms.csv")})),
              HasSubstr("exists"));
  EXPECT_EQ(content_of(dir_ / "norms.csv"), "kept");
}

}  // namespace
}  // namespace certus
