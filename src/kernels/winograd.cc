#include "certus/kernels/winograd.h"

#include <immintrin.h>

#include <algorithm>

namespace certus {
namespace {

constexpr std::int64_t kLanes = 16;
constexpr std::int64_t kPoints = 36;

std::int64_t blocks_of(std::int64_t channels) {
  return (channels + kLanes - 1) / kLanes;
}
std::int64_t padded(std::int64_t channels) {
  return blocks_of(channels) * kLanes;
}

/// Tiles that are transformed together: both sides of the products, and the weights, should stay in L2.
std::int64_t tiles_together(const WinogradShape& shape) {
  return std::max(shape.in, shape.out) <= 32 ? 32 : 16;
}

/// Floats between the matrices of two points. Not a multiple of 4 kB: a tile writes to all of them at once.
std::int64_t point_stride(std::int64_t tiles, std::int64_t channels) {
  return tiles * padded(channels) + kLanes;
}

/// Where a tile lies.
struct Tile {
  std::int64_t row, top, left;
};

class Tiling {
 public:
  explicit Tiling(const WinogradShape& shape)
      : down_((shape.height + 3) / 4), across_((shape.width + 3) / 4) {}
  std::int64_t per_row() const { return down_ * across_; }
  Tile at(std::int64_t index) const {
    const std::int64_t within = index % per_row();
    return {index / per_row(), within / across_ * 4, within % across_ * 4};
  }

