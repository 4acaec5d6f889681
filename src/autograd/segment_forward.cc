#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>

#include "certus/autograd/channel_moments.h"
#include "certus/autograd/segment_pass.h"
#include "certus/autograd/share_phases.h"
#include "certus/autograd/training_norm.h"

namespace certus {
namespace {

using torch::autograd::variable_list;

/// The phases of a pass forward; all functions but `run` are called for one share.
class Forward {
 public:
  Forward(SegmentPass& pass, const TensorMap& parameters, const variable_list& results)
      : pass_(pass),
        plan_(pass.kernel->plan),
        parameters_(parameters),
        results_(results),
        temporary_(pass.kernel->pool) {
    const auto shares = index_of(pass.shares);
    pass.values.assign(plan_.shapes.size(), nullptr);
    pass.convolved.assign(plan_.units.size(), nullptr);
    pass.numbers.assign(shares, std::vector<ChannelNumbers>(plan_.units.size()));
    for (ValueIndex v = plan_.trains() ? 0 : plan_.inputs; v < plan_.shapes.size(); ++v)
      pass.values[v] = pass.memory.take(pass.rows * plan_.shapes[v].row());
    for (std::size_t u = 0; u < plan_.units.size(); ++u) {
      const SegmentUnit& unit = plan_.units[u];
      const BlockedShape& shape = plan_.shapes[unit.output];
      weights_.push_back(temporary_.take(static_cast<std::int64_t>(unit.convolution.weight_floats())));
      if (plan_.trains()) pass.convolved[u] = pass.memory.take(pass.rows * shape.row());
      std::vector<ChannelMoments>& seen = moments_.emplace_back();
      if (unit.epsilon) seen.assign(shares, ChannelMoments(shape.channels));
    }
    for (std::size_t share = 0; share < shares; ++share) {
      Work work{.convolution = temporary_.take(plan_.scratch_floats())};
      if (!plan_.trains()) {
        work.result = temporary_.take(plan_.chunk_floats());
        for (ValueIndex v = 0; v < plan_.inputs; ++v)
          work.inputs.push_back(temporary_.take(kFrozenRows * plan_.shapes[v].row()));
      }
      works_.push_back(std::move(work));
    }
  }

  void run() {
    std::vector<Phase> phases{[&](int share) { prepare_weights(share); }};
    if (plan_.trains()) {
      for (std::size_t u = 0; u < plan_.units.size(); ++u)
        phases.push_back([this, u](int share) { train_unit(share, u); });
      phases.push_back([&](int share) { end_training(share); });
    } else {
      phases.push_back([&](int share) { run_frozen(share); });
    }
    run_in_phases(pass_.shares, phases);
  }

 private:
  /// Memory of one share.
  struct Work {
    float* convolution = nullptr;
    // In kEval only.
    float* result = nullptr;  ///< of a convolution
    std::vector<float*> inputs;
  };

  ShareRange rows_of(int share) const { return share_of(pass_.rows, share, pass_.shares); }

  void prepare_weights(int share) const {
    const ShareRange mine = share_of(static_cast<std::int64_t>(plan_.units.size()), share, pass_.shares);
    for (std::size_t u = index_of(mine.first); u < index_of(mine.last); ++u) {
      const at::Tensor& weight = pass_.tensors[plan_.units[u].weight];
      plan_.units[u].convolution.prepare_forward(
          weight.data_ptr<float>(), {weight.stride(0), weight.stride(1), weight.stride(2), weight.stride(3)},
          weights_[u]);
    }
  }

