#include "certus/kernels/winograd.h"

#include <immintrin.h>

#include <algorithm>
#include <limits>

#include "certus/kernels/winograd_transforms.h"

namespace certus {
namespace {

constexpr std::int64_t kLanes = 16;
constexpr std::int64_t kPoints = 36;
constexpr std::int64_t kPanel = 32;  ///< number of columns of a product that are computed at a time

std::int64_t blocks_of(std::int64_t channels) {
  return (channels + kLanes - 1) / kLanes;
}
std::int64_t padded(std::int64_t channels) {
  return blocks_of(channels) * kLanes;
}

/// Number of tiles that are transformed together: both sides of the products, and the weights, should stay in
/// L2. If the weights are far too large for L2, it is better to read them for twice as many tiles.
std::int64_t tiles_together(const WinogradShape& shape) {
  const std::int64_t weights = shape.in * shape.out;
  return weights <= std::int64_t{32} * 32 || weights > std::int64_t{256} * 256 ? 32 : 16;
}

/// Floats between the matrices of two points. Not a multiple of 4 kB: a tile writes to all of them at once.
std::int64_t point_stride(const WinogradShape& shape) {
  return tiles_together(shape) * padded(std::max(shape.in, shape.out)) + kLanes;
}

/// Floats between images, blocks of 16 channels and pixels of an activation.
struct Strides {
  std::int64_t row, block, pixel;

  Strides(const WinogradShape& shape, std::int64_t channels, ActivationOrder order)
      : row(padded(channels) * shape.height * shape.width),
        block(order == ActivationOrder::kBlocks ? kLanes * shape.height * shape.width : kLanes),
        pixel(order == ActivationOrder::kBlocks ? kLanes : padded(channels)) {}
};

/// Neighbouring tiles, from left to right.
struct Run {
  std::int64_t row, top, left, tiles;
};

/// Tiles that go through the transforms and products together, and where scratch holds their values
/// at the points.
struct TileGroups {
  std::int64_t down, across, together;
  std::int64_t in, out;  ///< padded channels: floats between tiles
  std::int64_t stride;   ///< floats between points
  float *inputs, *results;

  /// With `reuse`, the results at a point overwrite the inputs at the previous point, which are no longer
  /// needed by then and are in L1.
  TileGroups(const WinogradShape& shape, float* scratch, bool reuse)
      : down((shape.height + 3) / 4),
        across((shape.width + 3) / 4),
        together(tiles_together(shape)),
        in(padded(shape.in)),
        out(padded(shape.out)),
        stride(point_stride(shape)),
        inputs(scratch + stride),
        results(reuse ? scratch : inputs + kPoints * stride) {}

  /// Calls `work(first, tiles)` for every group of the tiles of `rows` rows.
  template <typename Work>
  void for_each_group(std::int64_t rows, Work work) const {
    const std::int64_t all = rows * down * across;
    for (std::int64_t first = 0; first < all; first += together) work(first, std::min(together, all - first));
  }