 private:
  std::int64_t down_, across_;
};

inline __m512 splat(float value) {
  return _mm512_set1_ps(value);
}

// The points are 0, +-a, +-b and infinity. With a = 2/3 and b = 3/2 results are four times as exact as with
// the usual 1 and 2: powers stay near 1, and a^2 b^2 = 1 drops out of the formulas.
constexpr float kA = 2.0F / 3.0F, kB = 1.5F;
constexpr float kA2 = kA * kA, kB2 = kB * kB;
constexpr float kWeightA = 1.0F / (2.0F * kA2 * (kA2 - kB2));
constexpr float kWeightB = 1.0F / (2.0F * kB2 * (kB2 - kA2));

/// B^T d: six values at the tile's positions to six at its points.
inline void to_points(const __m512 (&d)[6], __m512 (&out)[6]) {
  const __m512 a = splat(kA), b = splat(kB), a2 = splat(kA2), b2 = splat(kB2), both = splat(kA2 + kB2);
  const __m512 even_a = _mm512_fnmadd_ps(b2, d[2], d[4]), odd_a = _mm512_fnmadd_ps(b2, d[1], d[3]);
  const __m512 even_b = _mm512_fnmadd_ps(a2, d[2], d[4]), odd_b = _mm512_fnmadd_ps(a2, d[1], d[3]);
  out[0] = _mm512_add_ps(d[0], _mm512_fnmadd_ps(both, d[2], d[4]));
  out[1] = _mm512_fmadd_ps(a, odd_a, even_a);
  out[2] = _mm512_fnmadd_ps(a, odd_a, even_a);
  out[3] = _mm512_fmadd_ps(b, odd_b, even_b);
  out[4] = _mm512_fnmadd_ps(b, odd_b, even_b);
  out[5] = _mm512_add_ps(d[1], _mm512_fnmadd_ps(both, d[3], d[5]));
}

/// A^T m: six values at points to four results.
inline void to_results(const __m512 (&m)[6], __m512 (&out)[4]) {
  const __m512 sum_a = _mm512_add_ps(m[1], m[2]), sum_b = _mm512_add_ps(m[3], m[4]);
  const __m512 odd_a = _mm512_mul_ps(splat(kA), _mm512_sub_ps(m[1], m[2]));
  const __m512 odd_b = _mm512_mul_ps(splat(kB), _mm512_sub_ps(m[3], m[4]));
  out[0] = _mm512_add_ps(m[0], _mm512_add_ps(sum_a, sum_b));
  out[1] = _mm512_add_ps(odd_a, odd_b);
  out[2] = _mm512_fmadd_ps(splat(kA2), sum_a, _mm512_mul_ps(splat(kB2), sum_b));
  out[3] = _mm512_fmadd_ps(splat(kA2), odd_a, _mm512_fmadd_ps(splat(kB2), odd_b, m[5]));
}

/// A y: the adjoint of to_results.
inline void from_results(const __m512 (&y)[4], __m512 (&out)[6]) {
  const __m512 a = splat(kA), b = splat(kB), a2 = splat(kA2), b2 = splat(kB2);
  const __m512 even_a = _mm512_fmadd_ps(a2, y[2], y[0]), odd_a = _mm512_fmadd_ps(a2, y[3], y[1]);
  const __m512 even_b = _mm512_fmadd_ps(b2, y[2], y[0]), odd_b = _mm512_fmadd_ps(b2, y[3], y[1]);
  out[0] = y[0];
  out[1] = _mm512_fmadd_ps(a, odd_a, even_a);
  out[2] = _mm512_fnmadd_ps(a, odd_a, even_a);
  out[3] = _mm512_fmadd_ps(b, odd_b, even_b);
  out[4] = _mm512_fnmadd_ps(b, odd_b, even_b);
  out[5] = y[3];
}

/// G w: three values of the window to six at points.
inline void window_to_points(const __m512 (&w)[3], __m512 (&out)[6]) {
  const __m512 even_a = _mm512_fmadd_ps(splat(kA2), w[2], w[0]), odd_a = _mm512_mul_ps(splat(kA), w[1]);
  const __m512 even_b = _mm512_fmadd_ps(splat(kB2), w[2], w[0]), odd_b = _mm512_mul_ps(splat(kB), w[1]);
  out[0] = w[0];
  out[1] = _mm512_mul_ps(splat(kWeightA), _mm512_add_ps(even_a, odd_a));
  out[2] = _mm512_mul_ps(splat(kWeightA), _mm512_sub_ps(even_a, odd_a));
  out[3] = _mm512_mul_ps(splat(kWeightB), _mm512_add_ps(even_b, odd_b));
  out[4] = _mm512_mul_ps(splat(kWeightB), _mm512_sub_ps(even_b, odd_b));
  out[5] = w[2];
}

/// G^T u: the adjoint of window_to_points.
inline void points_to_window(const __m512 (&u)[6], __m512 (&out)[3]) {
  const __m512 sum_a = _mm512_mul_ps(splat(kWeightA), _mm512_add_ps(u[1], u[2]));
  const __m512 sum_b = _mm512_mul_ps(splat(kWeightB), _mm512_add_ps(u[3], u[4]));
  const __m512 odd_a = _mm512_mul_ps(splat(kWeightA * kA), _mm512_sub_ps(u[1], u[2]));
  const __m512 odd_b = _mm512_mul_ps(splat(kWeightB * kB), _mm512_sub_ps(u[3], u[4]));
  out[0] = _mm512_add_ps(u[0], _mm512_add_ps(sum_a, sum_b));
  out[1] = _mm512_add_ps(odd_a, odd_b);
  out[2] = _mm512_fmadd_ps(splat(kA2), sum_a, _mm512_fmadd_ps(splat(kB2), sum_b, u[5]));
}

/// Transforms the 6x6 inputs of a tile, all channels; what lies outside the image is zero.
void gather_tile(const WinogradShape& shape, const float* x, const Tile& tile, float* points,
                 std::int64_t stride) {
  const std::int64_t plane = shape.height * shape.width;
  const std::int64_t blocks = blocks_of(shape.in);
  const bool inside =
      tile.top > 0 && tile.left > 0 && tile.top + 5 <= shape.height && tile.left + 5 <= shape.width;
  for (std::int64_t block = 0; block < blocks; ++block) {
    const float* from = x + (tile.row * blocks + block) * plane * kLanes;
    __m512 half[6][6];  // by column, then point
    for (std::int64_t column = 0; column < 6; ++column) {
      __m512 d[6];
      const std::int64_t left = tile.left + column - 1;
      for (std::int64_t row = 0; row < 6; ++row) {
        const std::int64_t top = tile.top + row - 1;
        const bool exists = inside || (top >= 0 && top < shape.height && left >= 0 && left < shape.width);
        d[row] = exists ? _mm512_loadu_ps(from + (top * shape.width + left) * kLanes) : _mm512_setzero_ps();
      }
      to_points(d, half[column]);
    }
    for (std::int64_t i = 0; i < 6; ++i) {
      const __m512 d[6] = {half[0][i], half[1][i], half[2][i], half[3][i], half[4][i], half[5][i]};
      __m512 out[6];
      to_points(d, out);
      for (std::int64_t j = 0; j < 6; ++j)
        _mm512_store_ps(points + (i * 6 + j) * stride + block * kLanes, out[j]);
    }
  }
}

/// Transforms the 4x4 gradients of a tile, all channels; there are none outside the image.
void gather_gradient_tile(const WinogradShape& shape, const float* dy, const Tile& tile, float* points,
                          std::int64_t stride) {
  const std::int64_t plane = shape.height * shape.width;
  const std::int64_t blocks = blocks_of(shape.out);
  for (std::int64_t block = 0; block < blocks; ++block) {
    const float* from = dy + (tile.row * blocks + block) * plane * kLanes;
    __m512 half[4][6];
    for (std::int64_t column = 0; column < 4; ++column) {
      __m512 d[4];
      for (std::int64_t row = 0; row < 4; ++row) {
        const bool exists = tile.top + row < shape.height && tile.left + column < shape.width;
        d[row] = exists
                     ? _mm512_loadu_ps(from + ((tile.top + row) * shape.width + tile.left + column) * kLanes)
                     : _mm512_setzero_ps();
      }
      from_results(d, half[column]);
    }
    for (std::int64_t i = 0; i < 6; ++i) {
      const __m512 d[4] = {half[0][i], half[1][i], half[2][i], half[3][i]};
      __m512 out[6];
      from_results(d, out);
      for (std::int64_t j = 0; j < 6; ++j)
        _mm512_store_ps(points + (i * 6 + j) * stride + block * kLanes, out[j]);
    }
  }
}

void scatter_tile(const WinogradShape& shape, const float* points, std::int64_t stride, const Tile& tile,
                  float* y) {
  const std::int64_t plane = shape.height * shape.width;
  const std::int64_t blocks = blocks_of(shape.out);
  for (std::int64_t block = 0; block < blocks; ++block) {
    float* to = y + (tile.row * blocks + block) * plane * kLanes;
    __m512 half[6][4];  // by column of points, then result
    for (std::int64_t j = 0; j < 6; ++j) {
      __m512 m[6];
      for (std::int64_t i = 0; i < 6; ++i)
        m[i] = _mm512_load_ps(points + (i * 6 + j) * stride + block * kLanes);
      to_results(m, half[j]);
    }
    for (std::int64_t row = 0; row < 4; ++row) {
      const __m512 m[6] = {half[0][row], half[1][row], half[2][row],
                           half[3][row], half[4][row], half[5][row]};
      __m512 out[4];
      to_results(m, out);
      for (std::int64_t column = 0; column < 4; ++column) {
        if (tile.top + row < shape.height && tile.left + column < shape.width) {
          _mm512_storeu_ps(to + ((tile.top + row) * shape.width + tile.left + column) * kLanes, out[column]);
        }
      }
    }
  }
}

/// c[i][:] = sum over k of a[i * a_step_i + k * a_step_k] * b[k][:], for kRows rows i and kVectors vectors of
/// columns; kAdd adds to what c holds.
template <int kRows, int kVectors, bool kAdd>
inline void product_block(const float* a, std::int64_t a_step_i, std::int64_t a_step_k, const float* b,
                          std::int64_t b_step, std::int64_t depth, float* c, std::int64_t c_step) {
  __m512 sum[std::size_t{kRows}][std::size_t{kVectors}];
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kVectors; ++j) {
      sum[i][j] = kAdd ? _mm512_load_ps(c + i * c_step + j * kLanes) : _mm512_setzero_ps();
    }
  }
  for (std::int64_t k = 0; k < depth; ++k) {
    __m512 right[std::size_t{kVectors}];
    for (int j = 0; j < kVectors; ++j) right[j] = _mm512_load_ps(b + k * b_step + j * kLanes);
    for (int i = 0; i < kRows; ++i) {
      const __m512 left = splat(a[i * a_step_i + k * a_step_k]);
      for (int j = 0; j < kVectors; ++j) sum[i][j] = _mm512_fmadd_ps(left, right[j], sum[i][j]);
    }
  }
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kVectors; ++j) _mm512_store_ps(c + i * c_step + j * kLanes, sum[i][j]);
  }
}