  /// From the norm and relu of the unit before to the sums for this unit's norm.
  void train_unit(int share, std::size_t u) {
    const ShareRange mine = rows_of(share);
    if (u == 0) {
      for (ValueIndex v = 0; v < plan_.inputs; ++v)
        read_rows(pass_.tensors[v], plan_.shapes[v], mine.first, mine.size(),
                  pass_.values[v] + mine.first * plan_.shapes[v].row());
    } else {
      set_numbers(share, u - 1);
    }
    const SegmentUnit& unit = plan_.units[u];
    const BlockedShape& shape = plan_.shapes[unit.output];
    const std::int64_t chunk = plan_.chunk_rows(unit);
    for (std::int64_t row = mine.first; row < mine.last; row += chunk) {
      const std::int64_t rows = std::min(chunk, mine.last - row);
      if (u > 0) finish(share, u - 1, row, rows, convolved(u - 1, row));
      float* y = convolved(u, row);
      unit.convolution.forward(rows, pass_.values[unit.input] + row * plan_.shapes[unit.input].row(),
                               weights_[u], y, works_[index_of(share)].convolution);
      if (unit.epsilon) moments_[u][index_of(share)].add_rows(shape, rows, y);
    }
  }

  void end_training(int share) {
    const ShareRange mine = rows_of(share);
    const std::size_t last = plan_.units.size() - 1;
    set_numbers(share, last);
    finish(share, last, mine.first, mine.size(), convolved(last, mine.first));
    write_results(mine.first, mine.size());
  }

  void run_frozen(int share) {
    const Work& work = works_[index_of(share)];
    const ShareRange mine = rows_of(share);
    for (std::size_t u = 0; u < plan_.units.size(); ++u) set_bias(share, u);
    for (std::int64_t row = mine.first; row < mine.last; row += kFrozenRows) {
      const std::int64_t rows = std::min(kFrozenRows, mine.last - row);
      for (ValueIndex v = 0; v < plan_.inputs; ++v)
        read_rows(pass_.tensors[v], plan_.shapes[v], row, rows, work.inputs[v]);
      for (std::size_t u = 0; u < plan_.units.size(); ++u) {
        const SegmentUnit& unit = plan_.units[u];
        const float* x = unit.input < plan_.inputs
                             ? work.inputs[unit.input]
                             : pass_.values[unit.input] + row * plan_.shapes[unit.input].row();
        unit.convolution.forward(rows, x, weights_[u], work.result, work.convolution);
        finish(share, u, row, rows, work.result);
      }
      write_results(row, rows);
    }
  }

  float* convolved(std::size_t u, std::int64_t row) const {
    return pass_.convolved[u] + row * plan_.shapes[plan_.units[u].output].row();
  }

  /// Computes z for rows of a unit from the result of its convolution.
  void finish(int share, std::size_t u, std::int64_t row, std::int64_t rows, const float* y) const {
    const SegmentUnit& unit = plan_.units[u];
    const BlockedShape& shape = plan_.shapes[unit.output];
    const ChannelNumbers& numbers = pass_.numbers[index_of(share)][u];
    float* z = pass_.values[unit.output] + row * shape.row();
    const float* residual = unit.residual ? pass_.values[*unit.residual] + row * shape.row() : nullptr;
    for (std::int64_t i = 0; i < rows * shape.blocks(); ++i) {
      const std::size_t channel = index_of(i % shape.blocks() * kChannelsOfBlock);
      const std::int64_t at = i * shape.pixels * kChannelsOfBlock;
      plane_finish(y + at, &numbers.scale[channel], &numbers.shift[channel],
                   residual ? residual + at : nullptr, unit.relu, shape.pixels, z + at);
    }
  }

  void write_results(std::int64_t row, std::int64_t rows) const {
    for (std::size_t i = 0; i < plan_.outputs.size(); ++i) {
      const ValueIndex v = plan_.outputs[i];
      write_rows(pass_.values[v] + row * plan_.shapes[v].row(), plan_.shapes[v], row, rows, results_[i]);
    }
  }

  void set_numbers(int share, std::size_t u) const {
    plan_.units[u].epsilon ? set_norm(share, u) : set_bias(share, u);
  }

