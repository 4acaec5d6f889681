#include "certus/engine_torch/fused_segment.h"

#include <ATen/Parallel.h>
#include <omp.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>

#include "certus/engine_torch/blocked_convolution.h"
#include "certus/engine_torch/blocked_planes.h"
#include "certus/engine_torch/buffer_pool.h"

namespace certus {
namespace {

using torch::autograd::variable_list;

constexpr std::int64_t kLanes = kChannelsOfBlock;
constexpr double kMomentum = 0.1;

/// A value of the network in blocks of channels.
struct BlockedShape {
  std::int64_t channels = 0, pixels = 0;
  Shape image;  ///< channels, height, width
  std::int64_t blocks() const { return (channels + kLanes - 1) / kLanes; }
  std::int64_t row() const { return blocks() * pixels * kLanes; }  ///< floats of one
};

BlockedShape blocked_shape(const Shape& image) {
  return {image[0], image[1] * image[2], image};
}

/// Rows that a thread takes through a unit at a time: their activations should fill a part of L2.
std::int64_t rows_together(const BlockedShape& shape) {
  constexpr std::int64_t kFloats = 64 * 1024;
  return std::clamp<std::int64_t>(kFloats / shape.row(), 1, 16);
}

/// Rows that a thread takes through all units at a time where no statistics tie them to others.
constexpr std::int64_t kFrozenRows = 4;

constexpr std::int64_t kNone = -1;

/// A value by its place: inputs of the segment first, then results of units.
using ValueIndex = std::size_t;

struct Unit {
  BlockedConvolution convolution;
  ValueIndex input, output;
  std::optional<ValueIndex> residual;
  bool relu;
  std::optional<double> epsilon;  ///< of the batch norm, where there is one
  // Where parameters stand in the list of tensors; 0, the place of an input, where there is none.
  std::size_t weight, bias, norm_weight, norm_bias;
  std::string running_mean, running_var;
  // Where gradients go: whether they are added to what another reader left.
  bool adds_to_residual = false;
  bool adds_to_input = false;
};

/// Mean and sum of squared deviations of every channel, over the values seen so far.
struct Moments {
  std::vector<double> mean, squares;
  double count = 0.0;

  explicit Moments(std::int64_t channels)
      : mean(static_cast<std::size_t>(channels)), squares(static_cast<std::size_t>(channels)) {}

  /// Joins in n values of 16 channels; Chan, Golub and LeVeque 1979. The count is the caller's.
  template <typename Number>
  void join(std::size_t first, double n, const Number* other_mean, const Number* other_squares,
            double before) {
    for (std::size_t c = 0; c < kLanes; ++c) {
      const double difference = static_cast<double>(other_mean[c]) - mean[first + c];
      mean[first + c] += difference * n / (before + n);
      squares[first + c] +=
          static_cast<double>(other_squares[c]) + difference * difference * before * n / (before + n);
    }
  }
};

/// What a unit knows about its channels in a step.
struct ChannelNumbers {
  std::vector<float> scale, shift;          ///< y becomes y * scale + shift
  std::vector<float> mean, deviation;       ///< of the batch: 1 / sqrt(variance + epsilon)
  std::vector<float> mean_gradient, slope;  ///< see plane_norm_gradient
};

PixelStrides strides_of(const at::Tensor& images) {
  return {images.stride(1), images.stride(3)};
}

/// The tensor in an order that PixelStrides can tell.
at::Tensor regular(const at::Tensor& images) {
  if (images.stride(2) == images.size(3) * images.stride(3)) return images;
  return images.contiguous();
}

WeightStrides weight_strides(const at::Tensor& weight) {
  return {weight.stride(0), weight.stride(1), weight.stride(2), weight.stride(3)};
}

std::size_t index_of(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

/// [first, last) of what one of `parts` takes of `all`.
struct Range {
  std::int64_t first, last;
};
Range share(std::int64_t all, int part, int parts) {
  return {all * part / parts, all * (part + 1) / parts};
}

}  // namespace

/// One pass forward and what the pass back needs of it.
struct Pass : torch::CustomClassHolder {
  explicit Pass(std::shared_ptr<FusedSegment::Kernel> segment) : kernel(std::move(segment)) {}
  ~Pass() override;

  at::Tensor take(std::int64_t floats);

