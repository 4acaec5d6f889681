#include "certus/stats/ecdf_band.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace certus {
namespace {

using Matrix = std::vector<std::vector<double>>;

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c(a.size(), std::vector<double>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a.size(); ++j) {
      for (std::size_t k = 0; k < a.size(); ++k) c[i][j] += a[i][k] * b[k][j];
    }
  }
  return c;
}

/// P(sup |F_m - F| < d), exactly: Durbin's matrix formula as arranged by Marsaglia, Tsang and Wang (2003).
double kolmogorov_cdf(int m, double d) {
  const int k = static_cast<int>(m * d) + 1;
  const int size = 2 * k - 1;
  const double h = k - m * d;
  Matrix matrix(static_cast<std::size_t>(size), std::vector<double>(static_cast<std::size_t>(size)));
  const auto at = [&](int i, int j) -> double& {
    return matrix[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  };
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) at(i, j) = i - j + 1 < 0 ? 0.0 : 1.0;
  }
  for (int i = 0; i < size; ++i) {
    at(i, 0) -= std::pow(h, i + 1);
    at(size - 1, i) -= std::pow(h, size - i);
  }
  at(size - 1, 0) += 2 * h - 1 > 0 ? std::pow(2 * h - 1, size) : 0.0;
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      for (int g = 1; g <= i - j + 1; ++g) at(i, j) /= g;
    }
  }
  Matrix power = matrix;
  for (int i = 1; i < m; ++i) power = product(power, matrix);
  double result = power[static_cast<std::size_t>(k - 1)][static_cast<std::size_t>(k - 1)];
  for (int i = 1; i <= m; ++i) result *= static_cast<double>(i) / m;
  return result;
}

TEST(EcdfBand, CoversTheWholeDistributionAsPromised) {
  EXPECT_NEAR(kolmogorov_cdf(10, 0.274), 0.6284796154565, 1e-11);  // the value of the formula's authors
  for (const int m : {5, 20, 60}) {
    for (const double delta : {0.2, 0.05, 0.01}) {
      EXPECT_GE(kolmogorov_cdf(m, ecdf_band_half_width(m, delta)), 1 - delta) << m << ' ' << delta;
    }
  }
}

TEST(EcdfBand, IsNarrowForManyAndWholeForOne) {
  EXPECT_NEAR(ecdf_band_half_width(10'000, 0.05), 0.013581, 1e-6);
  EXPECT_EQ(ecdf_band_half_width(1, 0.05), 1.0);
}

}  // namespace
}  // namespace certus
