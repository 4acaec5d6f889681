#include "support/program.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::certus_run;
using test::content_of;
using test::Outcome;
using ::testing::HasSubstr;
using Json = nlohmann::json;

/// P(p_A >= x) as the paper publishes it, of made-up images.
std::string p_a_curve(const test::TempDir& dir, const std::string& name = "ours_1.0.csv") {
  return dir.write(name, "x\ty\n0.5\t0.45\n0.7\t0.4\n0.81\t0.3266\n0.9\t0.25\n0.999\t0.1\n1.0\t0.05\n")
      .string();
}

std::string accuracy_curve(const test::TempDir& dir) {
  return dir.write("curve.csv", "radius,accuracy\n0,80\n0.5,50\n1,20\n").string();
}

TEST(PrintedCurves, AreConvertedWithoutABudgetOfTheirOwn) {
  const test::TempDir dir;
  const Outcome outcome = certus_run({"convert", p_a_curve(dir), "--to-n", "100", "--to-alpha", "0.01",
                                      "--radii", "0.5", "--format", "json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = outcome.parsed();
  EXPECT_TRUE(json["source"].is_null());
  EXPECT_EQ(json["target"]["sigma"], 1.0);  // from the name
  // 81 of 100 votes certify 0.5: what the curve has at 0.81.
  EXPECT_EQ(json["certified_accuracy"][0]["value"], 0.3266);
  EXPECT_THAT(certus_run({"convert", p_a_curve(dir), "--to-n", "100"}).err,
              HasSubstr("give the votes (--n or --to-n) and alpha (--alpha or --to-alpha)"));
  EXPECT_THAT(certus_run({"convert", p_a_curve(dir, "curve.csv"), "--to-n", "100"}).err,
              HasSubstr("give --sigma, the votes"));
}

TEST(PrintedCurves, AreEvaluatedWithTheBoundsTheyLeaveOpen) {
  const test::TempDir dir;
  const Json alone =
      certus_run({"evaluate", p_a_curve(dir), "--p", "0.9,0.95,0.9999", "--format", "json"}).parsed()[0];
  EXPECT_FALSE(alone.contains("certified_accuracy"));
  EXPECT_EQ(alone["p_a"][0]["value"], 0.25);
  EXPECT_TRUE(alone["p_a"][2]["value"].is_null());
  EXPECT_NEAR(alone["p_a"][2]["lower"].get<double>(), 0.04995, 1e-12);
  EXPECT_NEAR(alone["p_a"][2]["upper"].get<double>(), 0.10005, 1e-12);
  const Outcome text = certus_run({"evaluate", p_a_curve(dir)});
  EXPECT_THAT(test::unwrapped(text.out),
              HasSubstr("Certified accuracy follows for a budget: give --n and --alpha"));
  EXPECT_THAT(certus_run({"evaluate", p_a_curve(dir), "--label", p_a_curve(dir) + "=Ours"}).out,
              HasSubstr("P(p_A >= p) % that Ours implies"));
  const Json both = certus_run({"evaluate", p_a_curve(dir), accuracy_curve(dir), "--sigma", "0.5", "--n",
                                "1e5", "--alpha", "0.001", "--radii", "0,0.5", "--format", "json"})
                        .parsed();
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0]["certified_accuracy"][0]["value"].is_null(), false);
  EXPECT_EQ(both[1]["certified_accuracy"][1]["value"], 0.5);  // the print itself
  EXPECT_THAT(certus_run({"evaluate", p_a_curve(dir), "--per-class"}).err, HasSubstr("has no classes"));
}

TEST(PrintedCurves, AreRefusedInOneLineWhereImagesAreNeeded) {
  const test::TempDir dir;
  const std::string log = (dir / "noise_0.5.tsv").string();
  ASSERT_EQ(certus_run({"simulate", "--images", "50", "--n", "1000", "--sigma", "0.5", "-o", log}).code, 0);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"compare", p_a_curve(dir), log},
                                             {"audit", p_a_curve(dir)},
                                             {"table", accuracy_curve(dir)},
                                             {"report", p_a_curve(dir), "-o", (dir / "r.html").string()}}) {
    const Outcome outcome = certus_run(words);
    EXPECT_NE(outcome.code, 0) << words[0];
    EXPECT_THAT(outcome.err + outcome.out, HasSubstr("because a curve has no images")) << words[0];
  }
  EXPECT_THAT(certus_run({"evaluate", p_a_curve(dir), log}).err,
              HasSubstr("1 of 2 files is a printed curve, the others are not"));
}

