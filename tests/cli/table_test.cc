#include <cmath>

#include "support/program.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::certus_run;
using test::content_of;
using test::Outcome;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

std::string simulated(const test::TempDir& dir, const std::string& name, const std::string& population,
                      const std::string& n = "1000", const std::string& seed = "0") {
  const auto path = dir / name;
  std::filesystem::create_directories(path.parent_path());
  EXPECT_EQ(certus_run({"simulate", "--population", population, "--images", "200", "--n", n, "--sigma", "0.5",
                        "--seed", seed, "-o", path.string()})
                .code,
            0);
  return path.string();
}

TEST(Table, IsGivenInEveryFormat) {
  const test::TempDir dir;
  const std::string a = simulated(dir, "gaussian/noise_0.5.tsv", "beta:4,1");
  const std::string b = simulated(dir, "ours/noise_0.5.tsv", "beta:2,0.5");
  const auto table = [&](const std::string& format) {
    const Outcome outcome = certus_run({"table", a, b, "--baseline", "gaussian", "--radii", "0:0.5:1", "--p",
                                        "0.99", "--label", "ours=Ours", "--format", format});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_THAT(table("text"), HasSubstr("0.5  gaussian"));
  EXPECT_THAT(table("text"), HasSubstr("ACR holds for this budget only and is not fit for ranking"));
  EXPECT_THAT(table("markdown"), HasSubstr("| Ours | "));
  EXPECT_THAT(table("latex"), HasSubstr("\\textbf{"));
  EXPECT_THAT(table("csv"), HasSubstr("sigma,method,ACR,ACR mark,0.00,0.00 mark"));
  const Json json = Json::parse(table("json"), nullptr, false);
  EXPECT_EQ(json["baseline"], "gaussian");
  ASSERT_EQ(json["groups"].size(), 1u);
  EXPECT_EQ(json["groups"][0]["rows"][1]["method"], "Ours");
  EXPECT_EQ(json["groups"][0]["rows"][0]["certified_accuracy"].size(), 3u);
  EXPECT_EQ(json["groups"][0]["rows"][0]["p_a"][0]["p"], 0.99);
  // The same numbers as evaluate has.
  const Json evaluated =
      Json::parse(certus_run({"evaluate", a, "--radii", "0:0.5:1", "--format", "json"}).out, nullptr, false);
  EXPECT_EQ(json["groups"][0]["rows"][0]["acr"]["value"], evaluated[0]["acr"]);
  EXPECT_EQ(json["groups"][0]["rows"][0]["certified_accuracy"][1]["value"],
            evaluated[0]["certified_accuracy"][1]["value"]);
}

TEST(Table, RefusesBudgetsThatDifferUnlessTheyAreConvertedOrInsistedOn) {
  const test::TempDir dir;
  const std::string a = simulated(dir, "a/noise_0.5.tsv", "beta:4,1");
  const std::string b = simulated(dir, "b/noise_0.5.tsv", "beta:4,1", "500");
  const Outcome refused = certus_run({"table", a, b});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("these are not comparable"));
  const Outcome converted = certus_run({"table", a, b, "--to-n", "100"});
  EXPECT_EQ(converted.code, 0) << converted.err;
  EXPECT_THAT(converted.out, HasSubstr("n = 100, alpha = 0.001, converted by plug-in from"));
  EXPECT_THAT(converted.out, Not(HasSubstr("WARNING")));
  EXPECT_THAT(certus_run({"table", a, b, "--mixed"}).out, HasSubstr("WARNING: "));
  EXPECT_THAT(certus_run({"table", a, "--baseline", "x"}).err,
              HasSubstr("the baseline is 'x', expected one of a"));
}

TEST(Table, RefusesLabelsThatTellNothing) {
  const test::TempDir dir;
  const std::string a = simulated(dir, "a/noise_0.5.tsv", "beta:4,1");
  const std::string b = simulated(dir, "b/noise_0.5.tsv", "beta:2,0.5");
  for (const auto& [label, expected] :
       {std::pair{"a=", "--label is 'a=', expected a text behind '='"},
        {"a=b",
         "--label: a and b would both be called 'b'; give them different texts, or this one to both"}}) {
    const Outcome outcome = certus_run({"table", a, b, "--label", label});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.err, HasSubstr(expected));
  }
}

