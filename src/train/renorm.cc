#include "certus/train/renorm.h"

#include <numeric>
#include <vector>

namespace certus {

at::Tensor row_norms(const at::Tensor& rows) {
  std::vector<std::int64_t> axes(static_cast<std::size_t>(rows.dim() - 1));
  std::iota(axes.begin(), axes.end(), 1);
  return at::linalg_vector_norm(rows, 2, axes, /*keepdim=*/true);
}

at::Tensor renorm(const at::Tensor& rows, double limit) {
  const at::Tensor norms = row_norms(rows);
  return rows * at::where(norms > limit, limit / (norms + 1e-7), at::ones_like(norms));
}

at::Tensor unit_direction(const at::Tensor& rows) {
  return rows / (row_norms(rows) + 1e-8);
}

}  // namespace certus
