#include "certus/model/lenet.h"

#include "certus/model/network_builder.h"

namespace certus {

Graph lenet(std::int64_t classes, std::uint64_t seed) {
  NetworkBuilder net({1, 28, 28}, seed);
  NodeId x = net.relu("relu1", net.conv("conv1", net.input(), 20, 5, 1, 0, Init::kFanInUniform, true));
  x = net.max_pool("pool1", x, 2, 2, 0);
  x = net.relu("relu2", net.conv("conv2", x, 50, 5, 1, 0, Init::kFanInUniform, true));
  x = net.max_pool("pool2", x, 2, 2, 0);
  x = net.relu("relu3", net.linear("fc1", net.flatten("flatten", x), 500));
  net.linear("fc2", x, classes);
  return std::move(net.graph);
}

}  // namespace certus
