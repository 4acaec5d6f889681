// Records of certify --at and --width, read by every command that reads records.
#include <algorithm>

#include "certus/report/explorer_frame.h"
#include "support/lenet_folder.h"

namespace certus {
namespace {

using nlohmann::json;
using test::certus_run;
using test::content_of;
using test::Outcome;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

/// A fresh lenet, certified on a few images until something is decided.
class StoppedRecords : public test::LenetFolder {
 protected:
  StoppedRecords() : LenetFolder(12) {
    certify("at.tsv", {"--at", "0.1,0.25"});
    certify("width.tsv", {"--width", "0.3"});
    certify("fixed.tsv", {});
  }
  void certify(const std::string& output, const Words& more) {
    Words words{"certify",     path("m.safetensors"),
                "--engine",    "onednn",
                "--data",      "mnist",
                "--data-dir",  dir_.path().string(),
                "--no-verify", "--no-time",
                "--sigma",     "0.5",
                "--n",         "300",
                "--alpha",     "0.01",
                "--seed",      "1",
                "-o",          path(output)};
    words.insert(words.end(), more.begin(), more.end());
    done(words);
  }
  static json json_of(Words words) {
    words.insert(words.end(), {"--format", "json"});
    return done(words).parsed();
  }
};

TEST_F(StoppedRecords, AreEvaluatedWithABandAndWithoutAnAcr) {
  for (const char* name : {"at.tsv", "width.tsv"}) {
    const json log = json_of({"evaluate", path(name), "--p", "0,0.5,1", "--per-class"})[0];
    EXPECT_EQ(log["acr"], nullptr);
    ASSERT_EQ(log["p_a"].size(), 3u);
    EXPECT_EQ(log["p_a"][0]["value"], 1.0);
    EXPECT_LT(log["p_a"][2]["value"], 1.0);
    EXPECT_EQ(log["per_class"].size(), 10u);
    EXPECT_LT(log["draws"]["mean"], log["draws"]["fixed"]);
  }
  const json accuracy = json_of({"evaluate", path("at.tsv")})[0]["certified_accuracy"];
  EXPECT_TRUE(std::any_of(accuracy.begin(), accuracy.end(), [](auto& e) { return e["radius"] == 0.1; }));
  const std::string text = test::unwrapped(done({"evaluate", path("at.tsv")}).out);
  EXPECT_THAT(text, HasSubstr("certified accuracy was decided at 0.1, 0.25 and is a lower bound elsewhere"));
  EXPECT_THAT(text, HasSubstr("n up to 300 (manifest)"));
  EXPECT_THAT(text, HasSubstr("band over images and their votes"));
}

TEST_F(StoppedRecords, AreConvertedByTheTwoMethodsThatTakeAnyN) {
  const json methods = json_of({"convert", path("at.tsv"), "--to-n", "200"})["methods"];
  ASSERT_EQ(methods.size(), 2u);
  EXPECT_EQ(methods[0]["method"], "plug-in");
  EXPECT_EQ(methods[1]["method"], "expected");
  EXPECT_THAT(
      error({"convert", path("at.tsv"), "--to-n", "200", "--method", "predictive"}),
      HasSubstr("at.tsv: its images have different n, because each stopped when its question was decided"));
}

TEST_F(StoppedRecords, AreComparedFlaggedAndNotTested) {
  const Words logs{path("at.tsv"), path("fixed.tsv")};
  EXPECT_THAT(error({"compare", logs[0], logs[1]}),
              HasSubstr("fixed.tsv was certified with as many votes for every image, but"));
  const json mixed = json_of({"compare", logs[0], logs[1], "--mixed"});
  EXPECT_EQ(mixed["warnings"].size(), 1u);
  ASSERT_EQ(mixed["pairs"].size(), 1u);
  EXPECT_FALSE(mixed["pairs"][0].contains("paired_test"));
  EXPECT_THAT(done({"compare", logs[0], logs[1], "--mixed"}).out, HasSubstr("they are not tested"));
  const json table = json_of({"table", logs[0], logs[1], "--mixed"});
  EXPECT_EQ(table["groups"][0]["rows"][0]["acr"]["value"], nullptr);
  EXPECT_EQ(json_of({"table", logs[0], logs[1], "--to-n", "200"})["warnings"].size(), 0u);
}

TEST_F(StoppedRecords, AreCleanUntilSomebodyChangesThem) {
  EXPECT_THAT(other_findings({path("at.tsv"), path("width.tsv")}), ::testing::IsEmpty());
  // Another rule than they were made with.
  std::string manifest = content_of(dir_ / "at.json");
  const std::string growth = "\"growth\": 1.2";
  ASSERT_THAT(manifest, HasSubstr(growth));
  manifest.replace(manifest.find(growth), growth.size(), "\"growth\": 1.3");
  dir_.write("at.json", manifest);
  const Outcome audit = certus_run({"audit", path("at.tsv")});
  EXPECT_EQ(audit.code, 1);
  EXPECT_THAT(audit.out, HasSubstr("n-not-a-look: "));
}

TEST_F(StoppedRecords, StandOnAPage) {
  if (explorer_frame().empty()) GTEST_SKIP() << "built without the page: configure with -DCERTUS_EXPLORER=ON";
  done({"report", path("at.tsv"), path("fixed.tsv"), "-o", path("page.html")});
  EXPECT_THAT(content_of(dir_ / "page.html"), HasSubstr("\"stopped\":{"));
}

}  // namespace
}  // namespace certus