  std::shared_ptr<FusedSegment::Kernel> kernel;
  std::int64_t rows = 0;
  variable_list tensors;          ///< inputs, then parameters
  std::vector<float*> values;     ///< by ValueIndex; null where it is not kept
  std::vector<float*> convolved;  ///< by unit: what goes into its batch norm
  int threads = 1;                ///< each has its share of the rows, forward and back
  /// By thread, then unit. Every thread computes them for itself: it waits for the others once a unit, which
  /// matters where cores are shared.
  std::vector<std::vector<ChannelNumbers>> numbers;
  std::vector<at::Tensor> buffers;
};

class FusedSegment::Kernel : public std::enable_shared_from_this<FusedSegment::Kernel> {
 public:
  Kernel(const Graph& graph, const Segment& segment, NetworkMode mode);

  variable_list forward(Pass& pass, const TensorMap& parameters);
  variable_list backward(Pass& pass, const variable_list& gradients, const std::vector<bool>& wanted);

  const std::vector<std::string>& parameter_names() const { return parameter_names_; }
  bool is_frozen() const { return !trains(); }
  BufferPool pool;

 private:
  /// Memory of one thread.
  struct Workspace {
    float* convolution = nullptr;
    float* result = nullptr;                          ///< rows that go into or come out of a convolution
    float* sum = nullptr;                             ///< rows that are added to others
    std::vector<float*> gradients;                    ///< by slot
    std::vector<float*> values;                       ///< inputs, in kEval
    std::vector<float*> weight_sums;                  ///< by unit
    std::vector<std::vector<double>> sums, centered;  ///< by unit, then channel
  };

  bool trains() const { return mode_ == NetworkMode::kTrain; }
  std::int64_t chunk_rows(const Unit& unit) const {
    return trains() ? rows_together(shapes_[unit.output]) : kFrozenRows;
  }
  int thread_count(std::int64_t rows) const {
    if (omp_in_parallel()) return 1;
    return static_cast<int>(std::clamp<std::int64_t>(rows, 1, at::get_num_threads()));
  }
  void plan_gradients();
  void make_ready(std::int64_t rows, int threads);
  Workspace workspace(Pass& temporary, bool for_gradients, std::int64_t rows);
  void read_rows(const at::Tensor& images, ValueIndex v, std::int64_t row, std::int64_t rows,
                 float* to) const;
  void write_rows(const float* from, ValueIndex v, std::int64_t row, std::int64_t rows,
                  const at::Tensor& images) const;
  void finish(Pass& pass, std::size_t thread, std::size_t u, std::int64_t row, std::int64_t rows,
              const float* y) const;
  void observe(std::size_t u, std::int64_t rows, const float* y, Moments& moments) const;
  void set_norm(Pass& pass, std::size_t thread, std::size_t u, const std::vector<Moments>& moments,
                const TensorMap& parameters) const;
  void set_bias(Pass& pass, std::size_t thread, std::size_t u) const;

  void begin_gradient(Pass& pass, Workspace& work, std::size_t thread, std::size_t u, std::int64_t row,
                      std::int64_t rows, float* g) const;
  void set_norm_gradient(Pass& pass, std::size_t thread, std::size_t u, const std::vector<Workspace>& works,
                         variable_list& results) const;

