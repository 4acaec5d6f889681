#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "certus/model/tensor.h"

namespace certus::test {

/// A network that PyTorch exported (tests/model/make_onnx_fixtures.py), and what PyTorch computes with it.
struct OnnxFixture {
  std::string name;
  std::vector<std::filesystem::path> files;  ///< the same network in several opsets
  Shape shape;                               ///< of one image
  std::vector<std::vector<float>> images;
  std::vector<std::vector<double>> logits;  ///< of every image
};

/// All of them; never empty.
std::vector<OnnxFixture> onnx_fixtures();

/// The largest |found - expected| relative to max(1, |expected|).
double logit_difference(const std::vector<double>& found, const std::vector<double>& expected);

}  // namespace certus::test
