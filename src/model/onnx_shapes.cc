#include <algorithm>
#include <limits>
#include <set>

#include "certus/model/onnx_reader.h"
#include "certus/model/onnx_tensor.h"

// Operators that move numbers: shapes, slices, joins, and the constants that control them.

namespace certus {

void OnnxReader::flatten() {
  const NodeId x = activation(0);
  const Shape& from = shape(x);
  const std::int64_t given = int_attribute("axis", 1);
  // Unlike elsewhere, an axis equal to the number of axes is allowed.
  const int axis =
      given == static_cast<std::int64_t>(rank(x)) ? static_cast<int>(given) : onnx_axis(given, rank(x));
  std::int64_t outer = 1;
  for (int i = 1; i < axis; ++i) outer *= from[static_cast<std::size_t>(i - 1)];
  if (axis == 0 || outer != 1) {
    wrong("flattens at axis ", given, ", which would join the images with other axes; expected 1");
  }
  give(add(ReshapeOp{{element_count(from)}}, {x}));
}

/// Reshapes every image; the first axis of `target` is that of the images.
void OnnxReader::reshape_to(NodeId x, const Ints& target) {
  const std::int64_t count = element_count(shape(x));
  Ints rest(target.begin() + (target.empty() ? 0 : 1), target.end());
  const bool names_batch = !target.empty() && (target[0] == 0 || target[0] == kOnnxBatch ||
                                               target[0] == (fixed_batch_ > 0 ? fixed_batch_ : 1));
  // If the first axis is inferred, it is that of the images when the other axes hold exactly one image.
  if (!names_batch && (target.empty() || target[0] != -1)) {
    wrong("reshapes to ", target.empty() ? "a scalar" : join_text(target[0], " rows"),
          ", expected the number of images first; otherwise images would mix");
  }
  for (const std::int64_t size : rest) {
    if (size == kOnnxBatch || (!names_batch && size == -1)) {
      wrong("reshapes with the number of images behind other axes, which would mix images");
    }
  }
  Shape with_batch = shape(x);
  with_batch.insert(with_batch.begin(), 1);
  rest.insert(rest.begin(), 1);
  Shape wanted = onnx_reshaped(rest, with_batch, count);
  wanted.erase(wanted.begin());
  give(add(ReshapeOp{std::move(wanted)}, {x}));
}

void OnnxReader::reshape() {
  const OnnxValue value = input(0);
  const Ints target = ints(1, "shape");
  if (int_attribute("allowzero", 0) != 0 && std::find(target.begin(), target.end(), 0) != target.end()) {
    wrong("reshapes to an axis of size 0");
  }
  if (value.constant == nullptr) return reshape_to(value.node, target);
  for (const std::int64_t size : target) {
    if (size == kOnnxBatch) wrong("reshapes a constant by the number of images");
  }
  give(fold_reshape(*value.constant, onnx_reshaped(target, value.constant->shape, value.constant->count())));
}

void OnnxReader::transpose() {
  const OnnxValue value = input(0);
  const std::size_t axes = value.constant != nullptr ? value.constant->shape.size() : rank(value.node);
  Ints order = ints_attribute("perm").value_or(Ints{});
  if (order.empty()) {
    for (std::size_t i = axes; i-- > 0;) order.push_back(static_cast<std::int64_t>(i));
  }
  if (value.constant != nullptr) {
    give(fold_transpose(value.constant, order));
    return;
  }
  if (order.size() != axes || order[0] != 0) {
    wrong("moves the axis of the images, or does not order ", axes, " axes; expected 'perm' to begin with 0");
  }
  TransposeOp op;
  for (std::size_t i = 1; i < order.size(); ++i) {
    op.order.push_back(order[i] < 0 ? -1 : image_axis(order[i], value.node, "repeats"));
  }
  give(add(op, {value.node}));
}

void OnnxReader::pad() {
  const NodeId x = activation(0);
  PadOp op;
  const std::string mode = string_attribute("mode", "constant");
  if (mode == "reflect") {
    op.mode = PadOp::Mode::kReflect;
  } else if (mode == "edge") {
    op.mode = PadOp::Mode::kEdge;
  } else if (mode != "constant") {
    wrong("pads in mode '", mode, "', expected constant, reflect or edge");
  }
  const auto pads = ints_of("pads", 1, 11);
  if (!pads || pads->size() != 2 * rank(x)) {
    wrong("has ", pads ? pads->size() : 0, " pads, expected two for each of ", rank(x), " axes");
  }
  if (opset_ < 11) {
    op.value = float_attribute("value", 0.0F);
  } else if (has_input(2)) {
    op.value = scalar(2, "value");
  }
  const auto half = static_cast<std::ptrdiff_t>(rank(x));
  if (pads->front() != 0 || (*pads)[rank(x)] != 0) wrong("pads the axis of the images");
  op.before.assign(pads->begin() + 1, pads->begin() + half);
  op.after.assign(pads->begin() + half + 1, pads->end());
  // PyTorch writes such nodes before average pools.
  if (std::all_of(pads->begin(), pads->end(), [](std::int64_t size) { return size == 0; })) return give(x);
  give(add(op, {x}));
}

void OnnxReader::slice() {
  const OnnxValue value = input(0);
  const bool is_constant = value.constant != nullptr;
  const std::size_t axes_count = is_constant ? value.constant->shape.size() : rank(value.node);
  const auto starts = ints_of("starts", 1, 10);
  const auto stops = ints_of("ends", 2, 10);
  if (!starts || !stops) wrong("has no starts or ends");
  Ints axes;
  for (std::size_t i = 0; i < starts->size(); ++i) axes.push_back(static_cast<std::int64_t>(i));
  axes = ints_of("axes", 3, 10).value_or(axes);
  const Ints steps = (opset_ < 10 ? std::nullopt : ints_of("steps", 4, 10)).value_or(Ints(starts->size(), 1));
  if (starts->size() != stops->size() || starts->size() != axes.size() || starts->size() != steps.size()) {
    wrong("has ", starts->size(), " starts, ", stops->size(), " ends, ", axes.size(), " axes and ",
          steps.size(), " steps");
  }
  std::vector<OnnxSlice> slices;
  NodeId x = value.node;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const int axis = onnx_axis(axes[i], axes_count);
    const std::int64_t start = (*starts)[i];
    const std::int64_t stop = (*stops)[i];
    if (is_constant) {
      if (start == kOnnxBatch || stop == kOnnxBatch) wrong("slices a constant by the number of images");
      slices.push_back(
          onnx_slice(axis, start, stop, steps[i], value.constant->shape[static_cast<std::size_t>(axis)]));
      continue;
    }
    if (axis == 0) {
      constexpr std::int64_t kEverything = std::numeric_limits<std::int32_t>::max();
      const bool whole =
          stop == kOnnxBatch || stop >= kEverything || (fixed_batch_ > 0 && stop >= fixed_batch_);
      if (start != 0 || steps[i] != 1 || !whole) wrong("takes only some of the images");
      continue;
    }
    if (start == kOnnxBatch || stop == kOnnxBatch) wrong("slices by the number of images");
    const std::int64_t size = shape(x)[static_cast<std::size_t>(axis - 1)];
    const OnnxSlice part = onnx_slice(axis - 1, start, stop, steps[i], size);
    if (part.step < 0) wrong("has a negative step, which is not supported");
    if (part.count == 0) wrong("takes nothing of axis ", axis, " of size ", size);
    if (part.count == size) continue;
    // A step longer than the axis takes one element, however long it is.
    x = add(SliceOp{part.axis, part.start, part.stop, std::min(part.step, size)}, {x});
  }
  if (is_constant) {
    give(fold_slice(*value.constant, slices));
  } else {
    give(x);
  }
}

