#include <cmath>
#include <filesystem>
#include <sstream>

#include "certus/stats/certified_radius.h"
#include "support/logs.h"
#include "support/program.h"
#include "support/shared_files.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using nlohmann::json;
using test::certus_run;
using test::content_of;
using test::kFieldHeaderLine;
using test::Outcome;
using ::testing::ContainsRegex;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// A fresh folder with simulated logs.
class Program : public ::testing::Test {
 protected:
  std::string simulate(const std::string& name, const std::string& population,
                       std::vector<std::string> more = {}, const char* images = "300") {
    const std::string path = (dir_ / name).string();
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::vector<std::string> words = {"simulate", "--population", population, "--images", images,
                                      "--sigma",  "0.5",          "-o",       path};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = certus_run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return path;
  }
  test::TempDir dir_;
};

TEST_F(Program, EvaluatePrintsItsFixedJson) {
  const std::string path = simulate("a.tsv", "beta:8,2");
  const Outcome outcome =
      certus_run({"evaluate", path, "--radii", "0:0.5:1.5", "--p", "0.5,0.9,1", "--format", "json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json logs = outcome.parsed();
  ASSERT_EQ(logs.size(), 1u);
  const json& log = logs[0];
  EXPECT_EQ(log["log"], path);
  EXPECT_EQ(log["rows"], 300);
  EXPECT_EQ(log["sigma"], 0.5);
  EXPECT_EQ(log["n"], 100'000);
  EXPECT_EQ(log["alpha"], 0.001);
  EXPECT_EQ(log["clean_accuracy"], log["certified_accuracy"][0]["value"]);
  ASSERT_EQ(log["certified_accuracy"].size(), 4u);
  ASSERT_EQ(log["p_a"].size(), 3u);
  for (const auto& point : log["certified_accuracy"]) {
    EXPECT_LE(point["lower"], point["value"]);
    EXPECT_GE(point["upper"], point["value"]);
    EXPECT_TRUE(point.contains("radius"));
  }
  EXPECT_TRUE(log["p_a"][0].contains("p") && log["p_a"][0].contains("lower") &&
              log["p_a"][0].contains("upper"));
  EXPECT_EQ(log["sources"]["sigma"], "manifest");
  EXPECT_GT(log["acr"].get<double>(), 0.0);
}

TEST_F(Program, EveryFormatOfEveryCommandWorks) {
  const std::string a = simulate("a/noise_0.5.tsv", "beta:8,2");
  const std::string b = simulate("b/noise_0.5.tsv", "beta:7,2");
  const std::vector<std::vector<std::string>> commands = {
      {"evaluate", a, "--per-class"},
      {"convert", a, "--to-n", "1000"},
      {"compare", a, b},
      {"audit", a, b},
      {"plan"},
      {"plan", "--at", "0.25,0.5", a},
      {"plan", "--radius", "0.5", "--rate", "6000", a},
      {"theory", "toy", "--counts", "50,100"},
      {"theory", "trivial"},
      {"theory", "radius"},
      {"theory", "weights", "--n", "16", "--alpha", "0.1"},
      {"theory", "bound", "--count", "99000"},
      {"simulate", "--images", "5", "-o", (dir_ / "again.tsv").string(), "--force"}};
  for (auto words : commands) {
    for (const char* format : {"text", "markdown", "latex", "csv", "json"}) {
      auto with_format = words;
      with_format.insert(with_format.end(), {"--format", format});
      const Outcome outcome = certus_run(with_format);
      EXPECT_EQ(outcome.code, 0) << words[0] << ' ' << format << outcome.err << outcome.out;
      EXPECT_FALSE(outcome.out.empty());
      if (std::string(format) == "json") {
        EXPECT_NO_THROW(outcome.parsed()) << words[0];
      }
      if (std::string(format) == "latex") {
        EXPECT_THAT(outcome.out, HasSubstr("\\toprule"));
      }
    }
  }
}

TEST_F(Program, PlanFromAPilotRecommendsABudgetAndItsCommand) {
  const std::string pilot = simulate("pilot.tsv", "beta:8,2");
  const std::vector<std::string> words = {"plan",   pilot,    "--radius", "0.5", "--images",
                                          "2000",   "--rate", "1000",     "--n", "2000",
                                          "--loss", "2",      "--format", "json"};
  const json plan = certus_run(words).parsed();
  EXPECT_EQ(plan["loss"], 0.02);
  const json& rows = plan["pilots"][0]["rows"];
  ASSERT_EQ(rows.size(), 10u);  // the usual ones, and 2000
  EXPECT_EQ(rows[3]["n"], 2000);
  EXPECT_EQ(rows[3]["fixed"]["draws"], 2000 * 2100);
  EXPECT_EQ(rows[3]["fixed"]["seconds"], 4200.0);
  for (const json& row : rows) {
    EXPECT_LE(row["fixed"]["lower"], row["fixed"]["upper"]);
    EXPECT_LT(row["decided"]["mean_draws"], row["fixed"]["mean_draws"]);
  }
  const json& chosen = plan["pilots"][0]["recommended"];
  ASSERT_TRUE(chosen["decided"]);
  const std::string text = certus_run({words.begin(), words.end() - 2}).out;
  EXPECT_THAT(text, HasSubstr("is recommended: "));
  EXPECT_THAT(text, HasSubstr("at most 2.00 points less than the best row."));
  EXPECT_THAT(text, HasSubstr("certus certify MODEL --data DATA --sigma 0.5 --at 0.5 --n " +
                              chosen["n"].dump() + " --n0 100 --alpha 0.001"));
}

TEST_F(Program, PerClassNamesTheWorst) {
  const std::string path = simulate("a.tsv", "beta:3,2", {"--classes", "3"});
  const json log = certus_run({"evaluate", path, "--per-class", "--format", "json"}).parsed()[0];
  ASSERT_EQ(log["per_class"].size(), 3u);
  double worst = 1.0;
  for (const auto& entry : log["per_class"]) worst = std::min(worst, entry["clean_accuracy"].get<double>());
  const int named = log["worst_class"]["clean_accuracy"];
  EXPECT_EQ(log["per_class"][static_cast<std::size_t>(named)]["clean_accuracy"], worst);
  EXPECT_THAT(certus_run({"evaluate", path, "--per-class"}).out,
              HasSubstr("Worst class in clean accuracy: " + std::to_string(named)));
}

TEST_F(Program, PerClassShowsTheNamesOfAKnownDataSet) {
  const std::string path = simulate("cifar10/a/noise_0.5.tsv", "beta:3,2", {"--style", "field"});
  const json classes =
      certus_run({"evaluate", path, "--per-class", "--format", "json"}).parsed()[0]["per_class"];
  ASSERT_EQ(classes.size(), 10u);
  EXPECT_EQ(classes[3]["class"], 3);
  EXPECT_EQ(classes[3]["name"], "cat");
  const std::string text = certus_run({"evaluate", path, "--per-class"}).out;
  EXPECT_THAT(text, ContainsRegex("class +name +rows"));
  EXPECT_THAT(text, ContainsRegex("\n  3 +cat  +[0-9]"));
  EXPECT_THAT(text, ContainsRegex("Worst class in clean accuracy: [0-9] \\([a-z]+\\) with "));
  EXPECT_THAT(certus_run({"evaluate", path, "--per-class", "--format", "csv"}).out, HasSubstr("\n3,cat,"));
  // Names that are numbers say nothing; a simulated record names no data set, --data does.
  EXPECT_THAT(certus_run({"evaluate", path, "--per-class", "--data", "mnist"}).out, Not(HasSubstr(" name ")));
  const std::string record = simulate("b.tsv", "beta:3,2");
  EXPECT_THAT(certus_run({"evaluate", record, "--per-class"}).out, Not(HasSubstr(" cat ")));
  EXPECT_THAT(certus_run({"evaluate", record, "--per-class", "--data", "cifar10"}).out,
              HasSubstr("3      cat"));
  EXPECT_THAT(certus_run({"evaluate", record, "--data", "cifar10"}).err,
              HasSubstr("--data names classes, which only --per-class shows"));
}

TEST_F(Program, BoundPrintsItsFixedJson) {
  const json bound = certus_run({"theory", "bound", "--count", "99000", "--n", "100000", "--alpha", "0.001",
                                 "--sigma", "1", "--format", "json"})
                         .parsed();
  EXPECT_EQ(bound["abstain"], false);
  EXPECT_EQ(bound["radius"], *certified_radius(99'000, {.n = 100'000, .alpha = 0.001, .sigma = 1.0}));
  EXPECT_NEAR(bound["p_lower"].get<double>(), 0.988989, 1e-6);
  const json abstained = certus_run({"theory", "bound", "--count", "50489", "--format", "json"}).parsed();
  EXPECT_EQ(abstained["abstain"], true);
  EXPECT_EQ(abstained["radius"], 0.0);
}

TEST_F(Program, CompareNamesWhoDominates) {
  const std::string good = simulate("a/noise_0.5.tsv", "constant:0.99");
  const std::string bad = simulate("b/noise_0.5.tsv", "constant:0.7");
  const json result = certus_run({"compare", bad, good, "--format", "json"}).parsed();
  EXPECT_EQ(result["dominates"], json::array({json::array({good, bad})}));
  EXPECT_EQ(result["pairs"][0]["paired_test"]["verdict"], "dominated");
  EXPECT_EQ(result["best_over_sigma"].size(), 2u);
}

TEST_F(Program, CompareRefusesWhatIsNotComparableUnlessToldTo) {
  const std::string a = simulate("a/noise_0.5.tsv", "beta:8,2");
  const std::string other_budget = simulate("b/noise_0.5.tsv", "beta:8,2", {"--n", "1000"});
  const std::string other_images = simulate("c/noise_0.5.tsv", "beta:8,2", {}, "200");
  EXPECT_EQ(certus_run({"compare", a, other_budget}).code, 1);
  EXPECT_THAT(certus_run({"compare", a, other_budget}).err, HasSubstr("was certified with n = 1000"));
  EXPECT_THAT(certus_run({"compare", a, other_images}).err, HasSubstr("of which they share 200"));
  const Outcome insisted = certus_run({"compare", a, other_budget, "--mixed"});
  EXPECT_EQ(insisted.code, 0);
  EXPECT_THAT(insisted.out, StartsWith("WARNING: "));
}

TEST_F(Program, AuditExitsWithOneWhenItFindsSomething) {
  const std::string clean = simulate("noise_0.5.tsv", "beta:8,2");
  EXPECT_EQ(certus_run({"audit", clean}).code, 0);
  const std::string field =
      simulate("other/noise_0.5.tsv", "constant:1", {"--alpha", "0.01", "--style", "field"});
  const Outcome outcome = certus_run({"audit", field, "--n", "1e5", "--alpha", "0.001", "--format", "json"});
  EXPECT_EQ(outcome.code, 1);
  const json result = outcome.parsed()[0];
  EXPECT_EQ(result["alpha_consistent"], json::array({0.01}));
  EXPECT_EQ(result["findings"][0]["code"], "alpha-mismatch");
  EXPECT_THAT(result["findings"][0]["message"].get<std::string>(), HasSubstr("likely alpha = 0.01"));
}

TEST_F(Program, ConvertReadsCurvesAndLogs) {
  const std::string path = simulate("a.tsv", "beta:8,2");
  const json log =
      certus_run({"convert", path, "--to-n", "1000", "--radii", "0,0.5", "--format", "json"}).parsed();
  ASSERT_EQ(log["methods"].size(), 4u);
  EXPECT_EQ(log["target"]["n"], 1000);
  const std::string curve = dir_.write("curve.csv", "radius,accuracy\n0,80\n0.5,50\n1,20\n").string();
  EXPECT_THAT(certus_run({"convert", curve}).err, HasSubstr("sigma, n and alpha are needed"));
  const json converted = certus_run({"convert", curve, "--sigma", "0.5", "--n", "1e5", "--alpha", "0.001",
                                     "--to-n", "1000", "--radii", "0.3", "--format", "json"})
                             .parsed();
  EXPECT_LT(converted["certified_accuracy"][0]["lower"], converted["certified_accuracy"][0]["upper"]);
}

TEST_F(Program, SimulateIsReproducibleAndOverwritesNothing) {
  const std::string a = simulate("a.tsv", "beta:2,1", {"--seed", "5"});
  const std::string b = simulate("b.tsv", "beta:2,1", {"--seed", "5"});
  EXPECT_EQ(content_of(a), content_of(b));
  const Outcome again = certus_run({"simulate", "-o", a});
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.err, HasSubstr("exists already and is not overwritten; --force replaces it"));
  EXPECT_EQ(content_of(a), content_of(b));
  EXPECT_EQ(certus_run({"simulate", "--images", "5", "-o", a, "--force"}).code, 0);
  EXPECT_NE(content_of(a), content_of(b));
}

TEST_F(Program, OutputGoesToAFileOnceAsked) {
  const std::string log = simulate("a.tsv", "beta:8,2");
  const std::string out = (dir_ / "out.json").string();
  EXPECT_EQ(certus_run({"evaluate", log, "--format", "json", "-o", out}).out, "");
  EXPECT_NO_THROW(json::parse(content_of(out)));
  EXPECT_EQ(certus_run({"evaluate", log, "-o", out}).code, 1);
  EXPECT_EQ(certus_run({"evaluate", log, "-o", out, "--force"}).code, 0);
}

TEST_F(Program, NeverReplacesAnInput) {
  const std::string log = simulate("a.tsv", "beta:8,2");
  const std::string before = content_of(log);
  const Outcome outcome = certus_run({"evaluate", log, "-o", log, "--force"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("is one of the inputs"));
  EXPECT_EQ(content_of(log), before);
  const std::string manifest = (dir_ / "a.json").string(), manifest_before = content_of(manifest);
  EXPECT_THAT(certus_run({"evaluate", log, "-o", manifest, "--force"}).err,
              HasSubstr("is the manifest of " + log));
  EXPECT_EQ(content_of(manifest), manifest_before);
}

TEST_F(Program, WritesIntoDevicesAndThroughLinks) {
  const std::string log = simulate("a.tsv", "beta:8,2");
  EXPECT_EQ(certus_run({"evaluate", log, "-o", "/dev/null"}).code, 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  const auto target = dir_.write("target.txt", "old");
  std::filesystem::create_symlink(target, dir_ / "link.txt");
  EXPECT_EQ(certus_run({"evaluate", log, "-o", (dir_ / "link.txt").string(), "--force"}).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(dir_ / "link.txt"));
  EXPECT_NE(content_of(target), "old");
}

TEST_F(Program, SurvivesNamesThatAreNotUtf8) {
  const std::string log = simulate("a.tsv", "beta:8,2");
  const std::string odd = (dir_ / "odd_\xff\xfe.tsv").string();
  std::filesystem::copy_file(log, odd);
  const Outcome outcome =
      certus_run({"evaluate", odd, "--sigma", "0.5", "--alpha", "0.001", "--format", "json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NO_THROW(outcome.parsed());
}

TEST_F(Program, CompareRefusesOtherLabelsAndRepeatedLogs) {
  const std::string a = simulate("a/noise_0.5.tsv", "beta:8,2");
  const std::string b = simulate("b/noise_0.5.tsv", "beta:8,2", {"--classes", "5"});
  EXPECT_THAT(certus_run({"compare", a, b}).err, HasSubstr("has other labels than"));
  EXPECT_THAT(certus_run({"compare", a, a}).err, HasSubstr("is given twice"));
  EXPECT_THAT(certus_run({"compare", a}).err, HasSubstr("LOG is missing: at least 2 are needed"));
}

TEST_F(Program, BadUsageIsOneLineAndExitCodeOne) {
  const std::string log = simulate("a.tsv", "beta:8,2");
  const auto error = [](const std::vector<std::string>& words) {
    const Outcome outcome = certus_run(words);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  // Some commands are there only where libtorch was not left out.
  const std::string unknown = error({"evalute", log});
  EXPECT_THAT(unknown, StartsWith("certus: unknown command 'evalute', expected one of data, model, "));
  EXPECT_THAT(
      unknown,
      HasSubstr("certify, predict, merge, evaluate, convert, compare, table, report, audit, plan, theory, "));
  EXPECT_THAT(unknown, EndsWith("; did you mean evaluate?\n"));
  EXPECT_THAT(error({"plot", "acuracy", log}), EndsWith("; did you mean accuracy?\n"));
  EXPECT_THAT(error({"evaluate", log, "--format", "jsn"}), EndsWith("; did you mean json?\n"));
  EXPECT_EQ(error({"evaluate", log, "--radi", "0"}),
            "certus: evaluate: unknown option --radi; did you mean --radii?\n");
  EXPECT_EQ(error({"evaluate"}),
            "certus: evaluate: LOG|CURVE is missing; certus evaluate --help shows examples\n");
  EXPECT_EQ(error({"simulate", "extra"}), "certus: simulate: 'extra' is one argument too many\n");
  EXPECT_EQ(
      error({"plan", log}),
      "certus: plan: a log was given, but neither --at nor --radius; give the radii to decide at, or the "
      "radius to certify\n");
  EXPECT_EQ(error({"plan", "--radius", "0.5"}),
            "certus: plan: --radius needs a log, the pilot; without a log, --radii shows what a budget "
            "can reach\n");
  EXPECT_EQ(error({"plan", "--radius", "0.5", "--at", "0.5", log}),
            "certus: plan: both --radius and --at were given; expected one of them\n");
  EXPECT_EQ(
      error({"plan", "--at", "0.5"}),
      "certus: plan: --at needs logs of the images to plan for, e.g. certus plan --at 0.25 noise_0.5.tsv\n");
  EXPECT_THAT(error({"plan", "--at", "9", log}), HasSubstr("votes cannot certify radius 9"));
  EXPECT_EQ(error({"plan", "--alpha", "2"}), "certus: --alpha is '2', expected a number in [1e-12, 0.5]\n");
  EXPECT_EQ(error({"plan", "--n", "1.5"}),
            "certus: --n is '1.5', expected a whole number in [1, 1000000000]\n");
  EXPECT_EQ(error({"evaluate", log, "--format", "xml"}),
            "certus: --format is 'xml', expected one of text, markdown, latex, csv, json\n");
  EXPECT_EQ(error({"theory", "everything"}),
            "certus: theory: unknown topic 'everything', expected one of toy, trivial, radius, weights, "
            "bound, survey\n");
  EXPECT_THAT(error({"evaluate", log, "--radii", "x"}), HasSubstr("--radii is 'x'"));
  EXPECT_THAT(error({"theory", "bound", "--count", "11", "--n", "10"}),
              HasSubstr("--count is 11, expected at most n = 10"));
  EXPECT_THAT(error({"evaluate", "no-such-log"}), HasSubstr("no-such-log: cannot be opened"));
  EXPECT_THAT(error({"evaluate", log, "--alpha"}), HasSubstr("--alpha"));
}

TEST_F(Program, HelpShowsAnExampleForEveryCommand) {
  EXPECT_THAT(certus_run({}).out, StartsWith("certus - "));
  EXPECT_THAT(certus_run({"--version"}).out, StartsWith("certus 0."));
  EXPECT_THAT(certus_run({"--help"}).out, HasSubstr("130 interrupted"));
  for (const char* command :
       {"evaluate", "convert", "compare", "report", "audit", "plan", "theory", "simulate", "plot"}) {
    const Outcome help = certus_run({command, "--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, HasSubstr("\nEXAMPLES\n  certus " + std::string(command)));
    EXPECT_EQ(help.out, certus_run({"help", command}).out);
  }
}

TEST_F(Program, EvaluateAndAuditShowLabels) {
  const std::string a = simulate("a/noise_0.5.tsv", "beta:8,2", {"--style", "field"});
  const std::string b = simulate("b/noise_0.5.tsv", "beta:7,2", {"--style", "field"}, "299");
  const std::vector<std::string> labels = {"--label", "a/noise_0.5.tsv=Ours", "--label", b + "=Two words"};
  for (const char* command : {"evaluate", "audit"}) {
    std::vector<std::string> words = {command, a, b};
    words.insert(words.end(), labels.begin(), labels.end());
    const std::string text = certus_run(words).out;
    EXPECT_THAT(text, HasSubstr("\n  Ours       "));
    EXPECT_THAT(text, HasSubstr("\n  Two words  "));
    EXPECT_THAT(text, Not(HasSubstr("noise_0.5.tsv")));  // notes and findings have the labels, too
    words.insert(words.end(), {"--format", "json"});
    const json logs = certus_run(words).parsed();
    EXPECT_EQ(logs[0]["log"], a);
    EXPECT_EQ(logs[0]["name"], "Ours");
    EXPECT_EQ(logs[1]["name"], "Two words");
    const Outcome alike = certus_run({command, a, b, "--label", a + "=x", "--label", b + "=x"});
    EXPECT_EQ(alike.code, 1);
    EXPECT_THAT(alike.err, HasSubstr("would both be called 'x'; give them different texts"));
    EXPECT_THAT(
        certus_run({command, a, b, "--label", "c=x"}).err,
        HasSubstr("expected NAME=TEXT with one of a/noise_0.5.tsv, b/noise_0.5.tsv, or with the path"));
  }
}

TEST(PublishedLogs, TablesOfEvaluateAndAuditFitATerminal) {
  CERTUS_NEEDS_SHARED("logs");
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::shared_file("logs"))) {
    if (entry.is_regular_file()) paths.push_back(entry.path().string());
  }
  ASSERT_EQ(paths.size(), 35u);
  for (const char* command : {"evaluate", "audit"}) {
    std::vector<std::string> words = {command};
    words.insert(words.end(), paths.begin(), paths.end());
    std::istringstream lines(certus_run(words).out);
    int headings = 0;
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("  ")) continue;  // sentences are for the terminal to break
      EXPECT_LE(line.size(), 100u) << line;
      headings += line.starts_with("  log  ") && line.find(" sigma ") != std::string::npos ? 1 : 0;
    }
    EXPECT_EQ(headings, 1) << command << ": the table is in one part";
  }
}

TEST(PublishedLogs, CompareGivesTheGoldenOrders) {
  CERTUS_NEEDS_SHARED("golden/dominance.json");
  std::vector<std::string> words = {"compare", "--format", "json"};
  for (const char* method : {"gaussian", "macer", "smoothadv", "consistency", "smoothmix", "catrs", "ours"}) {
    words.push_back(test::shared_file("logs/cifar10/" + std::string(method) + "/noise_1.0.tsv").string());
  }
  const json dominates = certus_run(words).parsed()["dominates"];
  std::vector<std::pair<std::string, std::string>> names;
  for (const auto& pair : dominates) {
    const auto method = [](const json& path) {
      return std::filesystem::path(path.get<std::string>()).parent_path().filename().string();
    };
    names.emplace_back(method(pair[0]), method(pair[1]));
  }
  const json golden = test::read_json(test::shared_file("golden/dominance.json"));
  EXPECT_THAT(names,
              ::testing::UnorderedElementsAreArray(
                  golden["sigma"]["1.0"]["logs"].get<std::vector<std::pair<std::string, std::string>>>()));
}

}  // namespace
}  // namespace certus