  NetworkMode mode_;
  std::vector<BlockedShape> shapes_;  ///< by ValueIndex
  std::size_t inputs_;
  std::vector<Unit> units_;
  std::vector<ValueIndex> outputs_;
  std::vector<std::string> parameter_names_;
  std::vector<std::int64_t> slots_;      ///< by ValueIndex: the memory of its gradient
  std::vector<std::int64_t> slot_rows_;  ///< by slot: floats of a row
};

Pass::~Pass() {
  for (at::Tensor& buffer : buffers) kernel->pool.give_back(std::move(buffer));
}

at::Tensor Pass::take(std::int64_t floats) {
  buffers.push_back(kernel->pool.take(floats));
  return buffers.back();
}

FusedSegment::Kernel::Kernel(const Graph& graph, const Segment& segment, NetworkMode mode)
    : mode_(mode), inputs_(segment.inputs.size()) {
  std::map<NodeId, ValueIndex> place;
  const auto add_value = [&](NodeId id) {
    place[id] = shapes_.size();
    shapes_.push_back(blocked_shape(graph.node(id).shape));
  };
  const auto add_parameter = [&](const std::string& name) {
    parameter_names_.push_back(name);
    return inputs_ + parameter_names_.size() - 1;
  };
  for (const NodeId id : segment.inputs) add_value(id);
  for (const ConvUnit& from : segment.units) {
    const auto& conv = std::get<ConvOp>(graph.node(from.conv).operation);
    Unit unit{
        .convolution = BlockedConvolution(conv, graph.node(from.input).shape, graph.node(from.conv).shape),
        .input = place.at(from.input),
        .output = shapes_.size(),
        .relu = from.relu,
        .weight = add_parameter(conv.weight),
        .bias = conv.bias ? add_parameter(*conv.bias) : 0,
        .norm_weight = 0,
        .norm_bias = 0};
    if (from.residual) unit.residual = place.at(*from.residual);
    if (from.norm) {
      const auto& norm = std::get<BatchNormOp>(graph.node(*from.norm).operation);
      unit.epsilon = static_cast<double>(norm.epsilon);
      unit.norm_weight = add_parameter(norm.weight);
      unit.norm_bias = add_parameter(norm.bias);
      unit.running_mean = norm.running_mean;
      unit.running_var = norm.running_var;
    }
    add_value(from.output);
    units_.push_back(std::move(unit));
  }
  for (const NodeId id : segment.outputs) outputs_.push_back(place.at(id));
  plan_gradients();
}

/// Gives every value memory for its gradient. A slot is used again by values with rows of the same size only:
/// then the rows of a thread are the same bytes, and no thread writes what another still reads.
void FusedSegment::Kernel::plan_gradients() {
  slots_.assign(shapes_.size(), kNone);
  std::vector<std::int64_t> free;
  const auto take = [&](ValueIndex v) {
    const auto found = std::ranges::find_if(
        free, [&](std::int64_t s) { return slot_rows_[index_of(s)] == shapes_[v].row(); });
    if (found != free.end()) {
      slots_[v] = *found;
      free.erase(found);
      return;
    }
    slots_[v] = static_cast<std::int64_t>(slot_rows_.size());
    slot_rows_.push_back(shapes_[v].row());
  };
  for (const ValueIndex v : outputs_) take(v);
  for (auto unit = units_.rbegin(); unit != units_.rend(); ++unit) {
    bool is_free = true;
    if (unit->residual) {
      unit->adds_to_residual = slots_[*unit->residual] != kNone;
      // The gradient of a sum is that of each operand: its memory passes on.
      if (!unit->adds_to_residual) {
        slots_[*unit->residual] = slots_[unit->output];
        is_free = false;
      }
    }
    unit->adds_to_input = slots_[unit->input] != kNone;
    if (!unit->adds_to_input) take(unit->input);
    if (is_free) free.push_back(slots_[unit->output]);
  }
}

void FusedSegment::Kernel::make_ready(std::int64_t rows, int threads) {
  for (Unit& unit : units_) {
    const std::int64_t chunk = chunk_rows(unit);
    for (int t = 0; t < threads; ++t) {
      const Range mine = share(rows, t, threads);
      const std::int64_t all = mine.last - mine.first;
      if (all >= chunk) unit.convolution.make_ready(chunk);
      if (all % chunk != 0) unit.convolution.make_ready(all % chunk);
    }
  }
}

FusedSegment::Kernel::Workspace FusedSegment::Kernel::workspace(Pass& temporary, bool for_gradients,
                                                                std::int64_t rows) {
  Workspace work;
  std::size_t convolution = 16;
  std::int64_t chunk = 16;
  for (const Unit& unit : units_) {
    convolution = std::max(convolution, unit.convolution.scratch_floats());
    chunk = std::max(
        {chunk, chunk_rows(unit) * shapes_[unit.output].row(), chunk_rows(unit) * shapes_[unit.input].row()});
  }
  const auto take = [&](std::int64_t floats) { return temporary.take(floats).data_ptr<float>(); };
  work.convolution = take(static_cast<std::int64_t>(convolution));
  work.result = take(chunk);
  if (for_gradients) work.sum = take(chunk);
  if (!trains()) {
    for (std::size_t v = 0; v < inputs_; ++v) work.values.push_back(take(rows * shapes_[v].row()));
  }
  if (for_gradients && !trains()) {
    for (const std::int64_t row : slot_rows_) work.gradients.push_back(take(rows * row));
  }
  return work;
}

void FusedSegment::Kernel::read_rows(const at::Tensor& images, ValueIndex v, std::int64_t row,
                                     std::int64_t rows, float* to) const {
  const BlockedShape& shape = shapes_[v];
  const PixelStrides strides = strides_of(images);
  const float* from = images.data_ptr<float>() + row * images.stride(0);
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t b = 0; b < shape.blocks(); ++b) {
      read_plane(from + r * images.stride(0) + b * kLanes * strides.channel, strides,
                 std::min(kLanes, shape.channels - b * kLanes), shape.pixels,
                 to + (r * shape.blocks() + b) * shape.pixels * kLanes);
    }
  }
}