TEST(Table, TellsWhereThereIsNoBaselineAndOfVotesNeverMade) {
  const test::TempDir dir;
  const std::string a = simulated(dir, "a/noise_0.5.tsv", "beta:4,1");
  const std::string b = (dir / "b_noise_1.tsv").string();
  ASSERT_EQ(certus_run({"simulate", "--images", "200", "--n", "1000", "--sigma", "1", "-o", b}).code, 0);
  const Outcome outcome = certus_run({"table", a, b, "--baseline", "b"});
  EXPECT_THAT(outcome.out + outcome.err, HasSubstr("sigma 0.5 has no log of b: nothing is marked as worse"));
  EXPECT_THAT(certus_run({"table", a, "--to-n", "10000"}).out,
              HasSubstr("p_A = votes / n is taken beyond the votes made"));
  EXPECT_THAT(certus_run({"table", a, "--to-n", "100"}).out, Not(HasSubstr("beyond the votes made")));
}

TEST(Table, SeedsAreOneRowAndLabelsMakeSeeds) {
  const test::TempDir dir;
  const std::string a0 = simulated(dir, "cells/a/noise_0.50/seed-0/noise_0.50.tsv", "beta:4,1", "1000", "1");
  const std::string a1 = simulated(dir, "cells/a/noise_0.50/seed-1/noise_0.50.tsv", "beta:4,1", "1000", "2");
  const std::string b = simulated(dir, "cells/b/noise_0.50/seed-0/noise_0.50.tsv", "beta:2,0.5");
  const Json json = certus_run({"table", a0, a1, b, "--radii", "0.5", "--format", "json"}).parsed();
  const Json& rows = json["groups"][0]["rows"];
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["method"], "a");
  EXPECT_EQ(rows[0]["members"][1]["seed"], "1");
  const double first = rows[0]["acr"]["values"][0];
  const double second = rows[0]["acr"]["values"][1];
  EXPECT_NE(first, second);
  EXPECT_DOUBLE_EQ(rows[0]["acr"]["value"], (first + second) / 2);
  EXPECT_DOUBLE_EQ(rows[0]["acr"]["deviation"], std::abs(first - second) / std::sqrt(2.0));
  const Outcome text = certus_run({"table", a0, a1, b});
  EXPECT_THAT(text.out, HasSubstr("mean and the standard deviation (n - 1) over the training seeds"));
  EXPECT_THAT(certus_run({"table", a0, b}).out, Not(HasSubstr("\u00b1")));
  // Labels by path, and one label for two logs.
  const Outcome labelled = certus_run({"table", a0, b, "--label", a0 + "=X", "--label", b + "=X"});
  ASSERT_EQ(labelled.code, 1);  // both say seed 0
  EXPECT_THAT(labelled.err, HasSubstr("has the seed 0 of "));
  const Outcome grouped = certus_run({"table", a1, b, "--label", a1 + "=X", "--label", "b=X"});
  ASSERT_EQ(grouped.code, 0) << grouped.err;
  EXPECT_THAT(grouped.out, HasSubstr("0.5  X       2"));
}

TEST(Table, ShowsASweep) {
  const test::TempDir dir;
  std::vector<std::string> words{"table"};
  for (const char* steps : {"10", "2"}) {
    const std::string folder = std::string("ef/attack.steps=") + steps + "/noise_0.50/seed-0";
    words.push_back(simulated(dir, folder + "/noise_0.50.tsv", "beta:4,1"));
  }
  // The value that needs no folder stands in the configuration.
  words.push_back(simulated(dir, "ef/noise_0.50/seed-0/noise_0.50.tsv", "beta:2,0.5"));
  const Outcome unknown = certus_run([&] {
    auto all = words;
    all.insert(all.end(), {"--by", "attack.steps"});
    return all;
  }());
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("its attack.steps is unknown"));
  dir.write("ef/noise_0.50/seed-0/config.toml", "[attack]\nsteps = 4\n");
  words.insert(words.end(), {"--by", "attack.steps", "--format", "json"});
  const Outcome outcome = certus_run(words);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json rows = outcome.parsed()["groups"][0]["rows"];
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0]["value"], "2");
  EXPECT_EQ(rows[1]["value"], "4");
  EXPECT_EQ(rows[2]["value"], "10");
  for (const Json& row : rows) EXPECT_EQ(row["method"], "ef");
  EXPECT_THAT(certus_run({"table", words[1], "--by", "attack.steps", "--baseline", "ef"}).err,
              HasSubstr("--baseline has no meaning with --by"));
}

