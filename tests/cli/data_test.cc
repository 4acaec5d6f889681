#include <cstdlib>

#include "certus/base/sha256.h"
#include "support/idx_files.h"
#include "support/pictures.h"
#include "support/program.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using nlohmann::json;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using test::Outcome;

class Data : public ::testing::Test {
 protected:
  Outcome run(std::vector<std::string> words) {
    words.insert(words.begin(), "data");
    words.insert(words.end(), {"--data-dir", dir_.path().string()});
    return test::certus_run(words);
  }
  test::TempDir dir_;
};

TEST_F(Data, NamesTheActionsAndDataSetsThereAre) {
  EXPECT_EQ(run({"load", "mnist"}).err,
            "certus: data: unknown action 'load', expected one of fetch, info, verify\n");
  EXPECT_EQ(run({"info"}).err,
            "certus: data info: the name of a data set is missing, expected one of cifar10, cifar100, mnist, "
            "fashion_mnist, imagenet\n");
  EXPECT_EQ(
      run({"fetch", "svhn"}).err,
      "certus: unknown data set 'svhn', expected one of cifar10, cifar100, mnist, fashion_mnist, imagenet\n");
  EXPECT_EQ(run({}).code, 1);
}

TEST_F(Data, TakesSeveralNamesAndDoesNothingWhereOneIsWrong) {
  const Outcome both = run({"verify", "mnist", "cifar10", "--format", "json"});
  EXPECT_EQ(both.code, 1);
  const json reports = json::parse(both.out);
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0]["name"], "mnist");
  EXPECT_EQ(reports[1]["name"], "cifar10");
  EXPECT_EQ(json::parse(run({"verify", "mnist", "--format", "json"}).out)["name"], "mnist");
  const Outcome text = run({"info", "cifar10", "mnist"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("3x32x32"));
  EXPECT_THAT(text.out, HasSubstr("1x28x28"));
  const Outcome wrong = run({"info", "mnist", "svhn"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_EQ(wrong.out, "");
  EXPECT_THAT(wrong.err, HasSubstr("unknown data set 'svhn'"));
  // In the order given: what cannot be fetched ends it.
  EXPECT_THAT(run({"fetch", "cifar100", "mnist"}).err, HasSubstr("cifar100: certus cannot fetch it"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "mnist"));
}

TEST_F(Data, FetchSaysWhatItCannotFetch) {
  const Outcome outcome = run({"fetch", "cifar100"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err,
            "certus: cifar100: certus cannot fetch it; get it from "
            "https://www.cs.toronto.edu/~kriz/cifar.html and put it into " +
                (dir_ / "cifar-100-binary").string() + "\n");
}

TEST_F(Data, VerifyFailsOnMissingAndWrongFiles) {
  const Outcome missing = run({"verify", "mnist"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.out, HasSubstr((dir_ / "mnist/t10k-labels-idx1-ubyte").string() + ": is missing"));
  EXPECT_THAT(missing.out, HasSubstr("certus data fetch mnist gets it."));
  dir_.write("mnist/t10k-labels-idx1-ubyte", test::idx_labels(3));
  const Outcome wrong = run({"verify", "mnist", "--format", "json"});
  EXPECT_EQ(wrong.code, 1);
  const json report = json::parse(wrong.out);
  EXPECT_EQ(report["right"], false);
  EXPECT_EQ(report["files"][3]["state"], "WRONG");
  EXPECT_EQ(report["files"][3]["sha256"], sha256_hex(test::idx_labels(3)));
}

TEST_F(Data, InfoDescribesWhatIsThereAndWhatIsNot) {
  const Outcome empty = run({"info", "cifar10"});
  EXPECT_EQ(empty.code, 0) << empty.err;
  EXPECT_THAT(empty.out, HasSubstr("3x32x32"));
  EXPECT_THAT(empty.out, HasSubstr("models: cifar10. Noise is added before it"));
  EXPECT_THAT(empty.out, HasSubstr("8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b"));
  EXPECT_THAT(empty.out, HasSubstr("certus data fetch cifar10 gets it."));

  dir_.write("fashion-mnist/t10k-images-idx3-ubyte", test::idx_images(12));
  dir_.write("fashion-mnist/t10k-labels-idx1-ubyte", test::idx_labels(12));
  const json report = json::parse(run({"info", "fashion_mnist", "--format", "json"}).out);
  EXPECT_EQ(report["class_counts"][1]["name"], "trouser");
  EXPECT_EQ(report["class_counts"][1]["test"], 2);
  EXPECT_EQ(report["class_counts"][1]["train"], nullptr);
  EXPECT_EQ(report["stride"], 1);
  EXPECT_EQ(report["files"][2]["expected_sha256"], nullptr);
}

TEST_F(Data, ImageNetIsCounted) {
  EXPECT_THAT(test::unwrapped(run({"info", "imagenet"}).out), HasSubstr("a subfolder for each class"));
  dir_.write("imagenet/val/n01440764/a.png", test::encoded_picture("png"));
  const Outcome outcome = run({"verify", "imagenet"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(test::unwrapped(outcome.out),
              HasSubstr(": 1 class folder with 1 picture, expected 1000 with 50000; incomplete?"));
}

TEST_F(Data, EveryFormatWorks) {
  for (const char* format : {"text", "markdown", "latex", "csv", "json"}) {
    const Outcome outcome = run({"info", "mnist", "--format", format});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_FALSE(outcome.out.empty());
  }
}

}  // namespace
}  // namespace certus