void FusedSegment::Kernel::write_rows(const float* from, ValueIndex v, std::int64_t row, std::int64_t rows,
                                      const at::Tensor& images) const {
  const BlockedShape& shape = shapes_[v];
  const PixelStrides strides = strides_of(images);
  float* to = images.data_ptr<float>() + row * images.stride(0);
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t b = 0; b < shape.blocks(); ++b) {
      write_plane(from + (r * shape.blocks() + b) * shape.pixels * kLanes, strides,
                  std::min(kLanes, shape.channels - b * kLanes), shape.pixels,
                  to + r * images.stride(0) + b * kLanes * strides.channel);
    }
  }
}

/// z of rows of a unit, of what its convolution gave.
void FusedSegment::Kernel::finish(Pass& pass, std::size_t thread, std::size_t u, std::int64_t row,
                                  std::int64_t rows, const float* y) const {
  const Unit& unit = units_[u];
  const BlockedShape& shape = shapes_[unit.output];
  const ChannelNumbers& numbers = pass.numbers[thread][u];
  float* z = pass.values[unit.output] + row * shape.row();
  const float* residual = unit.residual ? pass.values[*unit.residual] + row * shape.row() : nullptr;
  for (std::int64_t i = 0; i < rows * shape.blocks(); ++i) {
    const std::size_t channel = index_of(i % shape.blocks() * kLanes);
    const std::int64_t at = i * shape.pixels * kLanes;
    plane_finish(y + at, &numbers.scale[channel], &numbers.shift[channel], residual ? residual + at : nullptr,
                 unit.relu, shape.pixels, z + at);
  }
}

void FusedSegment::Kernel::observe(std::size_t u, std::int64_t rows, const float* y, Moments& moments) const {
  const BlockedShape& shape = shapes_[units_[u].output];
  const auto pixels = static_cast<double>(shape.pixels);
  float mean[kLanes], squares[kLanes];
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t b = 0; b < shape.blocks(); ++b) {
      plane_moments(y + (r * shape.blocks() + b) * shape.pixels * kLanes, shape.pixels, mean, squares);
      moments.join(index_of(b * kLanes), pixels, mean, squares, moments.count);
    }
    moments.count += pixels;
  }
}

void FusedSegment::Kernel::set_bias(Pass& pass, std::size_t thread, std::size_t u) const {
  const Unit& unit = units_[u];
  ChannelNumbers& numbers = pass.numbers[thread][u];
  const std::size_t channels = index_of(shapes_[unit.output].channels);
  numbers.scale.assign(channels, 1.0F);
  numbers.shift.assign(channels, 0.0F);
  if (unit.bias != 0) {
    const at::Tensor bias = pass.tensors[unit.bias].contiguous();
    std::copy_n(bias.data_ptr<float>(), channels, numbers.shift.begin());
  }
}

/// What batch norm does to the channels, now that all rows were seen; updates the running statistics as
/// PyTorch does.
void FusedSegment::Kernel::set_norm(Pass& pass, std::size_t thread, std::size_t u,
                                    const std::vector<Moments>& moments, const TensorMap& parameters) const {
  const Unit& unit = units_[u];
  ChannelNumbers& numbers = pass.numbers[thread][u];
  const std::size_t channels = index_of(shapes_[unit.output].channels);
  Moments all(shapes_[unit.output].channels);
  for (const Moments& part : moments) {
    if (part.count == 0.0) continue;
    for (std::size_t c = 0; c < channels; c += kLanes)
      all.join(c, part.count, &part.mean[c], &part.squares[c], all.count);
    all.count += part.count;
  }
  for (auto* list : {&numbers.scale, &numbers.shift, &numbers.mean, &numbers.deviation})
    list->resize(channels);
  const float* weight = pass.tensors[unit.norm_weight].data_ptr<float>();
  const float* bias = pass.tensors[unit.norm_bias].data_ptr<float>();
  float* running_mean = parameters.at(unit.running_mean).data_ptr<float>();
  float* running_var = parameters.at(unit.running_var).data_ptr<float>();
  for (std::size_t c = 0; c < channels; ++c) {
    const double deviation = 1.0 / std::sqrt(all.squares[c] / all.count + *unit.epsilon);
    const double scale = static_cast<double>(weight[c]) * deviation;
    numbers.mean[c] = static_cast<float>(all.mean[c]);
    numbers.deviation[c] = static_cast<float>(deviation);
    numbers.scale[c] = static_cast<float>(scale);
    numbers.shift[c] = static_cast<float>(static_cast<double>(bias[c]) - all.mean[c] * scale);
    if (thread != 0) continue;
    const auto moved = [](float running, double now) {
      return static_cast<float>((1.0 - kMomentum) * static_cast<double>(running) + kMomentum * now);
    };
    running_mean[c] = moved(running_mean[c], all.mean[c]);
    running_var[c] = moved(running_var[c], all.squares[c] / (all.count - 1.0));
  }
}