/// The same for any number of rows and columns (a multiple of 16).
template <int kVectors, bool kAdd>
void product_columns(std::int64_t rows, const float* a, std::int64_t a_step_i, std::int64_t a_step_k,
                     const float* b, std::int64_t b_step, std::int64_t depth, float* c, std::int64_t c_step) {
  constexpr int kRows = kVectors == 1 ? 16 : 8;
  std::int64_t i = 0;
  for (; i + kRows <= rows; i += kRows)
    product_block<kRows, kVectors, kAdd>(a + i * a_step_i, a_step_i, a_step_k, b, b_step, depth,
                                         c + i * c_step, c_step);
  for (; i + 4 <= rows; i += 4)
    product_block<4, kVectors, kAdd>(a + i * a_step_i, a_step_i, a_step_k, b, b_step, depth, c + i * c_step,
                                     c_step);
  for (; i < rows; ++i)
    product_block<1, kVectors, kAdd>(a + i * a_step_i, a_step_i, a_step_k, b, b_step, depth, c + i * c_step,
                                     c_step);
}

template <bool kAdd>
void product(std::int64_t rows, std::int64_t columns, const float* a, std::int64_t a_step_i,
             std::int64_t a_step_k, const float* b, std::int64_t b_step, std::int64_t depth, float* c,
             std::int64_t c_step) {
  std::int64_t j = 0;
  for (; j + 32 <= columns; j += 32)
    product_columns<2, kAdd>(rows, a, a_step_i, a_step_k, b + j, b_step, depth, c + j, c_step);
  if (j < columns) product_columns<1, kAdd>(rows, a, a_step_i, a_step_k, b + j, b_step, depth, c + j, c_step);
}