void OnnxReader::split() {
  const NodeId x = activation(0);
  const int axis = image_axis(int_attribute("axis", 0), x, "splits");
  const std::int64_t size = shape(x)[static_cast<std::size_t>(axis)];
  const auto parts = static_cast<std::int64_t>(node_->output_size());
  Ints sizes = ints_of("split", 1, 13).value_or(Ints{});
  if (sizes.empty()) {
    if (size % parts != 0) wrong("splits an axis of size ", size, " into ", parts, " equal parts");
    sizes.assign(static_cast<std::size_t>(parts), size / parts);
  }
  if (static_cast<std::int64_t>(sizes.size()) != parts)
    wrong("has ", sizes.size(), " sizes for ", parts, " parts");
  std::int64_t start = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 1 || sizes[i] > size - start)
      wrong("splits an axis of size ", size, " at ", start, " + ", sizes[i]);
    const std::string& name = node_->output(static_cast<int>(i));
    // A part that nothing reads would be computed in vain.
    if (readers_.contains(name) || name == file_.output(0).name()) {
      define(name, {.node = add(SliceOp{axis, start, start + sizes[i], 1}, {x})});
    }
    start += sizes[i];
  }
}

void OnnxReader::concat() {
  const auto* axis = attribute("axis", onnx::AttributeProto::INT);
  if (axis == nullptr) wrong("has no axis");
  if (node_->input_size() == 0) wrong("has no inputs");
  std::vector<OnnxValue> values;
  for (int i = 0; i < node_->input_size(); ++i) values.push_back(input(i));
  const auto first =
      std::find_if(values.begin(), values.end(), [](const OnnxValue& v) { return v.constant == nullptr; });
  if (first == values.end()) {
    std::vector<OnnxConstantPtr> constants;
    for (const OnnxValue& value : values) constants.push_back(value.constant);
    give(fold_concat(constants, axis->i()));
    return;
  }
  const int along = image_axis(axis->i(), first->node, "joins along");
  std::vector<NodeId> nodes;
  const std::size_t axes = rank(first->node);
  for (const OnnxValue& value : values) {
    if (value.constant != nullptr && value.constant->shape.size() != axes) {
      wrong("joins the constant '", value.constant->name, "' of ", shape_text(value.constant->shape),
            " with a value of ", axes, " axes");
    }
    nodes.push_back(value.constant == nullptr ? value.node : constant_node(value.constant, axes));
  }
  give(add(ConcatOp{along}, nodes));
}

