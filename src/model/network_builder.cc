#include "certus/model/network_builder.h"

#include <cmath>

#include "certus/noise/gaussian.h"
#include "certus/noise/keyed_bits.h"

namespace certus {
namespace {

/// The random stream of a parameter: FNV-1a of its name, folded to the 40 bits that fit into a key.
NoiseKey key_of(std::uint64_t seed, const std::string& name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return {.seed = seed,
          .image = (hash ^ (hash >> 40)) & ((std::uint64_t{1} << 40) - 1),
          .purpose = Purpose::kWeights};
}

}  // namespace

NetworkBuilder::NetworkBuilder(Shape image, std::uint64_t seed) : seed_(seed) {
  graph.add("input", InputOp{std::move(image)});
}

void NetworkBuilder::draw_uniform(const std::string& name, Shape shape, double limit) {
  Tensor tensor{std::move(shape), {}};
  tensor.values.resize(static_cast<std::size_t>(element_count(tensor.shape)));
  const NoiseKey key = key_of(seed_, name);
  for (std::size_t i = 0; i < tensor.values.size(); ++i) {
    tensor.values[i] = static_cast<float>(limit * (2.0 * keyed_unit(key, 0, i) - 1.0));
  }
  graph.parameters[name] = std::move(tensor);
}

void NetworkBuilder::draw_normal(const std::string& name, Shape shape, double std) {
  Tensor tensor{std::move(shape), {}};
  tensor.values.resize(static_cast<std::size_t>(element_count(tensor.shape)));
  add_gaussian(key_of(seed_, name), 0, static_cast<float>(std), tensor.values, tensor.values);
  graph.parameters[name] = std::move(tensor);
}

NodeId NetworkBuilder::conv(const std::string& name, NodeId x, std::int64_t out, std::int64_t kernel,
                            std::int64_t stride, std::int64_t pad, Init init, bool bias) {
  const std::int64_t in = graph.node(x).shape[0];
  const Shape shape{out, in, kernel, kernel};
  const double fan_in_limit = 1.0 / std::sqrt(static_cast<double>(in * kernel * kernel));
  if (init == Init::kFanOutNormal) {
    draw_normal(name + ".weight", shape, std::sqrt(2.0 / static_cast<double>(kernel * kernel * out)));
  } else {
    draw_uniform(name + ".weight", shape, fan_in_limit);
  }
  ConvOp op{.window = {.kernel = {kernel, kernel}, .stride = {stride, stride}, .pad = {pad, pad, pad, pad}},
            .weight = name + ".weight"};
  if (bias) {
    op.bias = name + ".bias";
    draw_uniform(*op.bias, {out}, fan_in_limit);
  }
  return graph.add(name, std::move(op), {x});
}

NodeId NetworkBuilder::batch_norm(const std::string& name, NodeId x) {
  const auto channels = static_cast<std::size_t>(graph.node(x).shape[0]);
  const Shape shape{graph.node(x).shape[0]};
  graph.parameters[name + ".weight"] = {shape, std::vector<float>(channels, 1.0F)};
  graph.parameters[name + ".bias"] = {shape, std::vector<float>(channels, 0.0F)};
  graph.parameters[name + ".running_mean"] = {shape, std::vector<float>(channels, 0.0F)};
  graph.parameters[name + ".running_var"] = {shape, std::vector<float>(channels, 1.0F)};
  return graph.add(name,
                   BatchNormOp{.weight = name + ".weight",
                               .bias = name + ".bias",
                               .running_mean = name + ".running_mean",
                               .running_var = name + ".running_var"},
                   {x});
}

NodeId NetworkBuilder::linear(const std::string& name, NodeId x, std::int64_t out) {
  const std::int64_t in = graph.node(x).shape.back();
  const double limit = 1.0 / std::sqrt(static_cast<double>(in));
  draw_uniform(name + ".weight", {out, in}, limit);
  draw_uniform(name + ".bias", {out}, limit);
  return graph.add(name, LinearOp{.weight = name + ".weight", .bias = name + ".bias"}, {x});
}

NodeId NetworkBuilder::max_pool(const std::string& name, NodeId x, std::int64_t kernel, std::int64_t stride,
                                std::int64_t pad) {
  return graph.add(
      name,
      MaxPoolOp{
          .window = {.kernel = {kernel, kernel}, .stride = {stride, stride}, .pad = {pad, pad, pad, pad}}},
      {x});
}

NodeId NetworkBuilder::flatten(const std::string& name, NodeId x) {
  return graph.add(name, ReshapeOp{{element_count(graph.node(x).shape)}}, {x});
}

}  // namespace certus