  /// Calls `work(index, run)` for the runs that make up a group; `index` is the index of the run's first tile
  /// in the group.
  template <typename Work>
  void for_each_run(std::int64_t first, std::int64_t tiles, Work work) const {
    for (std::int64_t index = 0; index < tiles;) {
      const std::int64_t strip = (first + index) / across, column = (first + index) % across;
      const Run run{strip / down, strip % down * 4, column * 4, std::min(across - column, tiles - index)};
      work(index, run);
      index += run.tiles;
    }
  }
};

/// Transforms the inputs of a run, 16 channels of an image, to half of the rows of points; pixels outside the
/// image are zero. Only half of them, because 18 values fit in registers: each value is stored once, at its
/// point. The two columns that neighbouring tiles share are transformed only once.
template <int kHalf>
void gather_half_run(const WinogradShape& shape, const float* image, std::int64_t pixel, const Run& run,
                     float* points, std::int64_t tile_step, std::int64_t stride) {
  const std::int64_t line = shape.width * pixel;
  const float* from[5];
  __mmask16 exists[5];
  for (std::int64_t i = 0; i < 5; ++i) {
    const std::int64_t row = run.top + kHalf - 1 + i;
    exists[i] = static_cast<__mmask16>(row >= 0 && row < shape.height ? 0xFFFF : 0);
    from[i] = image + std::clamp<std::int64_t>(row, 0, shape.height - 1) * line;
  }
  std::int64_t at = (run.left - 1) * pixel;  // of a column; outside the image it is not in [0, line)
  const auto transform_next_column = [&](__m512(&out)[3]) {
    if (static_cast<std::uint64_t>(at) < static_cast<std::uint64_t>(line)) {
      to_half_of_points<kHalf>(
          _mm512_maskz_loadu_ps(exists[0], from[0] + at), _mm512_maskz_loadu_ps(exists[1], from[1] + at),
          _mm512_maskz_loadu_ps(exists[2], from[2] + at), _mm512_maskz_loadu_ps(exists[3], from[3] + at),
          _mm512_maskz_loadu_ps(exists[4], from[4] + at), out);
    } else {
      out[0] = out[1] = out[2] = _mm512_setzero_ps();
    }
    at += pixel;
  };
  __m512 columns[6][3];
  transform_next_column(columns[4]);
  transform_next_column(columns[5]);
  float* const end = points + run.tiles * tile_step;
  for (float* tile = points; tile != end; tile += tile_step) {
    for (int i = 0; i < 3; ++i) {
      columns[0][i] = columns[4][i];
      columns[1][i] = columns[5][i];
    }
    for (int j = 2; j < 6; ++j) transform_next_column(columns[j]);
    float* to = tile;
    for (int i = 0; i < 3; ++i) {
      __m512 low[3], high[3];
      to_half_of_points<0>(columns[0][i], columns[1][i], columns[2][i], columns[3][i], columns[4][i], low);
      to_half_of_points<1>(columns[1][i], columns[2][i], columns[3][i], columns[4][i], columns[5][i], high);
      for (int j = 0; j < 3; ++j, to += stride) _mm512_store_ps(to, low[j]);
      for (int j = 0; j < 3; ++j, to += stride) _mm512_store_ps(to, high[j]);
    }
  }
}

/// Transforms the inputs of a run, all channels.
void gather_run(const WinogradShape& shape, const float* x, const Strides& strides, const Run& run,
                float* points, std::int64_t tile_step, std::int64_t stride) {
  for (std::int64_t block = 0; block < blocks_of(shape.in); ++block) {
    const float* const image = x + run.row * strides.row + block * strides.block;
    float* const to = points + block * kLanes;
    gather_half_run<0>(shape, image, strides.pixel, run, to, tile_step, stride);
    gather_half_run<1>(shape, image, strides.pixel, run, to + kPoints / 2 * stride, tile_step, stride);
  }
}

/// Transforms the gradients of the results of a run, all channels; there are none outside the image.
void gather_gradient_run(const WinogradShape& shape, const float* dy, const Strides& strides, const Run& run,
                         float* points, std::int64_t tile_step, std::int64_t stride) {
  for (std::int64_t block = 0; block < blocks_of(shape.out); ++block) {
    const float* const image = dy + run.row * strides.row + block * strides.block;
    for (std::int64_t t = 0; t < run.tiles; ++t) {
      const std::int64_t left = run.left + t * 4;
      __m512 half[4][6];
      for (std::int64_t column = 0; column < 4; ++column) {
        __m512 d[4];
        for (std::int64_t row = 0; row < 4; ++row) {
          const bool exists = run.top + row < shape.height && left + column < shape.width;
          d[row] =
              exists
                  ? _mm512_loadu_ps(image + ((run.top + row) * shape.width + left + column) * strides.pixel)
                  : _mm512_setzero_ps();
        }
        from_results(d, half[column]);
      }
      for (std::int64_t i = 0; i < 6; ++i) {
        const __m512 d[4] = {half[0][i], half[1][i], half[2][i], half[3][i]};
        __m512 out[6];
        from_results(d, out);
        for (std::int64_t j = 0; j < 6; ++j)
          _mm512_store_ps(points + (i * 6 + j) * stride + t * tile_step + block * kLanes, out[j]);
      }
    }
  }
}

/// Results of a tile, 16 channels of an image, from its products; stores `rows` rows of `columns` pixels.
template <bool kWhole, bool kResidual>
inline void scatter_tile(const float* points, std::int64_t stride, __m512 bias, __m512 least,
                         const float* residual, float* to, std::int64_t pixel, std::int64_t line,
                         std::int64_t rows, std::int64_t columns) {
  __m512 half[6][4];  // by column of points, then result
  for (std::int64_t j = 0; j < 6; ++j) {
    __m512 m[6];
    for (std::int64_t i = 0; i < 6; ++i) m[i] = _mm512_load_ps(points + (i * 6 + j) * stride);
    to_results(m, half[j]);
  }
  for (std::int64_t row = 0; row < 4; ++row) {
    if (!kWhole && row >= rows) return;
    const __m512 m[6] = {half[0][row], half[1][row], half[2][row], half[3][row], half[4][row], half[5][row]};
    __m512 out[4];
    to_results(m, out);
    for (std::int64_t column = 0; column < 4; ++column) {
      if (!kWhole && column >= columns) break;
      const std::int64_t at = row * line + column * pixel;
      __m512 start = bias;
      if (kResidual) start = _mm512_add_ps(start, _mm512_loadu_ps(residual + at));
      // If an operand is NaN, this instruction returns the second one, so the NaN is the second operand.
      _mm512_storeu_ps(to + at, _mm512_max_ps(least, _mm512_add_ps(start, out[column])));
    }
  }
}

template <bool kResidual>
void scatter_run(const WinogradShape& shape, const float* points, std::int64_t tile_step, std::int64_t stride,
                 const Run& run, const Strides& strides, const WinogradFinish& finish, float* y) {
  const std::int64_t line = shape.width * strides.pixel;
  const std::int64_t rows = std::min<std::int64_t>(4, shape.height - run.top);
  const __m512 least = splat(finish.relu ? 0.0F : -std::numeric_limits<float>::infinity());
  for (std::int64_t block = 0; block < blocks_of(shape.out); ++block) {
    const __m512 bias = finish.bias ? _mm512_loadu_ps(finish.bias + block * kLanes) : _mm512_setzero_ps();
    for (std::int64_t t = 0; t < run.tiles; ++t) {
      const std::int64_t left = run.left + t * 4;
      const std::int64_t columns = std::min<std::int64_t>(4, shape.width - left);
      const std::int64_t at =
          run.row * strides.row + block * strides.block + run.top * line + left * strides.pixel;
      const float* const residual = kResidual ? finish.residual + at : nullptr;
      const float* const from = points + t * tile_step + block * kLanes;
      if (rows == 4 && columns == 4) {
        scatter_tile<true, kResidual>(from, stride, bias, least, residual, y + at, strides.pixel, line, 4, 4);
      } else {
        scatter_tile<false, kResidual>(from, stride, bias, least, residual, y + at, strides.pixel, line, rows,
                                       columns);
      }
    }
  }
}

/// c[i][:] = sum over k < depth of a[i * a_step_i + k * a_step_k] * b[k][:], for kRows rows i and kVectors
/// vectors of columns; kAdd adds to what c holds. A separate function, because its addresses would be spilled
/// if it were inlined.
template <int kRows, int kVectors, bool kAdd>
[[gnu::noinline]] void product_block(const float* a, std::int64_t a_step_i, std::int64_t a_step_k,
                                     const float* b, std::int64_t b_step, std::int64_t depth, float* c,
                                     std::int64_t c_step) {
  __m512 sum[std::size_t{kRows}][std::size_t{kVectors}];
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kVectors; ++j) {
      sum[i][j] = kAdd ? _mm512_load_ps(c + i * c_step + j * kLanes) : _mm512_setzero_ps();
    }
  }
  // Runs at least once: otherwise the compiler keeps the sums in memory before and after the loop.
  std::int64_t k = 0;
  do {
    __m512 right[std::size_t{kVectors}];
    for (int j = 0; j < kVectors; ++j) right[j] = _mm512_load_ps(b + k * b_step + j * kLanes);
    for (int i = 0; i < kRows; ++i) {
      const __m512 left = splat(a[i * a_step_i + k * a_step_k]);
      for (int j = 0; j < kVectors; ++j) sum[i][j] = _mm512_fmadd_ps(left, right[j], sum[i][j]);
    }
  } while (++k < depth);
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kVectors; ++j) _mm512_store_ps(c + i * c_step + j * kLanes, sum[i][j]);
  }
}