variable_list FusedSegment::Kernel::forward(Pass& pass, const TensorMap& parameters) {
  pass.rows = pass.tensors[0].size(0);
  variable_list results;
  for (const ValueIndex v : outputs_) {
    const Shape& image = shapes_[v].image;
    results.push_back(at::empty({pass.rows, image[0], image[1], image[2]},
                                at::TensorOptions(at::kFloat).memory_format(at::MemoryFormat::ChannelsLast)));
  }
  if (pass.rows == 0) return results;
  const int threads = pass.threads = thread_count(pass.rows);
  make_ready(pass.rows, threads);
  Pass temporary(shared_from_this());
  pass.values.assign(shapes_.size(), nullptr);
  pass.convolved.assign(units_.size(), nullptr);
  pass.numbers.assign(static_cast<std::size_t>(threads), std::vector<ChannelNumbers>(units_.size()));
  for (ValueIndex v = trains() ? 0 : inputs_; v < shapes_.size(); ++v)
    pass.values[v] = pass.take(pass.rows * shapes_[v].row()).data_ptr<float>();
  std::vector<std::vector<Moments>> moments;  // by unit, then thread
  std::vector<float*> weights;
  for (std::size_t u = 0; u < units_.size(); ++u) {
    const Unit& unit = units_[u];
    weights.push_back(
        temporary.take(static_cast<std::int64_t>(unit.convolution.weight_floats())).data_ptr<float>());
    if (trains()) pass.convolved[u] = pass.take(pass.rows * shapes_[unit.output].row()).data_ptr<float>();
    std::vector<Moments>& seen = moments.emplace_back();
    if (unit.epsilon) seen.assign(static_cast<std::size_t>(threads), Moments(shapes_[unit.output].channels));
  }
  std::vector<Workspace> works;
  for (int t = 0; t < threads; ++t) works.push_back(workspace(temporary, false, kFrozenRows));
  const std::size_t last = units_.size() - 1;

#pragma omp parallel num_threads(threads)
  {
    omp_set_num_threads(1);  // oneDNN computes on the thread that calls it
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    const Workspace& work = works[thread];
    const Range mine = share(pass.rows, omp_get_thread_num(), threads);
#pragma omp for schedule(static)
    for (std::size_t u = 0; u < units_.size(); ++u) {
      const at::Tensor& weight = pass.tensors[units_[u].weight];
      units_[u].convolution.prepare_forward(weight.data_ptr<float>(), weight_strides(weight), weights[u]);
    }
    if (trains()) {
      for (std::size_t v = 0; v < inputs_; ++v)
        read_rows(pass.tensors[v], v, mine.first, mine.last - mine.first,
                  pass.values[v] + mine.first * shapes_[v].row());
      for (std::size_t u = 0; u < units_.size(); ++u) {
        const Unit& unit = units_[u];
        const BlockedShape& shape = shapes_[unit.output];
        const std::int64_t chunk = chunk_rows(unit);
        for (std::int64_t row = mine.first; row < mine.last; row += chunk) {
          const std::int64_t rows = std::min(chunk, mine.last - row);
          if (u > 0)
            finish(pass, thread, u - 1, row, rows,
                   pass.convolved[u - 1] + row * shapes_[units_[u - 1].output].row());
          float* y = pass.convolved[u] + row * shape.row();
          unit.convolution.forward(rows, pass.values[unit.input] + row * shapes_[unit.input].row(),
                                   weights[u], y, work.convolution);
          if (unit.epsilon) observe(u, rows, y, moments[u][thread]);
        }
        if (unit.epsilon) {
#pragma omp barrier
          set_norm(pass, thread, u, moments[u], parameters);
        } else {
          set_bias(pass, thread, u);
        }
      }
      const BlockedShape& shape = shapes_[units_[last].output];
      finish(pass, thread, last, mine.first, mine.last - mine.first,
             pass.convolved[last] + mine.first * shape.row());
      for (std::size_t i = 0; i < outputs_.size(); ++i) {
        const ValueIndex v = outputs_[i];
        write_rows(pass.values[v] + mine.first * shapes_[v].row(), v, mine.first, mine.last - mine.first,
                   results[i]);
      }
    } else {
      for (std::size_t u = 0; u < units_.size(); ++u) set_bias(pass, thread, u);
      for (std::int64_t row = mine.first; row < mine.last; row += kFrozenRows) {
        const std::int64_t rows = std::min(kFrozenRows, mine.last - row);
        for (std::size_t v = 0; v < inputs_; ++v) read_rows(pass.tensors[v], v, row, rows, work.values[v]);
        for (std::size_t u = 0; u < units_.size(); ++u) {
          const Unit& unit = units_[u];
          const float* x = unit.input < inputs_ ? work.values[unit.input]
                                                : pass.values[unit.input] + row * shapes_[unit.input].row();
          unit.convolution.forward(rows, x, weights[u], work.result, work.convolution);
          finish(pass, thread, u, row, rows, work.result);
        }
        for (std::size_t i = 0; i < outputs_.size(); ++i) {
          const ValueIndex v = outputs_[i];
          write_rows(pass.values[v] + row * shapes_[v].row(), v, row, rows, results[i]);
        }
      }
    }
  }
  return results;
}

