#pragma once

#include <ATen/ATen.h>

#include "certus/model/graph.h"

namespace certus::test {

/// The graph with batch norms that do something, and with relus that are clear about it: the norm before one
/// moves every channel by four deviations, up or down. Two implementations then round differently without one
/// of them letting a gradient through that the other stops.
Graph with_decided_relus(Graph graph);

/// Standard normal images, the same for the same seed.
at::Tensor noise_images(std::int64_t rows, const Shape& shape, std::uint64_t seed);

/// The largest difference of two tensors, as a share of the largest value of `expected` if that is not 0.
double relative_difference(const at::Tensor& found, const at::Tensor& expected);

/// A gradient for logits that is not the same for any two of them.
at::Tensor some_gradient(const at::Tensor& logits);

}  // namespace certus::test
