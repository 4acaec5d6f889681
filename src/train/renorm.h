#pragma once

#include <ATen/ATen.h>

namespace certus {

/// A row is one image or one noise: all axes but the first belong to it.

/// The l2 norm of each row, rows x 1 x ... x 1.
at::Tensor row_norms(const at::Tensor& rows);

/// Rows longer than `limit` scaled down to it, by limit / (norm + 1e-7); the others unchanged, bit for bit.
at::Tensor renorm(const at::Tensor& rows, double limit);

/// Each row divided by (norm + 1e-8): a vanishing row gives a vanishing direction, not NaN.
at::Tensor unit_direction(const at::Tensor& rows);

}  // namespace certus
