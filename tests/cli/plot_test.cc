#include <sys/stat.h>

#include <cstdlib>

#include "support/program.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::certus_run;
using test::content_of;
using test::Outcome;
using ::testing::HasSubstr;

std::string train_csv() {
  return "epoch,step,seconds,lr,train_loss,train_accuracy,test_loss,test_accuracy,kept_images,images_per_"
         "second\n"
         "0,10,1.5,0.1,2.25,0.25,,,50000,500\n1,20,1.5,0.01,2,0.5,2.125,0.375,40000,500\n";
}

bool has_gnuplot() {
  return std::system("gnuplot --version > /dev/null 2>&1") == 0;
}

/// Two logs of 200 images that do not exist, as certus writes them.
std::vector<std::string> simulated_logs(const test::TempDir& dir) {
  std::vector<std::string> paths;
  for (const auto& [method, population] : {std::pair{"gaussian", "beta:4,1"}, {"ours", "beta:2,0.5"}}) {
    std::filesystem::create_directories(dir / method);
    paths.push_back((dir / method / "noise_0.5.tsv").string());
    EXPECT_EQ(certus_run({"simulate", "--population", population, "--images", "200", "--n", "1000", "--sigma",
                          "0.5", "-o", paths.back()})
                  .code,
              0);
  }
  return paths;
}

/// Two seeds at one value of a setting, one at another.
std::vector<std::string> simulated_sweep(const test::TempDir& dir) {
  std::vector<std::string> paths;
  for (const char* folder : {"ef/steps=4/seed-0", "ef/steps=4/seed-1", "ef/steps=8/seed-0"}) {
    std::filesystem::create_directories(dir / folder);
    paths.push_back((dir / folder / "noise_0.5.tsv").string());
    EXPECT_EQ(certus_run({"simulate", "--population", "beta:4,1", "--images", "200", "--n", "1000", "--sigma",
                          "0.5", "--seed", std::to_string(paths.size()), "-o", paths.back()})
                  .code,
              0);
  }
  return paths;
}

TEST(Plot, DrawsSeedsAsOneCurve) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const test::TempDir dir;
  const auto logs = simulated_sweep(dir);
  const std::string figure = (dir / "x.svg").string();
  const Outcome accuracy = certus_run({"plot", "accuracy", logs[0], logs[1], "-o", figure});
  ASSERT_EQ(accuracy.code, 0) << accuracy.err;
  EXPECT_THAT(accuracy.out,
              HasSubstr("means over training seeds, with bands or bars from the lowest to the highest"));
  EXPECT_THAT(content_of(dir / "x.svg.gp"), HasSubstr("with filledcurves"));
  EXPECT_THAT(certus_run({"plot", "accuracy", logs[0], logs[1], "--bands", "-o", figure, "--force"}).err,
              HasSubstr("has 2 seeds, whose range is drawn anyway; leave out the bands"));
  const Outcome sweep =
      certus_run({"plot", "sweep", logs[0], logs[1], logs[2], "--by", "steps", "-o", figure, "--force"});
  ASSERT_EQ(sweep.code, 0) << sweep.err;
  EXPECT_THAT(content_of(dir / "x.svg.gp"), HasSubstr("with yerrorbars"));
  EXPECT_THAT(test::unwrapped(sweep.out), HasSubstr("ACR holds for this budget only"));
  EXPECT_THAT(certus_run({"plot", "sweep", logs[0], "-o", figure, "--force"}).err,
              HasSubstr("plot sweep: --by is missing"));
  for (const char* seed : {"seed-0", "seed-1"})
    dir.write(std::string("ef/") + seed + "/train.csv", train_csv());
  const Outcome training = certus_run({"plot", "training", (dir / "ef/seed-0/train.csv").string(),
                                       (dir / "ef/seed-1/train.csv").string(), "-o", figure, "--force"});
  ASSERT_EQ(training.code, 0) << training.err;
  EXPECT_THAT(test::unwrapped(training.out), HasSubstr("ef: mean over 2 seeds"));
}

TEST(Plot, DrawsRuns) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const test::TempDir dir;
  const std::string a = dir.write("first_run/train.csv", train_csv()).string();
  const std::string b = dir.write("second_run/train.csv", train_csv()).string();
  const std::string figure = (dir / "curves.svg").string();
  const Outcome outcome = certus_run({"plot", "training", a, b, "-o", figure, "--label", "second_run=Two"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("curves.svg is drawn"));
  EXPECT_THAT(content_of(figure), HasSubstr("first_run"));
  EXPECT_THAT(content_of(figure), HasSubstr("Two"));
  EXPECT_THAT(content_of(figure), HasSubstr("noisy accuracy (%)"));
  EXPECT_THAT(content_of(dir / "curves.svg.dat"), HasSubstr("\n2 37.5\n"));
  EXPECT_THAT(certus_run({"plot", "training", a, "-o", figure}).err, HasSubstr("exists"));
  EXPECT_EQ(certus_run({"plot", "training", a, "-o", figure, "--force"}).code, 0);
}