TEST(CompareGroups, SetsMethodsNotSeedsAgainstEachOther) {
  const test::TempDir dir;
  std::vector<std::string> words{"compare"};
  for (const char* seed : {"0", "1", "2"}) {
    words.push_back(
        simulated(dir, std::string("a/seed-") + seed + "/noise_0.5.tsv", "beta:1,1", "1000", seed));
    words.push_back(
        simulated(dir, std::string("b/seed-") + seed + "/noise_0.5.tsv", "beta:9,1", "1000", seed));
  }
  const Outcome text = certus_run(words);
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("worse in 9 of 9 pairs of seeds"));
  words.insert(words.end(), {"--format", "json"});
  const Json json = certus_run(words).parsed();
  EXPECT_EQ(json["pairs"].size(), 9u);  // of the 15 pairs of logs
  ASSERT_EQ(json["group_comparisons"].size(), 1u);
  EXPECT_EQ(json["group_comparisons"][0]["pairs"], 9);
  EXPECT_EQ(json["group_comparisons"][0]["relations"]["worse"], 9);
  EXPECT_EQ(json["group_comparisons"][0]["first"]["members"].size(), 3u);
}

TEST(CompareGroups, WarnsInJsonAsInText) {
  const test::TempDir dir;
  const std::string a = simulated(dir, "a/seed-0/noise_0.5.tsv", "beta:1,1");
  const std::string b = simulated(dir, "b/seed-0/noise_0.5.tsv", "beta:9,1");
  const std::string c = simulated(dir, "c/seed-0/noise_0.5.tsv", "beta:9,2");
  const std::vector<std::string> words{"compare", a, b, c, "--label", a + "=X", "--label", b + "=X"};
  EXPECT_THAT(certus_run(words).out,
              HasSubstr("WARNING: b/seed-0/noise_0.5.tsv has the seed 0 of a/seed-0/"));
  auto machine = words;
  machine.insert(machine.end(), {"--format", "json"});
  const Json warnings = certus_run(machine).parsed()["warnings"];
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0], b + " has the seed 0 of " + a + ", and both are called 'X' at sigma 0.5");
}

TEST(Table, NamesOfMethodsAreDataForTerminalsAndSpreadsheets) {
  const test::TempDir dir;
  const std::string a = simulated(dir, "=1+cmd/noise_0.5.tsv", "beta:4,1");
  const std::string b = simulated(dir, "x\u009b31m\u202ey/noise_0.5.tsv", "beta:4,1");
  const auto table = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"table", a, b};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = certus_run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out;
  };
  for (const char* format : {"text", "markdown", "latex", "csv", "json"}) {
    EXPECT_THAT(table({"--format", format}), Not(HasSubstr("\u009b"))) << format;
    EXPECT_THAT(table({"--format", format}), Not(HasSubstr("\u202e"))) << format;
  }
  EXPECT_THAT(table({"--format", "csv"}), HasSubstr(",=1+cmd,"));
  EXPECT_THAT(table({"--format", "csv"}), HasSubstr(",x\\u009b31m\\u202ey,"));
  EXPECT_THAT(table({"--format", "csv", "--safe-csv"}), HasSubstr(",'=1+cmd,"));
  EXPECT_THAT(Json::parse(table({"--format", "json"})).dump(), HasSubstr("x\u009b31m\u202ey"));
  const Outcome refused = certus_run({"table", a, "--safe-csv"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("--safe-csv is for --format csv"));
  const Outcome missing = certus_run({"evaluate", "no\u009b31m\u202e.tsv"});
  EXPECT_THAT(missing.err, HasSubstr("no\\u009b31m\\u202e.tsv"));
}

}  // namespace
}  // namespace certus