/// Weights of window (row, column) for lanes of `lane_step`; lanes beyond `lanes` are zero.
inline __m512 load_lanes(const float* from, std::int64_t lane_step, std::int64_t lanes) {
  alignas(64) float values[kLanes] = {};
  for (std::int64_t lane = 0; lane < lanes; ++lane) values[lane] = from[lane * lane_step];
  return _mm512_load_ps(values);
}

/// transformed[point][a][b] of windows at weight[a * a_step + b * b_step], for a and b padded to full blocks.
void transform_windows(std::int64_t rows, std::int64_t columns, const float* weight, std::int64_t a_step,
                       std::int64_t b_step, std::int64_t window_row, std::int64_t window_column,
                       float* transformed) {
  const std::int64_t width = padded(columns);
  const std::int64_t stride = padded(rows) * width;
  std::fill_n(transformed, kPoints * stride, 0.0F);
  for (std::int64_t a = 0; a < rows; ++a) {
    for (std::int64_t b = 0; b < columns; b += kLanes) {
      __m512 half[3][6];
      for (std::int64_t column = 0; column < 3; ++column) {
        __m512 w[3];
        for (std::int64_t row = 0; row < 3; ++row) {
          w[row] = load_lanes(weight + a * a_step + b * b_step + row * window_row + column * window_column,
                              b_step, std::min(kLanes, columns - b));
        }
        window_to_points(w, half[column]);
      }
      for (std::int64_t i = 0; i < 6; ++i) {
        const __m512 w[3] = {half[0][i], half[1][i], half[2][i]};
        __m512 out[6];
        window_to_points(w, out);
        for (std::int64_t j = 0; j < 6; ++j)
          _mm512_store_ps(transformed + (i * 6 + j) * stride + a * width + b, out[j]);
      }
    }
  }
}

}  // namespace

std::size_t winograd_weight_floats(const WinogradShape& shape) {
  return static_cast<std::size_t>(kPoints * padded(shape.in) * padded(shape.out));
}

std::size_t winograd_scratch_floats(const WinogradShape& shape) {
  const std::int64_t tiles = tiles_together(shape);
  return static_cast<std::size_t>(kPoints * (point_stride(tiles, shape.in) + point_stride(tiles, shape.out)));
}

void winograd_weights(const WinogradShape& shape, const float* weight, const WeightStrides& strides,
                      float* transformed) {
  transform_windows(shape.in, shape.out, weight, strides.in, strides.out, strides.row, strides.column,
                    transformed);
}

