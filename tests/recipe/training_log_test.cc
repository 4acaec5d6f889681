#include "certus/recipe/training_log.h"

#include "certus/base/file.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

constexpr char kHeader[] =
    "epoch,step,seconds,lr,train_loss,train_accuracy,test_loss,test_accuracy,kept_images,images_per_second\n";

TEST(TrainingLog, HasALinePerEpochAndEmptyFieldsWithoutATestPass) {
  const test::TempDir folder;
  const auto path = folder.path() / "train.csv";
  TrainingLog log(path, 0);
  log.append({.epoch = 0,
              .step = 4,
              .seconds = 2.5,
              .lr = 0.1,
              .train_loss = 2,
              .train_accuracy = 0.25,
              .kept_images = 10,
              .images_per_second = 4});
  log.append({.epoch = 1,
              .step = 8,
              .seconds = 2.5,
              .lr = 0.1,
              .train_loss = 1,
              .train_accuracy = 0.5,
              .test_loss = 1.5,
              .test_accuracy = 0.5,
              .kept_images = 9,
              .images_per_second = 4});
  EXPECT_EQ(read_file(path, 1 << 20),
            std::string(kHeader) + "0,4,2.5,0.1,2,0.25,,,10,4\n1,8,2.5,0.1,1,0.5,1.5,0.5,9,4\n");
}

TEST(TrainingLog, KeepsTheEpochsOfTheCheckpointAndCutsOffTheRest) {
  const test::TempDir folder;
  const auto path = folder.path() / "train.csv";
  write_file(path, std::string(kHeader) + "0,a\n1,b\n2,torn", Overwrite::kRefuse);
  TrainingLog(path, 2).append({.epoch = 2});
  EXPECT_EQ(read_file(path, 1 << 20), std::string(kHeader) + "0,a\n1,b\n2,0,0,0,0,0,,,0,0\n");
  TrainingLog(path, 0);
  EXPECT_EQ(read_file(path, 1 << 20), kHeader);
}

}  // namespace
}  // namespace certus
