#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "certus/model/graph.h"
#include "certus/model/tensor.h"

namespace certus {

/// A value of an ONNX file that does not depend on the image: a weight, or numbers that say how to reshape.
/// Exporters compute shapes with small subgraphs (Shape, Gather, Concat, ...); the functions below fold them.
/// All of them fail on anything that ONNX does not allow or that no classifier of ours needs. Their messages
/// do not say where; the reader adds file and node.
struct OnnxConstant {
  enum class Type { kFloat, kInt };
  Type type = Type::kFloat;
  Shape shape;
  std::vector<float> floats;       ///< when kFloat
  std::vector<std::int64_t> ints;  ///< when kInt; booleans are 0 and 1
  std::string name;                ///< in the file
  /// The matrix that this one is the transpose of, so that a weight transposed by a node keeps its name.
  std::shared_ptr<const OnnxConstant> transpose_of;

  std::int64_t count() const {
    return static_cast<std::int64_t>(type == Type::kFloat ? floats.size() : ints.size());
  }
};
using OnnxConstantPtr = std::shared_ptr<const OnnxConstant>;

/// Stands for the number of images among integers: this is what Shape gives for the first axis
/// of an activation.
inline constexpr std::int64_t kOnnxBatch = -0x6261'7463'6800'0001;

/// A constant fails when folding makes it larger than this and larger than what it is made from: a small file
/// must not fill the memory, and no network computes its weights.
inline constexpr std::int64_t kOnnxMaxGrown = std::int64_t{1} << 22;

/// The axis counted from the front; negative axes count from the end, as in ONNX.
int onnx_axis(std::int64_t axis, std::size_t rank);

/// One axis of a slice: `count` elements from `start`, every `step`-th.
struct OnnxSlice {
  int axis = 0;
  std::int64_t start = 0, stop = 0, step = 1;
  std::int64_t count = 0;
};
/// Python's rules: negative positions count from the end, and positions outside are moved to the ends.
OnnxSlice onnx_slice(int axis, std::int64_t start, std::int64_t stop, std::int64_t step, std::int64_t size);

/// The shape that Reshape asks for: 0 keeps an axis, and one -1 is inferred. `count` is the
/// number of elements.
Shape onnx_reshaped(const std::vector<std::int64_t>& target, const Shape& from, std::int64_t count);

OnnxConstant fold_reshape(const OnnxConstant& value, Shape shape);
OnnxConstant fold_transpose(const OnnxConstantPtr& value, const std::vector<std::int64_t>& order);
OnnxConstant fold_gather(const OnnxConstant& value, const OnnxConstant& indices, std::int64_t axis);
OnnxConstant fold_slice(const OnnxConstant& value, const std::vector<OnnxSlice>& slices);
OnnxConstant fold_concat(const std::vector<OnnxConstantPtr>& values, std::int64_t axis);
OnnxConstant fold_arithmetic(const OnnxConstant& a, const OnnxConstant& b, ArithmeticOp::Kind kind);
OnnxConstant fold_cast(const OnnxConstant& value, OnnxConstant::Type type);

}  // namespace certus