void OnnxReader::constant_operator() {
  using Attribute = onnx::AttributeProto;
  OnnxConstant out;
  if (const auto* tensor = attribute("value", Attribute::TENSOR)) {
    out = read_onnx_tensor(tensor->t());
  } else if (const auto* number = attribute("value_float", Attribute::FLOAT)) {
    out.floats = {number->f()};
  } else if (const auto* numbers = attribute("value_floats", Attribute::FLOATS)) {
    out.floats.assign(numbers->floats().begin(), numbers->floats().end());
    out.shape = {numbers->floats_size()};
  } else if (const auto* integer = attribute("value_int", Attribute::INT)) {
    out.type = OnnxConstant::Type::kInt;
    out.ints = {integer->i()};
  } else if (const auto integers = ints_attribute("value_ints")) {
    out.type = OnnxConstant::Type::kInt;
    out.ints = *integers;
    out.shape = {static_cast<std::int64_t>(integers->size())};
  } else {
    wrong("holds no value, floats or integers");
  }
  if (std::find(out.ints.begin(), out.ints.end(), kOnnxBatch) != out.ints.end()) wrong("holds ", kOnnxBatch);
  give(std::move(out));
}

void OnnxReader::constant_of_shape() {
  Shape wanted = ints(0, "shape");
  OnnxConstant one;
  one.floats = {0.0F};
  if (const auto* value = attribute("value", onnx::AttributeProto::TENSOR))
    one = read_onnx_tensor(value->t());
  if (one.count() != 1) wrong("fills with ", one.count(), " values, expected one");
  // It is the same for every image, so one row stands for all of them.
  if (!wanted.empty() && wanted[0] == kOnnxBatch) wanted[0] = 1;
  OnnxConstant indices{.type = OnnxConstant::Type::kInt, .shape = wanted};
  std::int64_t count = 1;
  for (const std::int64_t size : wanted) {
    if (size < 0 || __builtin_mul_overflow(count, size, &count) || count > kOnnxMaxGrown) {
      wrong("asks for a constant of ", shape_text(wanted));
    }
  }
  one.shape = {1};
  indices.ints.assign(static_cast<std::size_t>(count), 0);
  give(fold_gather(one, indices, 0));
}

void OnnxReader::expand() {
  const OnnxConstantPtr value = constant(0, "value");
  Shape wanted = ints(1, "shape");
  // It is the same for every image, so one row stands for all of them.
  if (!wanted.empty() && wanted[0] == kOnnxBatch) wanted[0] = 1;
  Shape padded = value->shape;
  if (padded.size() < wanted.size()) padded.insert(padded.begin(), wanted.size() - padded.size(), 1);
  if (padded != wanted) {
    wrong("expands the constant '", value->name, "' of ", shape_text(value->shape), " to ",
          shape_text(wanted), "; only a new first axis for the images is supported");
  }
  OnnxConstant out = fold_reshape(*value, std::move(wanted));
  define(node_->output(0), {.constant = std::make_shared<OnnxConstant>(std::move(out))});
}

void OnnxReader::cast() {
  using Proto = onnx::TensorProto;
  const std::int64_t to = int_attribute("to", Proto::UNDEFINED);
  const bool to_float = to == Proto::FLOAT || to == Proto::DOUBLE;
  const OnnxValue value = input(0);
  if (value.constant == nullptr && to == Proto::FLOAT) return define(node_->output(0), value);
  if (value.constant == nullptr || (!to_float && to != Proto::INT64 && to != Proto::INT32)) {
    wrong("casts to ", onnx_type_name(static_cast<int>(std::clamp<std::int64_t>(to, -1, 1000))),
          ", which is not supported");
  }
  give(fold_cast(*value.constant, to_float ? OnnxConstant::Type::kFloat : OnnxConstant::Type::kInt));
}

