#pragma once

#include <cstdint>
#include <string>

#include "certus/model/graph.h"

namespace certus {

/// How fresh weights are drawn, with the limits and variances of the frameworks that are usually
/// used for training.
enum class Init {
  kFanOutNormal,  ///< N(0, 2 / (height * width * out)): He et al. 2015, fan-out, ReLU gain
  kFanInUniform,  ///< uniform in +-1 / sqrt(fan-in), bias too: PyTorch's default
};

/// Adds layers by name with fresh parameters. The values are a function of (seed, name of the parameter), so
/// that a layer starts with the same values whatever layers surround it.
class NetworkBuilder {
 public:
  NetworkBuilder(Shape image, std::uint64_t seed);

  NodeId input() const { return 0; }
  NodeId conv(const std::string& name, NodeId x, std::int64_t out, std::int64_t kernel, std::int64_t stride,
              std::int64_t pad, Init init, bool bias = false);
  NodeId batch_norm(const std::string& name, NodeId x);
  NodeId linear(const std::string& name, NodeId x, std::int64_t out);
  NodeId relu(const std::string& name, NodeId x) { return graph.add(name, ReluOp{}, {x}); }
  NodeId max_pool(const std::string& name, NodeId x, std::int64_t kernel, std::int64_t stride,
                  std::int64_t pad);
  NodeId flatten(const std::string& name, NodeId x);

  Graph graph;

 private:
  void draw_uniform(const std::string& name, Shape shape, double limit);
  void draw_normal(const std::string& name, Shape shape, double std);

  std::uint64_t seed_;
};

}  // namespace certus