TEST(Plot, DrawsEveryKindOfFigure) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const test::TempDir dir;
  const auto logs = simulated_logs(dir);
  const auto seeds = simulated_sweep(dir);
  const std::string norms =
      dir.write("norms.csv", "model,idx,label,correct,samples,gradient_norm\nm,0,1,9,10,2\nm,1,1,1,10,5\n")
          .string();
  const std::string attack =
      dir.write("attack.csv",
                "idx,label,correct,samples,draws,wrong_before,wrong_after,steps,norm_before,norm_after\n"
                "0,3,10,10,4,0,1,9,0.5,2\n")
          .string();
  const std::string figure = (dir / "x.svg").string();
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"accuracy", logs[0], logs[1]},
           {"accuracy", logs[0], logs[1], "--bands", "--to-n", "100"},
           {"accuracy", logs[0], logs[1], "--best", "--size", "page"},
           {"p-a", logs[0], logs[1], "--bands", "--confidence", "0.9"},
           {"accuracy", seeds[0], seeds[1], seeds[2]},
           {"p-a", seeds[0], seeds[1], seeds[2], "--by", "steps"},
           {"sweep", seeds[0], seeds[1], seeds[2], "--by", "steps", "--metric", "p_a:0.9", "--metric", "acr"},
           {"radius"},
           {"radius", "--counts", "100,1000", "--size", "screen"},
           {"weight"},
           {"toy", "--n", "300", "--p-a", "0.8"},
           {"concept", "--size", "page"},
           {"gradnorm", norms},
           {"gradnorm", attack}}) {
    std::vector<std::string> all{"plot"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"-o", figure, "--force"});
    const Outcome outcome = certus_run(all);
    ASSERT_EQ(outcome.code, 0) << words[0] << ": " << outcome.err;
    EXPECT_THAT(content_of(figure), HasSubstr("</svg>")) << words[0];
  }
  const Outcome converted =
      certus_run({"plot", "accuracy", logs[0], logs[1], "--to-n", "100", "-o", figure, "--force"});
  EXPECT_THAT(test::unwrapped(converted.out),
              HasSubstr("n = 100, alpha = 0.001, converted by plug-in from n = 1,000"));
  EXPECT_THAT(content_of(dir / "x.svg.dat"), HasSubstr("# n = 100, alpha = 0.001, converted"));
  EXPECT_THAT(content_of(figure), HasSubstr("gaussian"));
}

TEST(Plot, RefusesLogsThatAreNotComparable) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const test::TempDir dir;
  auto logs = simulated_logs(dir);
  logs.push_back((dir / "few_noise_0.5.tsv").string());
  ASSERT_EQ(certus_run({"simulate", "--images", "200", "--n", "100", "--sigma", "0.5", "-o", logs[2]}).code,
            0);
  const std::string figure = (dir / "x.svg").string();
  EXPECT_THAT(certus_run({"plot", "accuracy", logs[0], logs[2], "-o", figure}).err,
              HasSubstr("these are not comparable"));
  EXPECT_EQ(certus_run({"plot", "accuracy", logs[0], logs[2], "--to-n", "100", "-o", figure}).code, 0);
  const Outcome mixed = certus_run({"plot", "p-a", logs[0], logs[2], "--mixed", "-o", figure, "--force"});
  EXPECT_EQ(mixed.code, 0);
  EXPECT_THAT(mixed.out, HasSubstr("WARNING: "));
}

TEST(Plot, DrawsNamesInEveryScriptAndEncoding) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const test::TempDir dir;
  const auto logs = simulated_logs(dir);
  const auto plot = [&](const std::string& label, const char* figure) {
    const Outcome outcome = certus_run(
        {"plot", "accuracy", logs[0], logs[1], "--label", "ours=" + label, "-o", (dir / figure).string()});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_THAT(plot("\u65e5\u672c", "a.png"), HasSubstr("2 characters that fonts may lack are drawn as '?'"));
  EXPECT_THAT(content_of(dir / "a.png.gp"), HasSubstr("set label '?\?'"));
  EXPECT_THAT(content_of(dir / "a.png.dat"), HasSubstr("\u65e5\u672c"));
  EXPECT_THAT(plot("\u65e5\u672c", "b.svg"), testing::Not(HasSubstr("fonts")));
  EXPECT_THAT(content_of(dir / "b.svg"), HasSubstr("\u65e5\u672c"));
  plot("o\xff", "c.svg");
  EXPECT_THAT(content_of(dir / "c.svg"), HasSubstr("o\uFFFD"));
}