void winograd_transposed_weights(const WinogradShape& shape, const float* weight,
                                 const WeightStrides& strides, float* transformed) {
  // The gradient for the input is a convolution with the window turned by half a turn.
  transform_windows(shape.out, shape.in, weight + 2 * (strides.row + strides.column), strides.out, strides.in,
                    -strides.row, -strides.column, transformed);
}

void winograd_convolution(const WinogradShape& shape, std::int64_t rows, const float* x,
                          const float* transformed, float* y, float* scratch) {
  const Tiling tiling(shape);
  const std::int64_t together = tiles_together(shape);
  const std::int64_t in = padded(shape.in), out = padded(shape.out);
  const std::int64_t in_stride = point_stride(together, shape.in);
  const std::int64_t out_stride = point_stride(together, shape.out);
  float* const inputs = scratch;
  float* const results = scratch + kPoints * in_stride;
  const std::int64_t all = rows * tiling.per_row();
  for (std::int64_t first = 0; first < all; first += together) {
    const std::int64_t tiles = std::min(together, all - first);
    for (std::int64_t t = 0; t < tiles; ++t)
      gather_tile(shape, x, tiling.at(first + t), inputs + t * in, in_stride);
    for (std::int64_t p = 0; p < kPoints; ++p) {
      product<false>(tiles, out, inputs + p * in_stride, in, 1, transformed + p * in * out, out, shape.in,
                     results + p * out_stride, out);
    }
    for (std::int64_t t = 0; t < tiles; ++t)
      scatter_tile(shape, results + t * out, out_stride, tiling.at(first + t), y);
  }
}

void winograd_weight_gradient(const WinogradShape& shape, std::int64_t rows, const float* x, const float* dy,
                              float* transformed_gradient, float* scratch) {
  const Tiling tiling(shape);
  const std::int64_t together = tiles_together(shape);
  const std::int64_t in = padded(shape.in), out = padded(shape.out);
  const std::int64_t in_stride = point_stride(together, shape.in);
  const std::int64_t out_stride = point_stride(together, shape.out);
  float* const inputs = scratch;
  float* const gradients = scratch + kPoints * in_stride;
  const std::int64_t all = rows * tiling.per_row();
  for (std::int64_t first = 0; first < all; first += together) {
    const std::int64_t tiles = std::min(together, all - first);
    for (std::int64_t t = 0; t < tiles; ++t) {
      gather_tile(shape, x, tiling.at(first + t), inputs + t * in, in_stride);
      gather_gradient_tile(shape, dy, tiling.at(first + t), gradients + t * out, out_stride);
    }
    for (std::int64_t p = 0; p < kPoints; ++p) {
      product<true>(shape.in, out, inputs + p * in_stride, 1, in, gradients + p * out_stride, out, tiles,
                    transformed_gradient + p * in * out, out);
    }
  }
}

void winograd_untransformed(const WinogradShape& shape, const float* transformed_gradient, float* gradient,
                            const WeightStrides& strides) {
  const std::int64_t width = padded(shape.out);
  const std::int64_t stride = padded(shape.in) * width;
  for (std::int64_t a = 0; a < shape.in; ++a) {
    for (std::int64_t b = 0; b < shape.out; b += kLanes) {
      __m512 half[6][3];
      for (std::int64_t j = 0; j < 6; ++j) {
        __m512 u[6];
        for (std::int64_t i = 0; i < 6; ++i)
          u[i] = _mm512_load_ps(transformed_gradient + (i * 6 + j) * stride + a * width + b);
        points_to_window(u, half[j]);
      }
      for (std::int64_t row = 0; row < 3; ++row) {
        const __m512 u[6] = {half[0][row], half[1][row], half[2][row],
                             half[3][row], half[4][row], half[5][row]};
        __m512 out[3];
        points_to_window(u, out);
        for (std::int64_t column = 0; column < 3; ++column) {
          alignas(64) float values[kLanes];
          _mm512_store_ps(values, out[column]);
          float* to =
              gradient + a * strides.in + b * strides.out + row * strides.row + column * strides.column;
          for (std::int64_t lane = 0; lane < std::min(kLanes, shape.out - b); ++lane)
            to[lane * strides.out] = values[lane];
        }
      }
    }
  }
}

}  // namespace certus
