#include "certus/model/onnx_constant.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "certus/base/error.h"
#include "certus/model/arithmetic.h"

namespace certus {
namespace {

using Type = OnnxConstant::Type;

/// The number of elements. Fails where element_count would find the shape impossible, or when a constant made
/// from `given` numbers grows too much.
std::int64_t folded_count(const Shape& shape, std::int64_t given) {
  const std::int64_t allowed = std::max(given, kOnnxMaxGrown);
  std::int64_t count = 1;
  for (const std::int64_t size : shape) {
    if (size < 0 || __builtin_mul_overflow(count, size, &count) || count > allowed) {
      fail(ErrorKind::kData, "gives a constant of ", shape_text(shape), ", larger than any weight");
    }
  }
  return count;
}

/// The constant with that shape whose element i is element offset(i) of `value`.
template <typename Offset>
OnnxConstant picked(const OnnxConstant& value, Shape shape, Offset offset) {
  OnnxConstant out{.type = value.type, .shape = std::move(shape)};
  const std::int64_t count = folded_count(out.shape, value.count());
  const auto pick = [&](const auto& from, auto& to) {
    to.resize(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) {
      to[static_cast<std::size_t>(i)] = from[static_cast<std::size_t>(offset(i))];
    }
  };
  if (value.type == Type::kFloat) {
    pick(value.floats, out.floats);
  } else {
    pick(value.ints, out.ints);
  }
  return out;
}

/// The distance, in elements, from one position to the next along every axis.
Shape strides_of(const Shape& shape) {
  Shape strides(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return strides;
}

/// The place of element i of a tensor of that shape, when a step along axis a advances by strides[a].
std::int64_t offset_of(std::int64_t i, const Shape& shape, const Shape& strides) {
  std::int64_t offset = 0;
  for (std::size_t a = shape.size(); a-- > 0;) {
    offset += i % shape[a] * strides[a];
    i /= shape[a];
  }
  return offset;
}

std::int64_t combine(std::int64_t a, std::int64_t b, ArithmeticOp::Kind kind) {
  using Kind = ArithmeticOp::Kind;
  const bool scales = kind == Kind::kMul || kind == Kind::kDiv;
  const std::int64_t neutral = scales ? 1 : 0;
  if (a == kOnnxBatch && b == neutral) return a;
  if (b == kOnnxBatch && a == neutral && (kind == Kind::kAdd || kind == Kind::kMul)) return b;
  if (a == kOnnxBatch || b == kOnnxBatch) {
    fail(ErrorKind::kData,
         "computes with the number of images; the shape of one image must not depend on it");
  }
  std::int64_t out = 0;
  bool overflow = false;
  switch (kind) {
    case Kind::kAdd:
      overflow = __builtin_add_overflow(a, b, &out);
      break;
    case Kind::kSub:
      overflow = __builtin_sub_overflow(a, b, &out);
      break;
    case Kind::kMul:
      overflow = __builtin_mul_overflow(a, b, &out);
      break;
    case Kind::kDiv:
      overflow = b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min());
      if (!overflow) out = a / b;
      break;
  }
  if (overflow) fail(ErrorKind::kData, "computes a size from ", a, " and ", b, ", which has no result");
  return out;
}

}  // namespace

int onnx_axis(std::int64_t axis, std::size_t rank) {
  const auto size = static_cast<std::int64_t>(rank);
  if (axis < -size || axis >= size) {
    fail(ErrorKind::kData, "names axis ", axis, " of a value with ", rank, " axes");
  }
  return static_cast<int>(axis < 0 ? axis + size : axis);
}

OnnxSlice onnx_slice(int axis, std::int64_t start, std::int64_t stop, std::int64_t step, std::int64_t size) {
  if (step == 0) fail(ErrorKind::kData, "slices with a step of 0");
  step = std::max(step, -std::numeric_limits<std::int64_t>::max());
  if (start < 0) start += size;
  if (stop < 0) stop += size;
  OnnxSlice slice{.axis = axis, .step = step};
  if (step > 0) {
    slice.start = std::clamp<std::int64_t>(start, 0, size);
    slice.stop = std::clamp<std::int64_t>(stop, 0, size);
    if (slice.start < slice.stop) slice.count = (slice.stop - slice.start - 1) / step + 1;
  } else {
    slice.start = std::clamp<std::int64_t>(start, -1, size - 1);
    slice.stop = std::clamp<std::int64_t>(stop, -1, size - 1);
    if (slice.start > slice.stop) slice.count = (slice.start - slice.stop - 1) / -step + 1;
  }
  return slice;
}

Shape onnx_reshaped(const std::vector<std::int64_t>& target, const Shape& from, std::int64_t count) {
  Shape shape;
  std::int64_t known = 1;
  std::size_t inferred = target.size();
  for (std::size_t i = 0; i < target.size(); ++i) {
    std::int64_t size = target[i];
    if (size == 0) {
      if (i >= from.size()) fail(ErrorKind::kData, "keeps axis ", i, " of ", shape_text(from));
      size = from[i];
    }
    if (size == -1 && inferred == target.size()) {
      inferred = i;
    } else if (size <= 0 || __builtin_mul_overflow(known, size, &known)) {
      fail(ErrorKind::kData, "reshapes to an axis of size ", size);
    }
    shape.push_back(size);
  }
  if (inferred < target.size() && count % known == 0) {
    shape[inferred] = count / known;
    known = count;
  }
  if (inferred < target.size() && known != count) shape.erase(shape.begin() + std::ptrdiff_t(inferred));
  if (known != count) {
    fail(ErrorKind::kData, "reshapes ", shape_text(from), " (", count, " numbers) to ", shape_text(shape),
         " (", known, " numbers", inferred < target.size() ? " and one axis to infer" : "", ")");
  }
  return shape;
}

OnnxConstant fold_reshape(const OnnxConstant& value, Shape shape) {
  OnnxConstant out = value;
  out.shape = std::move(shape);
  out.transpose_of.reset();
  if (folded_count(out.shape, value.count()) != value.count()) {
    fail(ErrorKind::kData, "reshapes a constant of ", shape_text(value.shape), " to ", shape_text(out.shape));
  }
  return out;
}

OnnxConstant fold_transpose(const OnnxConstantPtr& value, const std::vector<std::int64_t>& order) {
  const std::size_t rank = value->shape.size();
  std::vector<bool> seen(rank, false);
  Shape shape, strides;
  const Shape from = strides_of(value->shape);
  if (order.size() != rank) {
    fail(ErrorKind::kData, "orders ", order.size(), " axes of a constant with ", rank);
  }
  for (const std::int64_t axis : order) {
    const auto a = static_cast<std::size_t>(onnx_axis(axis, rank));
    if (axis < 0 || seen[a])
      fail(ErrorKind::kData, "has axis ", axis, " in 'perm', which is not a permutation");
    seen[a] = true;
    shape.push_back(value->shape[a]);
    strides.push_back(from[a]);
  }
  OnnxConstant out = picked(*value, shape, [&](std::int64_t i) { return offset_of(i, shape, strides); });
  if (rank == 2 && order[0] == 1) out.transpose_of = value;
  return out;
}

OnnxConstant fold_gather(const OnnxConstant& value, const OnnxConstant& indices, std::int64_t axis) {
  if (indices.type != Type::kInt) fail(ErrorKind::kData, "gathers with indices that are not integers");
  const auto at = static_cast<std::size_t>(onnx_axis(axis, value.shape.size()));
  const std::int64_t size = value.shape[at];
  for (const std::int64_t index : indices.ints) {
    if (index < -size || index >= size) {
      fail(ErrorKind::kData, "gathers element ", index, " of an axis of size ", size);
    }
  }
  Shape shape(value.shape.begin(), value.shape.begin() + static_cast<std::ptrdiff_t>(at));
  shape.insert(shape.end(), indices.shape.begin(), indices.shape.end());
  shape.insert(shape.end(), value.shape.begin() + static_cast<std::ptrdiff_t>(at) + 1, value.shape.end());
  const std::int64_t inner = strides_of(value.shape)[at];
  const std::int64_t chosen = indices.count();
  return picked(value, std::move(shape), [&](std::int64_t i) {
    const std::int64_t index = indices.ints[static_cast<std::size_t>(i / inner % chosen)];
    return (i / inner / chosen * size + (index < 0 ? index + size : index)) * inner + i % inner;
  });
}

OnnxConstant fold_slice(const OnnxConstant& value, const std::vector<OnnxSlice>& slices) {
  Shape shape = value.shape;
  Shape strides = strides_of(value.shape);
  std::int64_t first = 0;
  std::vector<bool> seen(shape.size(), false);
  for (const OnnxSlice& slice : slices) {
    const auto axis = static_cast<std::size_t>(slice.axis);
    if (seen[axis]) fail(ErrorKind::kData, "slices axis ", slice.axis, " twice");
    seen[axis] = true;
    shape[axis] = slice.count;
    if (slice.count == 0) continue;
    first += slice.start * strides[axis];
    // A step beyond the axis picks a single element: the step itself does not matter, and it might overflow.
    strides[axis] = slice.count == 1 ? 0 : strides[axis] * slice.step;
  }
  return picked(value, shape, [&](std::int64_t i) { return first + offset_of(i, shape, strides); });
}

OnnxConstant fold_concat(const std::vector<OnnxConstantPtr>& values, std::int64_t axis) {
  const OnnxConstant& front = *values.front();
  const auto at = static_cast<std::size_t>(onnx_axis(axis, front.shape.size()));
  OnnxConstant out{.type = front.type, .shape = front.shape};
  out.shape[at] = 0;
  for (const OnnxConstantPtr& value : values) {
    Shape expected = value->shape;
    if (expected.size() == front.shape.size()) expected[at] = front.shape[at];
    if (value->type != front.type || expected != front.shape) {
      fail(ErrorKind::kData, "joins constants of ", shape_text(front.shape), " and ",
           shape_text(value->shape), " along axis ", axis);
    }
    out.shape[at] += value->shape[at];
  }
  std::int64_t given = 0;
  for (const OnnxConstantPtr& value : values) given += value->count();
  const std::int64_t count = folded_count(out.shape, given);
  const std::int64_t inner = strides_of(front.shape)[at];
  const std::int64_t outer = count == 0 ? 0 : count / (out.shape[at] * inner);
  for (std::int64_t o = 0; o < outer; ++o) {
    for (const OnnxConstantPtr& value : values) {
      const std::int64_t length = value->shape[at] * inner;
      const auto append = [&](const auto& from, auto& to) {
        to.insert(to.end(), from.begin() + o * length, from.begin() + (o + 1) * length);
      };
      if (out.type == Type::kFloat) {
        append(value->floats, out.floats);
      } else {
        append(value->ints, out.ints);
      }
    }
  }
  return out;
}

OnnxConstant fold_arithmetic(const OnnxConstant& a, const OnnxConstant& b, ArithmeticOp::Kind kind) {
  if (a.type != b.type) fail(ErrorKind::kData, "combines an integer and a floating-point constant");
  const std::size_t rank = std::max(a.shape.size(), b.shape.size());
  Shape shape(rank, 1);
  Shape strides_a(rank, 0);
  Shape strides_b(rank, 0);
  const auto broadcast = [&](const OnnxConstant& value, Shape& strides) {
    const Shape own = strides_of(value.shape);
    for (std::size_t i = 0; i < own.size(); ++i) {
      const std::size_t axis = rank - own.size() + i;
      if (value.shape[i] == 1) continue;
      if (shape[axis] != 1 && shape[axis] != value.shape[i]) {
        fail(ErrorKind::kData, "combines constants of ", shape_text(a.shape), " and ", shape_text(b.shape));
      }
      shape[axis] = value.shape[i];
      strides[axis] = own[i];
    }
  };
  broadcast(a, strides_a);
  broadcast(b, strides_b);
  OnnxConstant out{.type = a.type, .shape = shape};
  const std::int64_t count = folded_count(shape, std::max(a.count(), b.count()));
  for (std::int64_t i = 0; i < count; ++i) {
    const auto from_a = static_cast<std::size_t>(offset_of(i, shape, strides_a));
    const auto from_b = static_cast<std::size_t>(offset_of(i, shape, strides_b));
    if (a.type == Type::kFloat) {
      out.floats.push_back(combine(a.floats[from_a], b.floats[from_b], kind));
    } else {
      out.ints.push_back(combine(a.ints[from_a], b.ints[from_b], kind));
    }
  }
  return out;
}

OnnxConstant fold_cast(const OnnxConstant& value, Type type) {
  OnnxConstant out = value;
  if (value.type == type) return out;
  out.type = type;
  out.transpose_of.reset();
  if (type == Type::kFloat) {
    for (const std::int64_t i : value.ints) {
      if (i == kOnnxBatch) fail(ErrorKind::kData, "casts the number of images to floating point");
      out.floats.push_back(static_cast<float>(i));
    }
    out.ints.clear();
  } else {
    for (const float f : value.floats) {
      if (!(std::fabs(f) < 0x1p62F)) fail(ErrorKind::kData, "casts ", double{f}, " to an integer");
      out.ints.push_back(static_cast<std::int64_t>(f));
    }
    out.floats.clear();
  }
  return out;
}

}  // namespace certus