TEST(Plot, LeavesOutRunsThatHaveNotBegun) {
  const test::TempDir dir;
  const std::string header = train_csv().substr(0, train_csv().find('\n') + 1);
  const std::string empty = dir.write("new/train.csv", header).string();
  const std::string good = dir.write("old/train.csv", train_csv()).string();
  const std::string figure = (dir / "x.svg").string();
  const Outcome nothing = certus_run({"plot", "training", empty, "-o", figure});
  EXPECT_EQ(nothing.code, 1);
  EXPECT_THAT(nothing.err, HasSubstr(empty + ": has no epochs yet"));
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const Outcome one = certus_run({"plot", "training", empty, good, "--label", "new=New", "-o", figure});
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_THAT(test::unwrapped(one.out), HasSubstr(empty + ": has no epochs yet; left out"));
}

TEST(Plot, RefusesPipesThatItReadsTwice) {
  const test::TempDir dir;
  const std::string pipe = (dir / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const Outcome outcome = certus_run({"plot", "gradnorm", pipe, "-o", (dir / "x.svg").string()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("save it to a file first"));
}

TEST(Plot, NeverReplacesItsInput) {
  const test::TempDir dir;
  for (const char* ending : {"png.dat", "png.gp", "png"}) {
    const std::string log = (dir / "mine_noise_0.5.").string() + ending;
    ASSERT_EQ(certus_run({"simulate", "--images", "20", "--n", "100", "--sigma", "0.5", "-o", log}).code, 0);
    const std::string before = content_of(log);
    const Outcome outcome =
        certus_run({"plot", "accuracy", log, "-o", (dir / "mine_noise_0.5.png").string(), "--force"});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.err, HasSubstr(log + ": is one of the inputs"));
    EXPECT_EQ(content_of(log), before);
  }
}

TEST(Plot, TellsBadInputInOneLine) {
  const test::TempDir dir;
  const std::string good = dir.write("train.csv", train_csv()).string();
  const std::string bad = dir.write("bad.csv", "a,b\n1,2\n").string();
  const std::string figure = (dir / "x.png").string();
  for (const auto& [words, expected] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{good, "-o", figure}, "unknown figure '" + good + "', expected one of accuracy, p-a, "},
           {{"training", "-o", figure}, "plot training: TRAIN.CSV is missing"},
           {{"radius", good, "-o", figure}, "is one file too many; no file is read"},
           {{"training", good}, "--output is missing"},
           {{"training", good, "-o", "x.gif"}, "a figure ends in .png, .svg or .pdf"},
           {{"training", good, "--bands", "-o", figure}, "plot training: --bands is for accuracy and p-a"},
           {{"radius", "--label", "a=b", "-o", figure},
            "--label is for accuracy, p-a, sweep, gradnorm and training"},
           {{"training", good, "--label", "x=y", "-o", figure},
            "--label is 'x=y', expected NAME=TEXT with one of"},
           {{"accuracy", good, "--best", "--bands", "-o", figure}, "--bands has no meaning with --best"},
           {{"radius", "--n", "100", "--counts", "100", "-o", figure}, "give --n or --counts, not both"},
           {{"radius", "--counts", "10.5", "-o", figure}, "expected whole numbers of votes"},
           {{"weight", "--n", "2", "-o", figure}, "expected more copies"},
           {{"toy", "--n", "10", "-o", figure}, "expected the most votes to show, 20 to 1000000"},
           {{"gradnorm", good, "-o", figure}, "has no column 'model'"},
           {{"training", bad, "-o", figure}, "line 1: has no column 'epoch'"},
           {{"training", (dir / "none.csv").string(), "-o", figure}, "none.csv"}}) {
    std::vector<std::string> all{"plot"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = certus_run(all);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.err, HasSubstr(expected));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
  EXPECT_FALSE(std::filesystem::exists(dir / "x.png"));
}

// gnuplot runs names that begin with '<' or '|' in a shell.
TEST(Plot, TakesItsNamesAsNames) {
  const test::TempDir dir;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(dir.path());
  for (const std::string name :
       {"<touch PWNED;#.svg", "|touch PWNED;#.svg", "-x.svg", "'`touch PWNED`.svg"}) {
    const Outcome outcome = certus_run({"plot", "radius", "--output=" + name});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(std::filesystem::exists(name)) << name;
    std::filesystem::remove(name);
    std::filesystem::rename(name + ".gp", "script.gp");
    EXPECT_EQ(std::system("gnuplot script.gp"), 0);
    EXPECT_TRUE(std::filesystem::exists(name)) << name;
    EXPECT_FALSE(std::filesystem::exists("PWNED")) << name;
  }
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace certus