/// The same for any number of rows. Eight sums at a time are enough to keep both multipliers busy, and the
/// addresses of their rows fit in registers; with sixteen sums they do not. A sum has the same order of
/// additions in whatever block its row is.
template <int kVectors, bool kAdd>
void product_columns(std::int64_t rows, const float* a, std::int64_t a_step_i, std::int64_t a_step_k,
                     const float* b, std::int64_t b_step, std::int64_t depth, float* c, std::int64_t c_step) {
  constexpr int kRows = 8 / kVectors;
  std::int64_t i = 0;
  for (; i + kRows <= rows; i += kRows)
    product_block<kRows, kVectors, kAdd>(a + i * a_step_i, a_step_i, a_step_k, b, b_step, depth,
                                         c + i * c_step, c_step);
  for (; i < rows; ++i)
    product_block<1, kVectors, kAdd>(a + i * a_step_i, a_step_i, a_step_k, b, b_step, depth, c + i * c_step,
                                     c_step);
}

/// The same for a panel of 16 or 32 columns.
template <bool kAdd>
void product_panel(std::int64_t rows, std::int64_t columns, const float* a, std::int64_t a_step_i,
                   std::int64_t a_step_k, const float* b, std::int64_t b_step, std::int64_t depth, float* c,
                   std::int64_t c_step) {
  if (columns == kPanel) {
    product_columns<2, kAdd>(rows, a, a_step_i, a_step_k, b, b_step, depth, c, c_step);
  } else {
    product_columns<1, kAdd>(rows, a, a_step_i, a_step_k, b, b_step, depth, c, c_step);
  }
}