  void set_bias(int share, std::size_t u) const {
    const SegmentUnit& unit = plan_.units[u];
    ChannelNumbers& numbers = pass_.numbers[index_of(share)][u];
    const std::size_t channels = index_of(plan_.shapes[unit.output].channels);
    numbers.scale.assign(channels, 1.0F);
    numbers.shift.assign(channels, 0.0F);
    if (unit.bias != 0) {
      const at::Tensor bias = pass_.tensors[unit.bias].contiguous();
      std::copy_n(bias.data_ptr<float>(), channels, numbers.shift.begin());
    }
  }

  /// Sets what batch norm does to the channels, now that all rows have been seen; updates the running
  /// statistics as PyTorch does.
  void set_norm(int share, std::size_t u) const {
    const SegmentUnit& unit = plan_.units[u];
    ChannelNumbers& numbers = pass_.numbers[index_of(share)][u];
    const std::size_t channels = index_of(plan_.shapes[unit.output].channels);
    ChannelMoments all(plan_.shapes[unit.output].channels);
    for (const ChannelMoments& part : moments_[u]) all.add(part);
    for (auto* list : {&numbers.scale, &numbers.shift, &numbers.mean, &numbers.deviation})
      list->resize(channels);
    const float* weight = pass_.tensors[unit.norm_weight].data_ptr<float>();
    const float* bias = pass_.tensors[unit.norm_bias].data_ptr<float>();
    float* running_mean = parameters_.at(unit.running_mean).data_ptr<float>();
    float* running_var = parameters_.at(unit.running_var).data_ptr<float>();
    for (std::size_t c = 0; c < channels; ++c) {
      const double deviation = 1.0 / std::sqrt(all.squares[c] / all.count + *unit.epsilon);
      const double scale = static_cast<double>(weight[c]) * deviation;
      numbers.mean[c] = static_cast<float>(all.mean[c]);
      numbers.deviation[c] = static_cast<float>(deviation);
      numbers.scale[c] = static_cast<float>(scale);
      numbers.shift[c] = static_cast<float>(static_cast<double>(bias[c]) - all.mean[c] * scale);
      if (share != 0) continue;
      const auto moved = [](float running, double now) {
        return static_cast<float>((1.0 - kNormMomentum) * static_cast<double>(running) + kNormMomentum * now);
      };
      running_mean[c] = moved(running_mean[c], all.mean[c]);
      running_var[c] = moved(running_var[c], all.squares[c] / (all.count - 1.0));
    }
  }

  SegmentPass& pass_;
  const SegmentPlan& plan_;
  const TensorMap& parameters_;
  const variable_list& results_;
  PooledBuffers temporary_;
  std::vector<float*> weights_;                       ///< by unit
  std::vector<std::vector<ChannelMoments>> moments_;  ///< by unit, then share
  std::vector<Work> works_;                           ///< by share
};

}  // namespace

variable_list segment_forward(SegmentPass& pass, const TensorMap& parameters) {
  SegmentPlan& plan = pass.kernel->plan;
  pass.rows = pass.tensors[0].size(0);
  for (const SegmentUnit& unit : plan.units) {
    if (unit.epsilon)
      check_norm_values(plan.parameter_names[unit.norm_weight - plan.inputs],
                        pass.rows * plan.shapes[unit.output].pixels);
  }
  variable_list results;
  for (const ValueIndex v : plan.outputs) {
    const Shape& image = plan.shapes[v].image;
    results.push_back(at::empty({pass.rows, image[0], image[1], image[2]},
                                at::TensorOptions(at::kFloat).memory_format(at::MemoryFormat::ChannelsLast)));
  }
  if (pass.rows == 0) return results;
  pass.shares = static_cast<int>(std::clamp<std::int64_t>(pass.rows, 1, at::get_num_threads()));
  plan.make_ready(pass.rows, pass.shares);
  Forward(pass, parameters, results).run();
  return results;
}

}  // namespace certus
