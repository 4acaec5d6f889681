#include "certus/recipe/initial_network.h"

#include <gmock/gmock.h>

#include "certus/data/known_datasets.h"
#include "certus/model/model_file.h"
#include "certus/recipe/presets.h"
#include "certus/recipe/training_half.h"
#include "certus/recipe/unread_settings.h"
#include "support/idx_files.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

class InitialNetwork : public ::testing::Test {
 protected:
  InitialNetwork() {
    test::write_mnist(dir_, "train", 10);
    data_ = open_dataset(
        {.data = "mnist", .data_dir = dir_.path(), .split = Split::kTrain, .verify = Verify::kAny});
  }
  static Config config(const std::vector<std::string>& settings = {}) {
    return training_config(load_preset("mnist/desk/gaussian-0.50"), settings);
  }
  std::string error(const std::vector<std::string>& settings) const {
    return error_of([&] { initial_network(config(settings), *data_); });
  }
  test::TempDir dir_;
  std::unique_ptr<Dataset> data_;
};

TEST_F(InitialNetwork, HasWeightsOfTheSeed) {
  const Graph zero = initial_network(config({"run.seed=0"}), *data_);
  EXPECT_EQ(zero.parameters, initial_network(config({"run.seed=0"}), *data_).parameters);
  EXPECT_NE(zero.parameters, initial_network(config({"run.seed=1"}), *data_).parameters);
  EXPECT_EQ(normalization_of(zero), "none");
  EXPECT_EQ(normalization_of(initial_network(config({"model.normalization=0.5/0.25"}), *data_)), "0.5/0.25");
}

TEST_F(InitialNetwork, StartsFromTheWeightsOfAModel) {
  const Graph first = initial_network(config({"run.seed=3"}), *data_);
  for (const std::string ending : {".safetensors", ".onnx"}) {
    const std::string path = (dir_ / ("first" + ending)).string();
    save_model(path, first, "lenet", Overwrite::kRefuse);
    EXPECT_EQ(initial_network(config({"model.start_from=" + path}), *data_).parameters, first.parameters);
    EXPECT_EQ(starting_weights(path, first, "lenet"), first.parameters);
    EXPECT_THAT(error({"model.start_from=" + path, "model.normalization=0.5/0.2"}),
                HasSubstr("has normalization none, but 0.5/0.2 is set"));
  }
}

TEST_F(InitialNetwork, FitsTheData) {
  EXPECT_THAT(error({"model.arch=cifar_resnet8"}), HasSubstr("takes images of 3x32x32, but mnist"));
  EXPECT_THAT(error({"model.normalization=cifar10"}), HasSubstr("is for 3 channels, but mnist"));
  EXPECT_THAT(error({"data.name=pictures", "model.normalization=''"}),
              HasSubstr("pictures is not a data set with a usual normalization; set it"));
}

TEST_F(InitialNetwork, TrainsOnHalvesOfAFolder) {
  EXPECT_EQ(training_half(config(), Split::kTest), "mnist");
  const Config folder = config({"data.name=" + (dir_ / "own").string()});
  EXPECT_THAT(error_of([&] { training_half(folder, Split::kTrain); }),
              HasSubstr("folder with subfolders train and test"));
  std::filesystem::create_directories(dir_ / "own/train");
  EXPECT_EQ(training_half(folder, Split::kTrain), (dir_ / "own/train").string());
  EXPECT_EQ(training_half(folder, Split::kTest), (dir_ / "own/test").string());
  std::filesystem::create_directories(dir_ / "own/val");
  EXPECT_EQ(training_half(folder, Split::kTest), (dir_ / "own/val").string());
}

}  // namespace
}  // namespace certus