/// Weights of window (row, column) for lanes that are `lane_step` apart; lanes beyond `lanes` are zero.
inline __m512 load_lanes(const float* from, std::int64_t lane_step, std::int64_t lanes) {
  alignas(64) float values[kLanes] = {};
  for (std::int64_t lane = 0; lane < lanes; ++lane) values[lane] = from[lane * lane_step];
  return _mm512_load_ps(values);
}

/// transformed[point][panel of b][a][b within the panel] of windows at weight[a * a_step + b * b_step], for a
/// and b padded to full blocks. In this order a product reads its weights one after the other.
void transform_windows(std::int64_t rows, std::int64_t columns, const float* weight, std::int64_t a_step,
                       std::int64_t b_step, std::int64_t window_row, std::int64_t window_column,
                       float* transformed) {
  const std::int64_t height = padded(rows), width = padded(columns);
  const std::int64_t stride = height * width;
  std::fill_n(transformed, kPoints * stride, 0.0F);
  for (std::int64_t a = 0; a < rows; ++a) {
    for (std::int64_t b = 0; b < columns; b += kLanes) {
      const std::int64_t panel = b / kPanel * kPanel;
      float* const to = transformed + panel * height + a * std::min(kPanel, width - panel) + (b - panel);
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
        for (std::int64_t j = 0; j < 6; ++j) _mm512_store_ps(to + (i * 6 + j) * stride, out[j]);
      }
    }
  }
}

}  // namespace

