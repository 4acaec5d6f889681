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
                      const std::string& n = "1000") {
  const auto path = dir / name;
  std::filesystem::create_directories(path.parent_path());
  EXPECT_EQ(certus_run({"simulate", "--population", population, "--images", "200", "--n", n, "--sigma", "0.5",
                        "-o", path.string()})
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
              HasSubstr("--baseline is 'x', expected one of a"));
}

TEST(Table, RefusesLabelsThatTellNothing) {
  const test::TempDir dir;
  const std::string a = simulated(dir, "a/noise_0.5.tsv", "beta:4,1");
  const std::string b = simulated(dir, "b/noise_0.5.tsv", "beta:2,0.5");
  for (const auto& [label, expected] :
       {std::pair{"a=", "--label is 'a=', expected a text behind '='"},
        {"a=b", "--label: a and b would both be called 'b'; give them different texts"}}) {
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
  const Outcome outcome = certus_run({"table", a, b, "--label", "b_noise=b", "--baseline", "b"});
  EXPECT_THAT(outcome.out + outcome.err, HasSubstr("sigma 0.5 has no log of b: nothing is marked as worse"));
  EXPECT_THAT(certus_run({"table", a, "--to-n", "10000"}).out,
              HasSubstr("p_A = votes / n is taken beyond the votes made"));
  EXPECT_THAT(certus_run({"table", a, "--to-n", "100"}).out, Not(HasSubstr("beyond the votes made")));
}

}  // namespace
}  // namespace certus