TEST(PrintedCurves, AreDrawnAloneAndBesideLogs) {
  if (std::system("gnuplot --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "gnuplot is not installed";
  const test::TempDir dir;
  std::filesystem::create_directories(dir / "mine");
  const std::string log = (dir / "mine" / "noise_1.0.tsv").string();
  ASSERT_EQ(certus_run({"simulate", "--images", "50", "--n", "1000", "--sigma", "1", "-o", log}).code, 0);
  const std::string curve = p_a_curve(dir);
  const std::string figure = (dir / "x.svg").string();
  const auto plot = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "plot");
    words.insert(words.end(), {"-o", figure, "--force"});
    return certus_run(words);
  };
  EXPECT_EQ(plot({"p-a", curve}).code, 0);
  EXPECT_THAT(content_of(dir / "x.svg.dat"), HasSubstr("\n0.81 32.66 32.65"));
  EXPECT_EQ(plot({"p-a", curve, log}).code, 0);
  EXPECT_EQ(plot({"p-a", accuracy_curve(dir), "--sigma", "0.5", "--n", "1e5", "--alpha", "0.001"}).code, 0);
  const Outcome accuracy = plot({"accuracy", curve, "--n", "1e5", "--alpha", "0.001"});
  EXPECT_EQ(accuracy.code, 0) << accuracy.err;
  EXPECT_THAT(test::unwrapped(accuracy.out),
              HasSubstr("printed curves at n = 100,000, alpha = 0.001 by plug-in"));
  EXPECT_EQ(plot({"accuracy", curve, log, "--to-n", "100", "--to-alpha", "0.01"}).code, 0);
  EXPECT_THAT(plot({"accuracy", curve, log, "--to-n", "100"}).err, HasSubstr("give the votes"));
  EXPECT_THAT(plot({"accuracy", curve}).err, HasSubstr("P(p_A >= p) holds for every budget"));
  EXPECT_THAT(plot({"p-a", curve, "--bands"}).err, HasSubstr("--bands needs logs of images"));
  EXPECT_THAT(plot({"p-a", curve, log, "--by", "sphere_attack.steps"}).err,
              HasSubstr("--by needs logs of images"));
}

TEST(PrintedCurves, AreNamedLikeLogsAndAreNoSeedsOfThem) {
  if (std::system("gnuplot --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "gnuplot is not installed";
  const test::TempDir dir;
  std::vector<std::string> words{"plot", "p-a", p_a_curve(dir)};
  for (const std::string seed : {"1", "2"}) {
    std::filesystem::create_directories(dir / "mine" / ("seed-" + seed));
    words.push_back((dir / "mine" / ("seed-" + seed) / "noise_1.0.tsv").string());
    ASSERT_EQ(certus_run({"simulate", "--images", "50", "--n", "1000", "--sigma", "1", "--seed", seed, "-o",
                          words.back()})
                  .code,
              0);
  }
  words.insert(words.end(), {"-o", (dir / "x.svg").string(), "--force"});
  const auto plot = [&](const std::vector<std::string>& labels) {
    std::vector<std::string> all = words;
    for (const std::string& label : labels) all.insert(all.end(), {"--label", label});
    return certus_run(all);
  };
  const Outcome plain = plot({});
  ASSERT_EQ(plain.code, 0) << plain.err;
  EXPECT_THAT(test::unwrapped(plain.out), HasSubstr("mine at sigma 1 (2 seeds)"));
  EXPECT_THAT(content_of(dir / "x.svg.gp"), HasSubstr("'ours'"));
  const Outcome labelled = plot({"ours=Theirs", "mine=Mine"});
  ASSERT_EQ(labelled.code, 0) << labelled.err;
  EXPECT_THAT(content_of(dir / "x.svg.gp"), HasSubstr("'Theirs'"));
  EXPECT_THAT(content_of(dir / "x.svg.gp"), HasSubstr("'Mine'"));
  EXPECT_THAT(plot({"ours=Same", "mine=Same"}).err, HasSubstr("is a printed curve, which is not a seed"));
  EXPECT_THAT(plot({"theirs=X"}).err, HasSubstr("expected NAME=TEXT with one of mine, ours"));
}

TEST(SharedImages, MakeLogsOfDifferentImagesComparable) {
  const test::TempDir dir;
  const auto simulated = [&](const std::string& name, const std::string& images) {
    std::filesystem::create_directories(dir / name);
    const std::string path = (dir / name / "noise_0.5").string();  // published logs may have no ending
    EXPECT_EQ(certus_run({"simulate", "--images", images, "--n", "1000", "--sigma", "0.5", "-o", path}).code,
              0);
    return path;
  };
  const std::string many = simulated("many", "60");
  const std::string few = simulated("few", "50");
  EXPECT_THAT(certus_run({"table", many, few}).err, HasSubstr("--shared-images"));
  const Outcome table = certus_run({"table", many, few, "--shared-images"});
  ASSERT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(test::unwrapped(table.out),
              HasSubstr("many/noise_0.5: cut to 50 of 60 images, those that all logs have"));
  const Outcome compare = certus_run({"compare", many, few, "--shared-images"});
  EXPECT_EQ(compare.code, 0);
  EXPECT_THAT(test::unwrapped(compare.out), HasSubstr("cut to 50 of 60 images"));
  if (std::system("gnuplot --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "gnuplot is not installed";
  const std::string figure = (dir / "x.svg").string();
  EXPECT_THAT(certus_run({"plot", "p-a", many, few, "-o", figure}).err, HasSubstr("--shared-images"));
  const Outcome plot = certus_run({"plot", "p-a", many, few, "--shared-images", "-o", figure});
  EXPECT_EQ(plot.code, 0) << plot.err;
  EXPECT_THAT(test::unwrapped(plot.out), HasSubstr("50 images, those that all logs have"));
}

TEST(Theory, CountsTheSurvey) {
  const test::TempDir dir;
  const std::string survey =
      dir.write("s.csv",
                "work,method,uses_acr,universal_improvement,claims_sota,customized_model\n"
                "A,M,yes,no,yes,yes\nB,,yes,yes,yes,yes\n")
          .string();
  const Outcome outcome = certus_run({"theory", "survey", survey});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("2 works, of which 2 customize the model"));
  EXPECT_THAT(certus_run({"theory", "survey"}).err, HasSubstr("docs/literature.csv"));
  EXPECT_THAT(certus_run({"theory", "toy", survey}).err, HasSubstr("is one word too many"));
}

}  // namespace
}  // namespace certus
