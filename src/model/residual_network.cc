#include "certus/model/residual_network.h"

#include <array>

#include "certus/base/error.h"

namespace certus {
namespace {

/// Shortcut of a block: the input itself, or a projection if the channels or the resolution change.
NodeId shortcut(NetworkBuilder& net, const std::string& name, NodeId x, std::int64_t out,
                std::int64_t stride) {
  if (stride == 1 && net.graph.node(x).shape[0] == out) return x;
  const NodeId projected = net.conv(name + ".downsample.0", x, out, 1, stride, 0, Init::kFanOutNormal);
  return net.batch_norm(name + ".downsample.1", projected);
}

NodeId conv_norm(NetworkBuilder& net, const std::string& block, int index, NodeId x, std::int64_t out,
                 std::int64_t kernel, std::int64_t stride) {
  const std::string i = std::to_string(index);
  const NodeId conv = net.conv(block + "conv" + i, x, out, kernel, stride, kernel / 2, Init::kFanOutNormal);
  return net.batch_norm(block + "bn" + i, conv);
}

NodeId basic_block(NetworkBuilder& net, const std::string& name, NodeId x, std::int64_t channels,
                   std::int64_t stride) {
  NodeId y = net.relu(name + ".relu1", conv_norm(net, name + '.', 1, x, channels, 3, stride));
  y = conv_norm(net, name + '.', 2, y, channels, 3, 1);
  const NodeId sum =
      net.graph.add(name + ".add", ArithmeticOp{}, {y, shortcut(net, name, x, channels, stride)});
  return net.relu(name + ".relu", sum);
}

/// 1x1, 3x3 and 1x1 convolutions; the result has four times as many channels.
NodeId bottleneck(NetworkBuilder& net, const std::string& name, NodeId x, std::int64_t channels,
                  std::int64_t stride) {
  NodeId y = net.relu(name + ".relu1", conv_norm(net, name + '.', 1, x, channels, 1, 1));
  y = net.relu(name + ".relu2", conv_norm(net, name + '.', 2, y, channels, 3, stride));
  y = conv_norm(net, name + '.', 3, y, 4 * channels, 1, 1);
  const NodeId sum =
      net.graph.add(name + ".add", ArithmeticOp{}, {y, shortcut(net, name, x, 4 * channels, stride)});
  return net.relu(name + ".relu", sum);
}

/// Global average pooling, flattening, and the linear layer "fc".
Graph with_head(NetworkBuilder net, NodeId x, std::int64_t classes) {
  x = net.graph.add("avgpool", GlobalAveragePoolOp{}, {x});
  net.linear("fc", net.flatten("flatten", x), classes);
  return std::move(net.graph);
}

}  // namespace

Graph cifar_resnet(int depth, std::int64_t classes, std::uint64_t seed) {
  if (depth < 8 || depth > 2000 || (depth - 2) % 6 != 0) {
    fail(ErrorKind::kConfig, "cifar_resnet", depth,
         ": the depth must be 6 b + 2: 8, 14, 20, 32, 44, 56, 110");
  }
  const int blocks = (depth - 2) / 6;
  NetworkBuilder net({3, 32, 32}, seed);
  NodeId x = net.relu("relu", conv_norm(net, "", 1, net.input(), 16, 3, 1));
  for (int stage = 0; stage < 3; ++stage) {
    for (int block = 0; block < blocks; ++block) {
      x = basic_block(net, join_text("layer", stage + 1, '.', block), x, std::int64_t{16} << stage,
                      stage > 0 && block == 0 ? 2 : 1);
    }
  }
  return with_head(std::move(net), x, classes);
}

Graph imagenet_resnet(int depth, std::int64_t classes, std::uint64_t seed) {
  using Stages = std::array<int, 4>;
  const Stages stages = depth == 18 ? Stages{2, 2, 2, 2} : Stages{3, 4, 6, 3};
  if (depth != 18 && depth != 34 && depth != 50) {
    fail(ErrorKind::kConfig, "resnet", depth, ": expected resnet18, resnet34 or resnet50");
  }
  NetworkBuilder net({3, 224, 224}, seed);
  NodeId x = net.conv("conv1", net.input(), 64, 7, 2, 3, Init::kFanOutNormal);
  x = net.max_pool("maxpool", net.relu("relu", net.batch_norm("bn1", x)), 3, 2, 1);
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    for (int block = 0; block < stages[stage]; ++block) {
      const std::string name = join_text("layer", stage + 1, '.', block);
      const std::int64_t channels = std::int64_t{64} << stage;
      const std::int64_t stride = stage > 0 && block == 0 ? 2 : 1;
      x = depth == 50 ? bottleneck(net, name, x, channels, stride)
                      : basic_block(net, name, x, channels, stride);
    }
  }
  return with_head(std::move(net), x, classes);
}

}  // namespace certus