/// From the gradient of a unit's result to that of what went into its relu, in place; and the sums that its
/// batch norm or bias needs.
void FusedSegment::Kernel::begin_gradient(Pass& pass, Workspace& work, std::size_t thread, std::size_t u,
                                          std::int64_t row, std::int64_t rows, float* g) const {
  const Unit& unit = units_[u];
  const BlockedShape& shape = shapes_[unit.output];
  const float* z = unit.relu ? pass.values[unit.output] + row * shape.row() : nullptr;
  const float* y = unit.epsilon ? pass.convolved[u] + row * shape.row() : nullptr;
  float sum[kLanes], centered[kLanes] = {};
  for (std::int64_t i = 0; i < rows * shape.blocks(); ++i) {
    const std::size_t channel = index_of(i % shape.blocks() * kLanes);
    const std::int64_t at = i * shape.pixels * kLanes;
    plane_gradient_sums(g + at, z ? z + at : nullptr, y ? y + at : nullptr,
                        y ? &pass.numbers[thread][u].mean[channel] : nullptr, shape.pixels, sum, centered);
    if (!trains()) continue;
    for (std::size_t c = 0; c < kLanes; ++c) {
      work.sums[u][channel + c] += static_cast<double>(sum[c]);
      work.centered[u][channel + c] += static_cast<double>(centered[c]);
    }
  }
}

/// The sums of all threads: gradients of the batch norm's parameters, or of the bias, and the numbers that
/// carry the gradient on.
void FusedSegment::Kernel::set_norm_gradient(Pass& pass, std::size_t thread, std::size_t u,
                                             const std::vector<Workspace>& works,
                                             variable_list& results) const {
  const Unit& unit = units_[u];
  const std::size_t channels = index_of(shapes_[unit.output].channels);
  const double count = static_cast<double>(pass.rows * shapes_[unit.output].pixels);
  ChannelNumbers& numbers = pass.numbers[thread][u];
  numbers.mean_gradient.resize(channels);
  numbers.slope.resize(channels);
  const auto target = [&](std::size_t parameter) {
    return thread == 0 && results[parameter].defined() ? results[parameter].data_ptr<float>() : nullptr;
  };
  float* weight = unit.epsilon ? target(unit.norm_weight) : nullptr;
  float* bias = unit.epsilon ? target(unit.norm_bias) : unit.bias != 0 ? target(unit.bias) : nullptr;
  for (std::size_t c = 0; c < channels; ++c) {
    double sum = 0.0, centered = 0.0;
    for (const Workspace& work : works) {
      sum += work.sums[u][c];
      centered += work.centered[u][c];
    }
    if (bias) bias[c] = static_cast<float>(sum);
    if (!unit.epsilon) continue;
    const auto deviation = static_cast<double>(numbers.deviation[c]);
    if (weight) weight[c] = static_cast<float>(centered * deviation);
    numbers.mean_gradient[c] = static_cast<float>(sum / count);
    numbers.slope[c] =
        static_cast<float>(-static_cast<double>(numbers.scale[c]) * deviation * deviation * centered / count);
  }
}