std::size_t winograd_weight_floats(const WinogradShape& shape) {
  return static_cast<std::size_t>(kPoints * padded(shape.in) * padded(shape.out));
}

std::size_t winograd_scratch_floats(const WinogradShape& shape) {
  return static_cast<std::size_t>((1 + kPoints) * point_stride(shape));
}

std::size_t winograd_gradient_scratch_floats(const WinogradShape& shape) {
  return static_cast<std::size_t>((1 + 2 * kPoints) * point_stride(shape));
}

void winograd_weights(const WinogradShape& shape, const float* weight, const WeightStrides& strides,
                      float* transformed) {
  transform_windows(shape.in, shape.out, weight, strides.in, strides.out, strides.row, strides.column,
                    transformed);
}

void winograd_transposed_weights(const WinogradShape& shape, const float* weight,
                                 const WeightStrides& strides, float* transformed) {
  // The gradient with respect to the input is a convolution with the window rotated by 180 degrees.
  transform_windows(shape.out, shape.in, weight + 2 * (strides.row + strides.column), strides.out, strides.in,
                    -strides.row, -strides.column, transformed);
}

void winograd_convolution(const WinogradShape& shape, ActivationOrder order, std::int64_t rows,
                          const float* x, const float* transformed, const WinogradFinish& finish, float* y,
                          float* scratch) {
  const TileGroups groups(shape, scratch, true);
  const Strides x_strides(shape, shape.in, order), y_strides(shape, shape.out, order);
  groups.for_each_group(rows, [&](std::int64_t first, std::int64_t tiles) {
    groups.for_each_run(first, tiles, [&](std::int64_t index, const Run& run) {
      gather_run(shape, x, x_strides, run, groups.inputs + index * groups.in, groups.in, groups.stride);
    });
    for (std::int64_t p = 0; p < kPoints; ++p) {
      for (std::int64_t panel = 0; panel < groups.out; panel += kPanel) {
        const std::int64_t columns = std::min(kPanel, groups.out - panel);
        product_panel<false>(tiles, columns, groups.inputs + p * groups.stride, groups.in, 1,
                             transformed + (p * groups.out + panel) * groups.in, columns, shape.in,
                             groups.results + p * groups.stride + panel, groups.out);
      }
    }
    groups.for_each_run(first, tiles, [&](std::int64_t index, const Run& run) {
      const auto scatter = finish.residual ? scatter_run<true> : scatter_run<false>;
      scatter(shape, groups.results + index * groups.out, groups.out, groups.stride, run, y_strides, finish,
              y);
    });
  });
}

void winograd_weight_gradient(const WinogradShape& shape, std::int64_t rows, const float* x, const float* dy,
                              float* transformed_gradient, float* scratch) {
  const TileGroups groups(shape, scratch, false);
  const Strides x_strides(shape, shape.in, ActivationOrder::kBlocks);
  const Strides y_strides(shape, shape.out, ActivationOrder::kBlocks);
  groups.for_each_group(rows, [&](std::int64_t first, std::int64_t tiles) {
    groups.for_each_run(first, tiles, [&](std::int64_t index, const Run& run) {
      gather_run(shape, x, x_strides, run, groups.inputs + index * groups.in, groups.in, groups.stride);
      gather_gradient_run(shape, dy, y_strides, run, groups.results + index * groups.out, groups.out,
                          groups.stride);
    });
    for (std::int64_t p = 0; p < kPoints; ++p) {
      for (std::int64_t panel = 0; panel < groups.out; panel += kPanel) {
        product_panel<true>(shape.in, std::min(kPanel, groups.out - panel), groups.inputs + p * groups.stride,
                            1, groups.in, groups.results + p * groups.stride + panel, groups.out, tiles,
                            transformed_gradient + p * groups.in * groups.out + panel, groups.out);
      }
    }
  });
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
