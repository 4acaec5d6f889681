#pragma once

#include <ATen/ATen.h>

namespace certus {

/// KL(target; q) = sum_c t_c (log t_c - log q_c) over the last axis, with 0 log 0 = 0. The target may require
/// a gradient and be exactly 0: libtorch's own kl_div gives NaN there, hence log max(t, 1e-20).
at::Tensor kl_divergence(const at::Tensor& target, const at::Tensor& log_q);

/// -sum_c p_c log max(p_c, 1e-20) over the last axis.
at::Tensor entropy(const at::Tensor& p);

}  // namespace certus
