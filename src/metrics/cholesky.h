#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace certus {

/// The Cholesky factor of a small symmetric positive definite matrix (row by row, lower triangle).
class Cholesky {
 public:
  Cholesky(const std::vector<double>& matrix, std::size_t size) : size_(size), factor_(matrix) {
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = at(i, j);
        for (std::size_t k = 0; k < j; ++k) sum -= at(i, k) * at(j, k);
        at(i, j) = i == j ? std::sqrt(std::fmax(sum, 1e-300)) : sum / at(j, j);
      }
    }
  }

  /// x with (L L^T) x = b.
  std::vector<double> solve(std::vector<double> b) const {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t k = 0; k < i; ++k) b[i] -= at(i, k) * b[k];
      b[i] /= at(i, i);
    }
    for (std::size_t i = size_; i-- > 0;) {
      for (std::size_t k = i + 1; k < size_; ++k) b[i] -= at(k, i) * b[k];
      b[i] /= at(i, i);
    }
    return b;
  }

  /// Half the logarithm of the determinant.
  double half_log_determinant() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < size_; ++i) sum += std::log(at(i, i));
    return sum;
  }

 private:
  double& at(std::size_t i, std::size_t j) { return factor_[i * size_ + j]; }
  double at(std::size_t i, std::size_t j) const { return factor_[i * size_ + j]; }

  std::size_t size_;
  std::vector<double> factor_;
};

}  // namespace certus