void OnnxReader::shape_operator() {
  const OnnxValue value = input(0);
  Shape whole = value.constant != nullptr ? value.constant->shape : shape(value.node);
  if (value.constant == nullptr) whole.insert(whole.begin(), kOnnxBatch);
  const auto size = static_cast<std::int64_t>(whole.size());
  const OnnxSlice part = onnx_slice(0, int_attribute("start", 0),
                                    int_attribute("end", std::numeric_limits<std::int64_t>::max()), 1, size);
  const OnnxConstant all{.type = OnnxConstant::Type::kInt, .shape = {size}, .ints = std::move(whole)};
  give(fold_slice(all, {part}));
}

void OnnxReader::gather() {
  const OnnxValue value = input(0);
  const OnnxConstantPtr indices = constant(1, "indices");
  const std::int64_t axis = int_attribute("axis", 0);
  if (value.constant != nullptr) {
    give(fold_gather(*value.constant, *indices, axis));
    return;
  }
  const int along = image_axis(axis, value.node, "picks from");
  const std::int64_t size = shape(value.node)[static_cast<std::size_t>(along)];
  if (indices->type != OnnxConstant::Type::kInt || indices->count() != 1 || indices->shape.size() > 1) {
    wrong("picks ", indices->count(), " elements, expected one: others are not supported");
  }
  std::int64_t index = indices->ints[0];
  if (index < -size || index >= size) wrong("picks element ", index, " of an axis of size ", size);
  if (index < 0) index += size;
  NodeId x = add(SliceOp{along, index, index + 1, 1}, {value.node});
  if (indices->shape.empty()) {
    Shape without = shape(x);
    without.erase(without.begin() + along);
    x = add(ReshapeOp{std::move(without)}, {x});
  }
  give(x);
}

void OnnxReader::unsqueeze() {
  const OnnxValue value = input(0);
  const auto axes = ints_of("axes", 1, 13);
  if (!axes) wrong("has no axes");
  Shape from = value.constant != nullptr ? value.constant->shape : shape(value.node);
  if (value.constant == nullptr) from.insert(from.begin(), 1);
  const std::size_t wanted_rank = from.size() + axes->size();
  if (wanted_rank > 32) wrong("gives a value of ", wanted_rank, " axes");
  std::set<int> fresh;
  for (const std::int64_t axis : *axes) {
    if (!fresh.insert(onnx_axis(axis, wanted_rank)).second) wrong("adds axis ", axis, " twice");
  }
  if (value.constant == nullptr && fresh.contains(0)) wrong("puts an axis before that of the images");
  Shape wanted;
  for (int i = 0; i < static_cast<int>(wanted_rank); ++i) {
    if (fresh.contains(i)) {
      wanted.push_back(1);
    } else {
      wanted.push_back(from.front());
      from.erase(from.begin());
    }
  }
  if (value.constant != nullptr) {
    give(fold_reshape(*value.constant, std::move(wanted)));
  } else {
    wanted.erase(wanted.begin());
    give(add(ReshapeOp{std::move(wanted)}, {value.node}));
  }
}

void OnnxReader::squeeze() {
  const OnnxValue value = input(0);
  const auto axes = ints_of("axes", 1, 13);
  const Shape from = value.constant != nullptr ? value.constant->shape : shape(value.node);
  const std::size_t first = value.constant != nullptr ? 0 : 1;
  if (!axes && value.constant == nullptr) {
    wrong("drops all axes of size 1, that of a single image too; expected the axes to be named");
  }
  std::set<std::size_t> gone;
  for (std::size_t i = 0; !axes && i < from.size(); ++i) {
    if (from[i] == 1) gone.insert(i);
  }
  for (const std::int64_t given : axes.value_or(Ints{})) {
    const auto axis = static_cast<std::size_t>(onnx_axis(given, from.size() + first));
    if (axis < first) wrong("drops the axis of the images");
    if (from[axis - first] != 1) wrong("drops axis ", given, " of size ", from[axis - first]);
    gone.insert(axis - first);
  }
  Shape wanted;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!gone.contains(i)) wanted.push_back(from[i]);
  }
  if (value.constant != nullptr) {
    give(fold_reshape(*value.constant, std::move(wanted)));
  } else {
    give(add(ReshapeOp{std::move(wanted)}, {value.node}));
  }
}

}  // namespace certus
