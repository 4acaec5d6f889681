#include "certus/autograd/conv_units.h"

#include <gtest/gtest.h>

#include "certus/kernels/kernel_support.h"
#include "certus/model/architectures.h"
#include "certus/model/fold_batch_norm.h"

namespace certus {
namespace {

std::vector<std::size_t> units_by_segment(const std::vector<Segment>& segments) {
  std::vector<std::size_t> units;
  for (const Segment& segment : segments) {
    if (!segment.node) units.push_back(segment.units.size());
  }
  return units;
}

class ConvSegments : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!avx512_is_supported()) GTEST_SKIP() << "this processor has no AVX-512: nothing is fused";
  }
};

TEST_F(ConvSegments, HoldAllConvolutionsOfAResidualNetwork) {
  const Graph graph = make_architecture("cifar_resnet20", 10, 0);
  EXPECT_EQ(units_by_segment(conv_segments(graph, NetworkMode::kTrain)), std::vector<std::size_t>{21});
  EXPECT_EQ(units_by_segment(conv_segments(fold_batch_norm(graph), NetworkMode::kEval)),
            std::vector<std::size_t>{21});
}

TEST_F(ConvSegments, LeaveWindowsThatTheyCannotComputeToLibtorch) {
  const Graph lenet = make_architecture("lenet", 10, 0);  // 20 and 50 channels
  EXPECT_TRUE(units_by_segment(conv_segments(lenet, NetworkMode::kTrain)).empty());
  // The stem has three channels and a window of 7.
  const auto units =
      units_by_segment(conv_segments(make_architecture("resnet50", 10, 0), NetworkMode::kTrain));
  EXPECT_EQ(units, std::vector<std::size_t>{52});
}

TEST_F(ConvSegments, ReadOnlyWhatIsThere) {
  for (const char* name : {"cifar_resnet8", "resnet18", "lenet"}) {
    const Graph graph = make_architecture(name, 10, 0);
    std::set<NodeId> done;
    for (const Segment& segment : conv_segments(graph, NetworkMode::kTrain)) {
      const auto& inputs = segment.node ? graph.node(*segment.node).inputs : segment.inputs;
      for (const NodeId id : inputs) EXPECT_TRUE(done.contains(id)) << name << ' ' << id;
      if (segment.node) done.insert(*segment.node);
      done.insert(segment.outputs.begin(), segment.outputs.end());
    }
    EXPECT_TRUE(done.contains(static_cast<NodeId>(graph.nodes().size()) - 1)) << name;
  }
}

}  // namespace
}  // namespace certus