variable_list FusedSegment::Kernel::backward(Pass& pass, const variable_list& gradients,
                                             const std::vector<bool>& wanted) {
  variable_list results(pass.tensors.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (wanted[i]) results[i] = at::empty_like(pass.tensors[i]);
    if (wanted[i] && pass.rows == 0) results[i].zero_();
  }
  if (pass.rows == 0) return results;
  const int threads = pass.threads;
  Pass temporary(shared_from_this());
  variable_list given;
  for (const at::Tensor& gradient : gradients) given.push_back(regular(gradient));
  std::vector<Workspace> works;
  for (int t = 0; t < threads; ++t) {
    works.push_back(workspace(temporary, true, kFrozenRows));
    for (const Unit& unit : units_) {
      const std::size_t channels = index_of(shapes_[unit.output].channels);
      works.back().sums.emplace_back(channels, 0.0);
      works.back().centered.emplace_back(channels, 0.0);
    }
  }
  if (trains()) {
    for (const std::int64_t row : slot_rows_) {
      float* slot = temporary.take(pass.rows * row).data_ptr<float>();
      for (Workspace& work : works) work.gradients.push_back(slot);
    }
  }
  std::vector<float*> weights;
  for (const Unit& unit : units_) {
    const auto floats = static_cast<std::int64_t>(unit.convolution.weight_floats());
    weights.push_back(temporary.take(floats).data_ptr<float>());
    for (Workspace& work : works) {
      work.weight_sums.push_back(wanted[unit.weight] ? temporary.take(floats).data_ptr<float>() : nullptr);
    }
  }
  const std::size_t last = units_.size() - 1;

#pragma omp parallel num_threads(threads)
  {
    omp_set_num_threads(1);
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    Workspace& work = works[thread];
    const Range mine = share(pass.rows, omp_get_thread_num(), threads);
    // In kEval memory of gradients is the thread's own and begins with the rows at hand.
    std::int64_t base = 0;
    const auto gradient = [&](ValueIndex v, std::int64_t row) {
      const std::size_t slot = index_of(slots_[v]);
      return work.gradients[slot] + (row - base) * slot_rows_[slot];
    };
    const auto begin = [&](std::size_t u, std::int64_t row, std::int64_t rows) {
      begin_gradient(pass, work, thread, u, row, rows, gradient(units_[u].output, row));
    };
    const auto read_gradients = [&](std::int64_t row, std::int64_t rows) {
      for (std::size_t i = 0; i < outputs_.size(); ++i)
        read_rows(given[i], outputs_[i], row, rows, gradient(outputs_[i], row));
    };
    const auto write_gradients = [&](std::int64_t row, std::int64_t rows) {
      for (std::size_t v = 0; v < inputs_; ++v) {
        if (wanted[v]) write_rows(gradient(v, row), v, row, rows, results[v]);
      }
    };
    /// Through the convolution, for rows whose gradient before the relu is known.
    const auto carry_on = [&](std::size_t u, std::int64_t row, std::int64_t rows) {
      const Unit& unit = units_[u];
      const BlockedShape& shape = shapes_[unit.output];
      const float* g = gradient(unit.output, row);
      const float* dy = g;
      if (unit.epsilon) {
        const ChannelNumbers& numbers = pass.numbers[thread][u];
        const float* y = pass.convolved[u] + row * shape.row();
        for (std::int64_t i = 0; i < rows * shape.blocks(); ++i) {
          const std::size_t channel = index_of(i % shape.blocks() * kLanes);
          const std::int64_t at = i * shape.pixels * kLanes;
          plane_norm_gradient(g + at, y + at, &numbers.scale[channel], &numbers.mean_gradient[channel],
                              &numbers.slope[channel], &numbers.mean[channel], shape.pixels,
                              work.result + at);
        }
        dy = work.result;
      }
      if (unit.adds_to_residual) add_blocks(g, rows * shape.row(), gradient(*unit.residual, row));
      if (work.weight_sums[u]) {
        const float* x = pass.values[unit.input] + row * shapes_[unit.input].row();
        unit.convolution.add_weight_gradient(rows, x, dy, work.weight_sums[u], work.convolution);
      }
      if (unit.input < inputs_ && !wanted[unit.input]) return;
      float* to = gradient(unit.input, row);
      float* dx = unit.adds_to_input ? work.sum : to;
      unit.convolution.input_gradient(rows, dy, weights[u], dx, work.convolution);
      if (unit.adds_to_input) add_blocks(dx, rows * shapes_[unit.input].row(), to);
    };

#pragma omp for schedule(static)
    for (std::size_t u = 0; u < units_.size(); ++u) {
      const at::Tensor& weight = pass.tensors[units_[u].weight];
      units_[u].convolution.prepare_backward(weight.data_ptr<float>(), weight_strides(weight), weights[u]);
    }
    for (std::size_t u = 0; u < units_.size(); ++u) {
      if (work.weight_sums[u]) std::fill_n(work.weight_sums[u], units_[u].convolution.weight_floats(), 0.0F);
    }
    if (trains()) {
      read_gradients(mine.first, mine.last - mine.first);
      begin(last, mine.first, mine.last - mine.first);
      for (std::size_t u = units_.size(); u-- > 0;) {
#pragma omp barrier
        set_norm_gradient(pass, thread, u, works, results);
        const std::int64_t chunk = chunk_rows(units_[u]);
        for (std::int64_t row = mine.first; row < mine.last; row += chunk) {
          const std::int64_t rows = std::min(chunk, mine.last - row);
          carry_on(u, row, rows);
          if (u > 0) begin(u - 1, row, rows);
        }
      }
      write_gradients(mine.first, mine.last - mine.first);
    } else {
      for (base = mine.first; base < mine.last; base += kFrozenRows) {
        const std::int64_t rows = std::min(kFrozenRows, mine.last - base);
        read_gradients(base, rows);
        for (std::size_t u = units_.size(); u-- > 0;) {
          begin(u, base, rows);
          carry_on(u, base, rows);
        }
        write_gradients(base, rows);
      }
    }
#pragma omp barrier
#pragma omp for schedule(static)
    for (std::size_t u = 0; u < units_.size(); ++u) {
      const Unit& unit = units_[u];
      if (!wanted[unit.weight]) continue;
      const auto floats = static_cast<std::int64_t>(unit.convolution.weight_floats());
      for (int t = 1; t < threads; ++t)
        add_blocks(works[static_cast<std::size_t>(t)].weight_sums[u], floats, works[0].weight_sums[u]);
      const at::Tensor& to = results[unit.weight];
      unit.convolution.finish_weight_gradient(works[0].weight_sums[u], to.data_ptr<float>(),
                                              weight_strides(to));
    }
  }
  return results;
}

