#include "certus/model/model_file.h"

#include <cmath>

#include "certus/model/architectures.h"
#include "certus/model/normalization.h"
#include "certus/model/safetensors.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class ModelFile : public ::testing::Test {
 protected:
  const Graph lenet_ = with_normalization(make_architecture("lenet", 10, 1), {0.5F}, {0.25F});
  std::filesystem::path weights(NamedTensors content) {
    const auto path = dir_ / "bare.safetensors";
    write_safetensors(path, content, Overwrite::kAllow);
    return path;
  }
  test::TempDir dir_;
};

TEST_F(ModelFile, WeightsNameTheirArchitectureAndNormalization) {
  save_model(dir_ / "m.safetensors", lenet_, "lenet", Overwrite::kRefuse);
  const Model model = load_model(dir_ / "m.safetensors");
  EXPECT_EQ(model.graph.parameters, lenet_.parameters);
  EXPECT_THAT(model.identity, StartsWith("lenet, sha256 "));
  EXPECT_EQ(model.preprocessing, "pixels in [0, 1], normalization 0.5/0.25 inside the network");
}

TEST_F(ModelFile, OnnxAndWeightsHoldTheSameNetwork) {
  save_model(dir_ / "m.onnx", lenet_, "lenet", Overwrite::kRefuse);
  const Model model = load_model(dir_ / "m.onnx");
  EXPECT_EQ(model.graph.parameters, lenet_.parameters);
  EXPECT_EQ(normalization_of(model.graph), "0.5/0.25");
  EXPECT_EQ(model.graph.nodes().size(), lenet_.nodes().size());
}

TEST_F(ModelFile, BareWeightsNeedBothOptions) {
  const auto path = weights({.tensors = lenet_.parameters, .metadata = {}});
  EXPECT_THAT(error_of([&] { load_model(path); }), HasSubstr("does not name its architecture"));
  EXPECT_THAT(error_of([&] { load_model(path, {.architecture = "lenet"}); }),
              HasSubstr("does not say which normalization it was trained with, expected cifar10"));
  EXPECT_EQ(normalization_of(load_model(path, {.architecture = "lenet", .normalization = "none"}).graph),
            "none");
}

TEST_F(ModelFile, RefusesWhatDoesNotFit) {
  const ModelOptions options{.architecture = "lenet", .normalization = "none"};
  NamedTensors content{.tensors = lenet_.parameters, .metadata = {}};
  content.tensors["conv1.weight"] = {{20, 1, 5, 4}, std::vector<float>(400)};
  EXPECT_THAT(error_of([&] { load_model(weights(content), options); }),
              HasSubstr("tensor 'conv1.weight' is 20x1x5x4, expected 20x1x5x5 in lenet"));
  content.tensors = lenet_.parameters;
  content.tensors.erase("conv2.bias");
  EXPECT_THAT(error_of([&] { load_model(weights(content), options); }),
              HasSubstr("tensor 'conv2.bias' is missing"));
  content.tensors = lenet_.parameters;
  content.tensors["conv3.bias"] = {{1}, {0.0F}};
  EXPECT_THAT(error_of([&] { load_model(weights(content), options); }),
              HasSubstr("tensor 'conv3.bias' is not one of lenet"));
  content.tensors = lenet_.parameters;
  content.tensors["fc1.bias"].values[3] = NAN;
  EXPECT_THAT(error_of([&] { load_model(weights(content), options); }),
              HasSubstr("tensor 'fc1.bias' holds nan at 3"));
  EXPECT_THAT(error_of([&] { load_model(weights({}), options); }), HasSubstr("tensor 'fc2.bias' is missing"));
}

TEST_F(ModelFile, RefusesOptionsThatContradictTheFile) {
  save_model(dir_ / "m.safetensors", lenet_, "lenet", Overwrite::kRefuse);
  save_model(dir_ / "m.onnx", lenet_, "lenet", Overwrite::kRefuse);
  EXPECT_THAT(error_of([&] { load_model(dir_ / "m.safetensors", {.architecture = "resnet50"}); }),
              HasSubstr("its certus.arch is 'lenet', but 'resnet50' was given"));
  EXPECT_THAT(error_of([&] { load_model(dir_ / "m.onnx", {.normalization = "0.1/0.2"}); }),
              HasSubstr("normalizes its input already (0.5/0.25)"));
  EXPECT_THAT(error_of([&] { load_model(dir_ / "m.onnx", {.architecture = "lenet"}); }),
              HasSubstr("an ONNX file has its architecture inside, expected none to be given"));
  EXPECT_THAT(error_of([&] { load_model(dir_.write("checkpoint.pth.tar", "x")); }),
              HasSubstr("expected a model as .onnx or .safetensors; tools/from_pytorch.py converts"));
  EXPECT_THAT(error_of([&] { load_model(dir_ / "gone.onnx"); }), HasSubstr("gone.onnx: cannot be opened"));
}

TEST(Normalization, ReadsNamesAndNumbers) {
  EXPECT_EQ(parse_normalization("none"), std::nullopt);
  EXPECT_EQ(parse_normalization("cifar10")->std[2], 0.2010F);
  EXPECT_EQ(*parse_normalization("0.5,1/2,4"), (Normalization{{0.5F, 1.0F}, {2.0F, 4.0F}}));
  for (const char* text : {"cifar10", "imagenet", "none"})
    EXPECT_EQ(normalization_text(parse_normalization(text)), text);
  const auto odd = parse_normalization("0.1,0.7/0.3,0.123456789");
  EXPECT_EQ(parse_normalization(normalization_text(odd)), odd);
  for (const char* text : {"", "cifar", "0.5", "0.5/0", "0.5/-1", "1,2/3", "a/b", "1/2/3", "1/nan"}) {
    EXPECT_THAT(error_of([&] { parse_normalization(text); }), HasSubstr("is not known; expected cifar10"))
        << text;
  }
}

}  // namespace
}  // namespace certus
