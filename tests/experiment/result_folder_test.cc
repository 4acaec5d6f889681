#include "certus/experiment/result_folder.h"

#include <gmock/gmock.h>

#include "certus/base/file.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::HasSubstr;

class Results : public ::testing::Test {
 protected:
  ExperimentCell cell(const std::string& more = "") {
    const std::string path = (dir_ / "x.toml").string();
    write_file(path,
               "[desk]\npresets = \"mnist/desk\"\n[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n" + more,
               Overwrite::kAllow);
    return load_experiment({path}, "desk").cells.at(0);
  }
  test::TempDir dir_;
  ResultFolder folder_{dir_ / "results"};
};

TEST_F(Results, AreStaleWhenASettingChangedAndSayWhich) {
  EXPECT_EQ(folder_.why_stale(cell()), "");
  folder_.begin(cell(), 1);
  EXPECT_EQ(folder_.why_stale(cell()), "");
  EXPECT_THAT(folder_.why_stale(cell("[cells.train]\ntrain.epochs = 9\n")),
              HasSubstr("its settings changed: train.epochs = 4, now 9"));
  EXPECT_THAT(folder_.why_stale(cell("[cells.certify]\nn = 9\n")), HasSubstr("n = 100000, now 9"));
}

TEST_F(Results, AreNotStaleWhenOnlyTheWordsOfTheHelpChanged) {
  folder_.begin(cell(), 1);
  for (const char* name : {"config.toml", "certify.toml"}) {
    const auto path = folder_.cell(cell()) / name;
    std::string text = read_file(path, 1 << 20);
    ASSERT_NE(text.find("# "), text.npos);
    for (std::size_t at = 0; (at = text.find("# ", at)) != text.npos; at += 2)
      text.insert(at + 2, "in other words: ");
    write_file(path, text, Overwrite::kAllow);
  }
  EXPECT_EQ(folder_.why_stale(cell()), "");
}

TEST_F(Results, AreStaleWhenTheNumbersOfTheProgramChanged) {
  folder_.begin(cell(), 1);
  write_file(folder_.cell(cell()) / "cell.json", "{\"format\": 1, \"numbers\": 0, \"threads\": 1}",
             Overwrite::kAllow);
  EXPECT_THAT(folder_.why_stale(cell()), HasSubstr("the program gives other numbers now"));
}

TEST_F(Results, AreRefusedWhenTheirDescriptionIsDamaged) {
  folder_.begin(cell(), 1);
  for (const char* damaged : {"", "[]", "{\"numbers\": 1, \"threads\": \"two\"}", "{\"numbers\": 1}"}) {
    write_file(folder_.cell(cell()) / "cell.json", damaged, Overwrite::kAllow);
    EXPECT_THAT(test::error_of([&] { folder_.threads(cell(), 2); }),
                HasSubstr("has no whole number 'threads'"))
        << damaged;
  }
}

TEST_F(Results, HaveNoModelWhereTheManifestDoesNotSayThatTrainingEnded) {
  folder_.begin(cell(), 1);
  write_file(folder_.weights(cell()) / "model.safetensors", "12345", Overwrite::kAllow);
  for (const char* manifest : {"", "[]", "{}", "{\"finished\": \"yes\"}", "{\"finished\": false}"}) {
    write_file(folder_.weights(cell()) / "manifest.json", manifest, Overwrite::kAllow);
    EXPECT_FALSE(folder_.has_model(cell())) << manifest;
  }
  write_file(folder_.weights(cell()) / "manifest.json", "{\"finished\": true}", Overwrite::kAllow);
  EXPECT_TRUE(folder_.has_model(cell()));
}

TEST_F(Results, PutAsideWhatTheyReplaceAndLoseNothing) {
  folder_.begin(cell(), 1);
  write_file(folder_.cell(cell()) / "record.tsv", "first", Overwrite::kAllow);
  folder_.supersede(cell());
  EXPECT_FALSE(std::filesystem::exists(folder_.cell(cell())));
  folder_.begin(cell(), 1);
  write_file(folder_.cell(cell()) / "record.tsv", "second", Overwrite::kAllow);
  folder_.supersede(cell());
  const auto kept = dir_ / "results" / "superseded" / cell().place();
  EXPECT_EQ(read_file(kept / "record.tsv", 100), "first");
  EXPECT_EQ(read_file(kept.string() + ".1/record.tsv", 100), "second");
}

TEST_F(Results, KeepTheNumberOfThreadsThatACellBeganWith) {
  EXPECT_EQ(folder_.threads(cell(), 2), 2);
  folder_.begin(cell(), 1);
  EXPECT_EQ(folder_.threads(cell(), 2), 1);
}

TEST_F(Results, CleanRemovesWeightsAndKeepsCells) {
  folder_.begin(cell(), 1);
  write_file(folder_.weights(cell()) / "model.safetensors", "12345", Overwrite::kAllow);
  EXPECT_EQ(folder_.clean(), 5U);
  EXPECT_FALSE(std::filesystem::exists(folder_.weights(cell())));
  EXPECT_TRUE(std::filesystem::exists(folder_.cell(cell()) / "config.toml"));
}

TEST(WithoutTimes, DropsTheColumnsThatNoTwoRunsShare) {
  EXPECT_EQ(without_times("epoch,seconds,lr,images_per_second\n0,1.5,0.1,99\n1,1.4,0.2,98\n"),
            "epoch,lr\n0,0.1\n1,0.2\n");
}

}  // namespace
}  // namespace certus
