// certify --at, --width, --top-up and --radius randomized through the program.
#include <nlohmann/json.hpp>

#include "certus/cli/run.h"
#include "support/lenet_folder.h"

namespace certus {
namespace {

using test::content_of;
using test::Outcome;
using ::testing::AllOf;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

class AnytimeProgram : public test::LenetFolder {
 protected:
  AnytimeProgram() : LenetFolder(30) {}
  Words certify(const std::string& output, const Words& more) const {
    Words words{"certify",     path("m.safetensors"),
                "--engine",    "onednn",
                "--data",      "mnist",
                "--data-dir",  dir_.path().string(),
                "--no-verify", "--no-time",
                "--sigma",     "1",
                "--n0",        "20",
                "-o",          path(output)};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  nlohmann::json manifest(const std::string& name) const {
    return nlohmann::json::parse(content_of(dir_ / name));
  }
};

TEST_F(AnytimeProgram, DecidesAtRadiiAndTellsWhatItSaved) {
  const Outcome outcome = done(certify("a.tsv", {"--at", "0.1,0.3", "--n", "2000"}));
  EXPECT_THAT(outcome.out, HasSubstr("Draws of anytime certification"));
  EXPECT_THAT(outcome.out,
              ::testing::ContainsRegex("mean [0-9,]+ of 2,020 draws per image: [0-9.]+ times fewer"));
  EXPECT_THAT(content_of(dir_ / "a.tsv"),
              ::testing::StartsWith(
                  "idx\tlabel\tpredict\tradius\tcorrect\ttime\tn0\tn\tcounts\tclass\tlooks\tlower\tupper\n"));
  const auto json = manifest("a.json");
  EXPECT_EQ(json["procedure"], "certify-at");
  EXPECT_EQ(json["radii"], nlohmann::json({0.1, 0.3}));
  EXPECT_EQ(json["boundary"], "spending");
  EXPECT_EQ(json["worth"], 2000.0);
  EXPECT_EQ(json["n"], 2000);
  const auto evaluated = nlohmann::json::parse(done({"evaluate", path("a.tsv"), "--format", "json"}).out);
  EXPECT_LT(evaluated[0]["draws"]["mean"], 2020.0);
  EXPECT_EQ(evaluated[0]["certified_accuracy"].size(), 2U);  // at the radii asked for
  EXPECT_TRUE(evaluated[0]["acr"].is_null());
}

TEST_F(AnytimeProgram, SaysWhatItCannotDo) {
  EXPECT_THAT(error(certify("a.tsv", {"--at", "0.1", "--width", "0.1"})),
              HasSubstr("--at and --width exclude each other"));
  EXPECT_THAT(error(certify("a.tsv", {"--worth", "10"})),
              HasSubstr("--worth is for decisions at radii; give --at"));
  EXPECT_THAT(error(certify("a.tsv", {"--width", "0.1", "--radius", "two-class"})),
              HasSubstr("--radius two-class is for a fixed n"));
  EXPECT_THAT(error(certify("a.tsv", {"--at", "0.1", "--radius", "randomized"})),
              HasSubstr("--radius randomized is for a fixed n"));
  EXPECT_THAT(error(certify("a.tsv", {"--at", "0.1", "--radius", "two-class", "--boundary", "mixture"})),
              HasSubstr("--boundary is for radii from the top class"));
  EXPECT_THAT(error(certify("a.tsv", {"--at", "9", "--n", "100"})), HasSubstr("radius 9 is out of reach"));
  EXPECT_THAT(error(certify("a.tsv", {"--top-up", path("b.tsv")})),
              HasSubstr("--top-up adds draws to a record of --at or --width"));
  done(certify("c.tsv", {"--at", "0.1", "--n", "200"}));
  EXPECT_THAT(error({"plan", path("c.tsv"), "--at", "0.1"}), HasSubstr("its images have different n"));
}

TEST_F(AnytimeProgram, TopsUpARecordIntoANewOne) {
  const Words mixture{"--at", "0.1,0.3", "--boundary", "mixture"};
  const auto with = [&](Words more) {
    more.insert(more.end(), mixture.begin(), mixture.end());
    return more;
  };
  done(certify("a.tsv", with({"--n", "100"})));
  const std::string before = content_of(dir_ / "a.tsv");
  done(certify("b.tsv", with({"--n", "3000", "--top-up", path("a.tsv")})));
  EXPECT_EQ(content_of(dir_ / "a.tsv"), before);
  EXPECT_NE(content_of(dir_ / "b.tsv"), before);
  EXPECT_EQ(manifest("b.json")["seed"], manifest("a.json")["seed"]);
  EXPECT_THAT(manifest("b.json")["top_up"].get<std::string>(), HasSubstr("n 100, sha256 "));
  EXPECT_THAT(error(certify("a.tsv", with({"--n", "3000", "--top-up", path("a.tsv"), "--force"}))),
              HasSubstr("is one of the inputs; give another name"));
  EXPECT_THAT(error(certify("c.tsv", {"--at", "0.1,0.3", "--n", "3000", "--top-up", path("a.tsv")})),
              AllOf(HasSubstr("a.tsv: was made with boundary \"one-sided mixture\", but"),
                    HasSubstr("; give --boundary")));
  EXPECT_EQ(content_of(dir_ / "a.tsv"), before);
}

TEST_F(AnytimeProgram, TopsUpSpendingWithAReserve) {
  const auto with = [](Words more) {
    const Words reserve{"--at", "0.1,0.3", "--reserve", "0.2"};
    more.insert(more.end(), reserve.begin(), reserve.end());
    return more;
  };
  done(certify("a.tsv", with({"--n", "100"})));
  EXPECT_EQ(manifest("a.json")["reserve"], 0.2);
  EXPECT_EQ(manifest("a.json")["first_n"], 100);
  done(certify("b.tsv", with({"--n", "1000", "--top-up", path("a.tsv")})));
  done(certify("c.tsv", with({"--n", "2000", "--top-up", path("b.tsv")})));
  EXPECT_EQ(manifest("c.json")["first_n"], 100);
  EXPECT_EQ(manifest("c.json")["n"], 2000);
  EXPECT_THAT(error(certify("d.tsv", {"--at", "0.1,0.3", "--n", "2000", "--top-up", path("a.tsv")})),
              AllOf(HasSubstr("was made with reserve 0.2, but this run is without reserve"),
                    HasSubstr("; give --reserve")));
  EXPECT_THAT(error(certify("d.tsv", {"--reserve", "0.2"})),
              HasSubstr("--reserve is for decisions at radii"));
}

TEST_F(AnytimeProgram, DecidesFromTwoClasses) {
  done(certify("t.tsv", {"--at", "0.1,0.3", "--radius", "two-class", "--n", "500", "--seed", "1"}));
  const auto json = manifest("t.json");
  EXPECT_EQ(json["procedure"], "certify-at-two-class");
  EXPECT_EQ(json["level_step"], 0.03125);
  EXPECT_THAT(other_findings({path("t.tsv")}), ::testing::IsEmpty());
  EXPECT_THAT(error(certify("u.tsv", {"--at", "0.1,0.3", "--n", "900", "--top-up", path("t.tsv")})),
              HasSubstr("was decided from two classes, which spends alpha with the last look"));
  done(certify("s.tsv", {"--at", "0.1", "--radius", "two-class", "--n", "200", "--sound", "--seed", "1"}));
}

TEST_F(AnytimeProgram, RandomizedRadiiAreUnderstood) {
  done(certify("r.tsv", {"--radius", "randomized", "--n", "200", "--seed", "1"}));
  EXPECT_THAT(content_of(dir_ / "r.tsv"), HasSubstr("\tcounts\tuniform\n"));
  EXPECT_THAT(test::certus_run({"audit", path("r.tsv")}).out, HasSubstr("its radii are not on the lattice"));
  EXPECT_THAT(other_findings({path("r.tsv")}), ::testing::IsEmpty());
}

}  // namespace
}  // namespace certus