namespace {

/// The segment as libtorch differentiates it.
class SegmentFunction : public torch::autograd::Function<SegmentFunction> {
 public:
  static variable_list forward(torch::autograd::AutogradContext* context, FusedSegment::Kernel* kernel,
                               const TensorMap* parameters, at::TensorList tensors) {
    auto pass = c10::make_intrusive<Pass>(kernel->shared_from_this());
    pass->tensors = tensors.vec();
    variable_list results = kernel->forward(*pass, *parameters);
    context->saved_data["pass"] = c10::IValue::make_capsule(std::move(pass));
    return results;
  }

  static variable_list backward(torch::autograd::AutogradContext* context, variable_list gradients) {
    const auto capsule = context->saved_data["pass"].toCapsule();
    auto& pass = static_cast<Pass&>(*capsule);
    std::vector<bool> wanted;
    for (const at::Tensor& tensor : pass.tensors) wanted.push_back(tensor.requires_grad());
    variable_list results = pass.kernel->backward(pass, gradients, wanted);
    results.insert(results.begin(), 2, at::Tensor());  // what is not a tensor has no gradient
    return results;
  }
};

}  // namespace

FusedSegment::FusedSegment(const Graph& graph, const Segment& segment, NetworkMode mode)
    : kernel_(std::make_shared<Kernel>(graph, segment, mode)) {}

std::vector<at::Tensor> FusedSegment::run(const TensorMap& parameters,
                                          const std::vector<at::Tensor>& inputs) const {
  variable_list tensors;
  for (const at::Tensor& input : inputs) tensors.push_back(regular(input));
  for (const std::string& name : kernel_->parameter_names())
    tensors.push_back(kernel_->is_frozen() ? parameters.at(name).detach() : parameters.at(name));
  return SegmentFunction::apply(kernel_.get(), &parameters, at::TensorList(tensors));
}

}  // namespace certus
