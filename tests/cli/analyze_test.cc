#include <cstdlib>
#include <sstream>

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
  EXPECT_THAT(
      rows,
      StartsWith("model,loss,idx,label,correct,samples,gradient_norm,expected_draws\na,cross-entropy,0,"));
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 41);
}

TEST_F(Analyze, GradnormTakesTheLossOfEachModelsMethod) {
  const std::string a = path("a.safetensors");
  const auto run = [&](const Words& methods, const Words& more = {}) {
    Words options{"--format", "json"};
    for (const std::string& method : methods) options.insert(options.end(), {"--method", method});
    options.insert(options.end(), more.begin(), more.end());
    return json_of(words({"gradnorm", a, a}, options));
  };
  const Json both = run({"mnist/desk/gaussian-0.50", "mnist/desk/consistency-0.50"});
  EXPECT_EQ(both["loss"], "method");
  EXPECT_EQ(both["sigma"], 0.5);
  EXPECT_EQ(both["models"][0]["method"], "mnist/desk/gaussian-0.50");
  EXPECT_EQ(both["models"][0]["kept_images"], 20);
  EXPECT_EQ(both["models"][0]["norm_hard"], both["models"][0]["norm_times_draws_hard"]);
  EXPECT_EQ(both["models"][0]["hard_images"], both["models"][1]["hard_images"]);
  EXPECT_NE(both["models"][0]["norm_hard"], both["models"][1]["norm_hard"]);
  const Json same = run({"mnist/desk/gaussian-0.50"});
  EXPECT_EQ(same["models"][0]["norm_hard"], both["models"][0]["norm_hard"]);
  EXPECT_EQ(same["models"][1]["norm_hard"], both["models"][0]["norm_hard"]);
  // A setting of the method changes its gradient; one copy is the plain cross entropy.
  const Json one_copy = run({"mnist/desk/gaussian-0.50"}, {"--set", "noise.copies=1"});
  const Json plain = json_of(words({"gradnorm", a}, {"--sigma", "0.5", "--format", "json"}));
  EXPECT_EQ(plain["loss"], "cross-entropy");
  EXPECT_EQ(one_copy["models"][0]["norm_hard"], plain["models"][0]["norm_hard"]);
  EXPECT_NE(same["models"][0]["norm_hard"], plain["models"][0]["norm_hard"]);
}

TEST_F(Analyze, GradnormCountsTheDrawsOfDiscardAndReweight) {
  const Words method{"--method", "mnist/desk/easy-focus-0.50", "--set", "discard.below=0.1"};
  const Json json = json_of(words({"gradnorm", path("a.safetensors")}, [&] {
    Words more{"--format", "json", "--images", path("norms.csv")};
    more.insert(more.end(), method.begin(), method.end());
    return more;
  }()));
  const int kept = json["models"][0]["kept_images"].get<int>();
  EXPECT_GT(kept, 0);
  EXPECT_LT(kept, 20);
  std::istringstream rows(content_of(dir_ / "norms.csv"));
  std::string line;
  std::getline(rows, line);
  double sum = 0.0;
  int drawn = 0;
  while (std::getline(rows, line)) {
    const double draws = std::stod(line.substr(line.rfind(',') + 1));
    sum += draws;
    drawn += draws > 0.0 ? 1 : 0;
  }
  EXPECT_NEAR(sum, 20.0, 1e-3);
  EXPECT_EQ(drawn, kept);
  const Outcome text = certus_run(words({"gradnorm", path("a.safetensors")}, method));
  EXPECT_THAT(text.out, HasSubstr("each training method's own loss"));
  EXPECT_THAT(text.out,
              HasSubstr("sphere attack on the noise (6 steps of 0.25, l2), discard below p_A = 0.1, "
                        "reweight by 16 votes"));
  EXPECT_THAT(text.out, HasSubstr("Batch norm uses its running statistics"));
}

TEST_F(Analyze, TellsContradictingLossesInOneLine) {
  const std::string a = path("a.safetensors");
  const std::string gaussian = "mnist/desk/gaussian-0.50";
  EXPECT_THAT(error(words({"gradnorm", a, a, a}, {"--method", gaussian, "--method", gaussian})),
              HasSubstr("--method is given 2 times for 3 models"));
  EXPECT_THAT(error(words({"gradnorm", a}, {"--method", gaussian, "--sigma", "0.25"})),
              HasSubstr("has noise.sigma = 0.5, but --sigma is 0.25"));
  EXPECT_THAT(
      error(words({"gradnorm", a, a}, {"--method", gaussian, "--method", "mnist/desk/gaussian-1.00"})),
      HasSubstr("has noise.sigma = 1, but --method mnist/desk/gaussian-0.50 has 0.5"));
  EXPECT_THAT(error(words({"gradnorm", a}, {"--loss", "method", "--sigma", "1"})),
              HasSubstr("--loss method needs --method PRESET"));
  EXPECT_THAT(error(words({"gradnorm", a}, {"--loss", "cross-entropy", "--method", gaussian})),
              HasSubstr("leave out --method"));
  EXPECT_THAT(error(words({"gradnorm", a}, {"--sigma", "1", "--set", "noise.copies=2"})),
              HasSubstr("--set changes the settings of --method, which is missing"));
  EXPECT_THAT(error(words({"gradnorm", a}, {"--method", "mnist/desk/gausian-0.50"})),
              HasSubstr("there is no preset"));
  EXPECT_THAT(error(words({"gradnorm", a}, {"--method", "mnist/desk/cat-rs-0.50"})),
              HasSubstr("catrs.soft_labels is empty"));
  EXPECT_THAT(error(words({"attack", a}, {"--sigma", "1", "--method", gaussian})),
              HasSubstr("--loss, --method and --set are for analyze gradnorm"));
  EXPECT_THAT(error(words({"gradnorm", a}, {"--sigma", "1", "--norm", "linf"})),
              HasSubstr("are for analyze attack"));
}

TEST_F(Analyze, AttackTakesStepsInTheNormAskedFor) {
  const auto with = [&](const Words& more) {
    Words all{"--sigma", "0.5", "--draws", "2", "--step-size", "2", "--format", "json"};
    all.insert(all.end(), more.begin(), more.end());
    return json_of(words({"attack", path("a.safetensors")}, all));
  };
  const Json l2 = with({});
  const Json linf = with({"--norm", "linf"});
  ASSERT_GT(l2["groups"][2]["right_before"].get<double>(), 0.0);  // others are not attacked
  EXPECT_EQ(l2["norm"], "l2");
  EXPECT_EQ(linf["norm"], "linf");
  EXPECT_EQ(l2, with({"--norm", "l2"}));
  EXPECT_NE(l2["groups"][2]["norm_after"], linf["groups"][2]["norm_after"]);
  EXPECT_EQ(l2["groups"][2]["norm_before"], linf["groups"][2]["norm_before"]);
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
    EXPECT_THAT(content_of(dir_ / (action + ".svg")), HasSubstr("gradient norm"));
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
              HasSubstr("--steps, --step-size and --norm are for analyze attack"));
  EXPECT_THAT(error(words({"gradnorm", a}, {"--sigma", "1", "--figure", path("x.jpg")})),
              HasSubstr("a figure ends in .png, .svg or .pdf"));
  dir_.write("norms.csv", "kept");
  EXPECT_THAT(error(words({"gradnorm", a}, {"--sigma", "1", "--images", path("norms.csv")})),
              HasSubstr("exists"));
  EXPECT_EQ(content_of(dir_ / "norms.csv"), "kept");
}

}  // namespace
}  // namespace certus
