#include "certus/model/training_noise.h"

#include <gtest/gtest.h>

#include "support/temp_dir.h"

namespace certus {
namespace {

TEST(TrainingNoise, IsWhatTheRunOfTheModelSays) {
  const test::TempDir dir;
  const auto config =
      dir.write("run/config.toml", "[train]\nmethod = \"gaussian\"\n\n[noise]\nsigma = 0.25\ncopies = 2\n");
  for (const char* model : {"run/model.safetensors", "run/model.onnx", "run/checkpoint/best.safetensors"}) {
    const auto found = training_noise(dir / model);
    ASSERT_TRUE(found) << model;
    EXPECT_EQ(found->sigma, 0.25);
    EXPECT_EQ(found->config, config);
  }
}

TEST(TrainingNoise, IsUnknownWhereNoRunSays) {
  const test::TempDir dir;
  dir.write("other/config.toml", "[server]\nport = 80\n");
  dir.write("words/config.toml", "[noise]\nsigma = \"loud\"\n");
  dir.write("damaged/config.toml", "[noise\nsigma");
  for (const char* model : {"model.onnx", "other/model.onnx", "words/model.onnx", "damaged/model.onnx"})
    EXPECT_FALSE(training_noise(dir / model)) << model;
}

}  // namespace
}  // namespace certus
