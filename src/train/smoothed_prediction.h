#pragma once

#include <ATen/ATen.h>

namespace certus {

/// The smoothed classifier as its noise copies show it, in any floating type. Logits are copies x images x
/// classes, as copies_first gives them.

/// Softmax of each copy, averaged over the copies: images x classes.
at::Tensor averaged_softmax(const at::Tensor& logits);

/// -log max(p_y, 1e-20) by image, of probabilities images x classes.
at::Tensor smoothed_nll(const at::Tensor& probabilities, const at::Tensor& labels);

/// -log softmax(logits)_y of each copy: copies x images.
at::Tensor cross_entropy_by_copy(const at::Tensor& logits, const at::Tensor& labels);

}  // namespace certus
