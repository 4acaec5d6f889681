#include <algorithm>

#include "certus/autograd/segment_pass.h"
#include "certus/autograd/share_phases.h"

namespace certus {
namespace {

using torch::autograd::variable_list;

WeightStrides weight_strides(const at::Tensor& weight) {
  return {weight.stride(0), weight.stride(1), weight.stride(2), weight.stride(3)};
}

/// The phases of a pass back; all functions but `run` are called for one share.
class Backward {
 public:
  Backward(SegmentPass& pass, const variable_list& gradients, const std::vector<bool>& wanted,
           const variable_list& results)
      : pass_(pass),
        plan_(pass.kernel->plan),
        wanted_(wanted),
        results_(results),
        temporary_(pass.kernel->pool) {
    for (const at::Tensor& gradient : gradients) given_.push_back(with_regular_pixels(gradient));
    for (int share = 0; share < pass.shares; ++share) {
      Work work{.convolution = temporary_.take(plan_.scratch_floats()),
                .result = temporary_.take(plan_.chunk_floats()),
                .sum = temporary_.take(plan_.chunk_floats())};
      for (const SegmentUnit& unit : plan_.units) {
        const std::size_t channels = index_of(plan_.shapes[unit.output].channels);
        work.sums.emplace_back(channels, 0.0);
        work.centered.emplace_back(channels, 0.0);
      }
      works_.push_back(std::move(work));
    }
    for (const std::int64_t row : plan_.gradients.row_floats) {
      float* common = plan_.trains() ? temporary_.take(pass.rows * row) : nullptr;
      for (Work& work : works_)
        work.gradients.push_back(common ? common : temporary_.take(kFrozenRows * row));
    }
    for (const SegmentUnit& unit : plan_.units) {
      const auto floats = static_cast<std::int64_t>(unit.convolution.weight_floats());
      weights_.push_back(temporary_.take(floats));
      for (Work& work : works_)
        work.weight_sums.push_back(wanted[unit.weight] ? temporary_.take(floats) : nullptr);
    }
  }

  void run() {
    std::vector<Phase> phases{[&](int share) { prepare(share); }};
    if (plan_.trains()) {
      for (std::size_t u = plan_.units.size(); u-- > 0;)
        phases.push_back([this, u](int share) { train_unit(share, u); });
    } else {
      phases.push_back([&](int share) { run_frozen(share); });
    }
    phases.push_back([&](int share) { finish_weights(share); });
    run_in_phases(pass_.shares, phases);
  }

 private:
  /// Memory of one share.
  struct Work {
    float* convolution = nullptr;
    float* result = nullptr;                          ///< rows that come out of a norm
    float* sum = nullptr;                             ///< rows that are added to others
    std::vector<float*> gradients;                    ///< by slot; in kTrain the same for all shares
    std::int64_t first_row = 0;                       ///< the row with which `gradients` begin
    std::vector<float*> weight_sums;                  ///< by unit
    std::vector<std::vector<double>> sums, centered;  ///< by unit, then channel
  };

  ShareRange rows_of(int share) const { return share_of(pass_.rows, share, pass_.shares); }
  ShareRange units_of(int share) const {
    return share_of(static_cast<std::int64_t>(plan_.units.size()), share, pass_.shares);
  }

  float* gradient(const Work& work, ValueIndex v, std::int64_t row) const {
    const std::size_t slot = plan_.gradients.of_value[v];
    return work.gradients[slot] + (row - work.first_row) * plan_.gradients.row_floats[slot];
  }

  void prepare(int share) {
    const ShareRange mine = units_of(share);
    for (std::size_t u = index_of(mine.first); u < index_of(mine.last); ++u) {
      const at::Tensor& weight = pass_.tensors[plan_.units[u].weight];
      plan_.units[u].convolution.prepare_backward(weight.data_ptr<float>(), weight_strides(weight),
                                                  weights_[u]);
    }
    const Work& work = works_[index_of(share)];
    for (std::size_t u = 0; u < plan_.units.size(); ++u) {
      if (work.weight_sums[u])
        std::fill_n(work.weight_sums[u], plan_.units[u].convolution.weight_floats(), 0.0F);
    }
    if (!plan_.trains()) return;
    const ShareRange rows = rows_of(share);
    read_gradients(share, rows.first, rows.size());
    begin(share, plan_.units.size() - 1, rows.first, rows.size());
  }

  /// From the sums for this unit's norm to those for the unit before.
  void train_unit(int share, std::size_t u) {
    set_norm_gradient(share, u);
    const ShareRange mine = rows_of(share);
    const std::int64_t chunk = plan_.chunk_rows(plan_.units[u]);
    for (std::int64_t row = mine.first; row < mine.last; row += chunk) {
      const std::int64_t rows = std::min(chunk, mine.last - row);
      carry_on(share, u, row, rows);
      if (u > 0) begin(share, u - 1, row, rows);
    }
    if (u == 0) write_gradients(share, mine.first, mine.size());
  }

  void run_frozen(int share) {
    const ShareRange mine = rows_of(share);
    std::int64_t& row = works_[index_of(share)].first_row;
    for (row = mine.first; row < mine.last; row += kFrozenRows) {
      const std::int64_t rows = std::min(kFrozenRows, mine.last - row);
      read_gradients(share, row, rows);
      for (std::size_t u = plan_.units.size(); u-- > 0;) {
        begin(share, u, row, rows);
        carry_on(share, u, row, rows);
      }
      write_gradients(share, row, rows);
    }
  }

  void finish_weights(int share) {
    const ShareRange mine = units_of(share);
    for (std::size_t u = index_of(mine.first); u < index_of(mine.last); ++u) {
      const SegmentUnit& unit = plan_.units[u];
      if (!wanted_[unit.weight]) continue;
      const auto floats = static_cast<std::int64_t>(unit.convolution.weight_floats());
      float* const sum = works_[0].weight_sums[u];
      for (std::size_t other = 1; other < works_.size(); ++other)
        add_blocks(works_[other].weight_sums[u], floats, sum);
      const at::Tensor& to = results_[unit.weight];
      unit.convolution.finish_weight_gradient(sum, to.data_ptr<float>(), weight_strides(to));
    }
  }

  void read_gradients(int share, std::int64_t row, std::int64_t rows) const {
    for (std::size_t i = 0; i < plan_.outputs.size(); ++i) {
      const ValueIndex v = plan_.outputs[i];
      read_rows(given_[i], plan_.shapes[v], row, rows, gradient(works_[index_of(share)], v, row));
    }
  }

  void write_gradients(int share, std::int64_t row, std::int64_t rows) const {
    for (ValueIndex v = 0; v < plan_.inputs; ++v) {
      if (wanted_[v])
        write_rows(gradient(works_[index_of(share)], v, row), plan_.shapes[v], row, rows, results_[v]);
    }
  }

  /// Goes from the gradient of a unit's result to the gradient of the input of its relu, in place, and
  /// computes the sums that its batch norm or bias needs.
  void begin(int share, std::size_t u, std::int64_t row, std::int64_t rows) {
    Work& work = works_[index_of(share)];
    const SegmentUnit& unit = plan_.units[u];
    const BlockedShape& shape = plan_.shapes[unit.output];
    float* g = gradient(work, unit.output, row);
    const float* z = unit.relu ? pass_.values[unit.output] + row * shape.row() : nullptr;
    const float* y = unit.epsilon ? pass_.convolved[u] + row * shape.row() : nullptr;
    float sum[kChannelsOfBlock], centered[kChannelsOfBlock] = {};
    for (std::int64_t i = 0; i < rows * shape.blocks(); ++i) {
      const std::size_t channel = index_of(i % shape.blocks() * kChannelsOfBlock);
      const std::int64_t at = i * shape.pixels * kChannelsOfBlock;
      plane_gradient_sums(g + at, z ? z + at : nullptr, y ? y + at : nullptr,
                          y ? &pass_.numbers[index_of(share)][u].mean[channel] : nullptr, shape.pixels, sum,
                          centered);
      if (!plan_.trains()) continue;
      for (std::size_t c = 0; c < kChannelsOfBlock; ++c) {
        work.sums[u][channel + c] += static_cast<double>(sum[c]);
        work.centered[u][channel + c] += static_cast<double>(centered[c]);
      }
    }
  }

  /// Adds up the sums of all shares. This gives the gradients of the batch norm's parameters, or of the bias,
  /// and the numbers that are needed to pass the gradient on.
  void set_norm_gradient(int share, std::size_t u) const {
    const SegmentUnit& unit = plan_.units[u];
    const std::size_t channels = index_of(plan_.shapes[unit.output].channels);
    const double count = static_cast<double>(pass_.rows * plan_.shapes[unit.output].pixels);
    ChannelNumbers& numbers = pass_.numbers[index_of(share)][u];
    numbers.mean_gradient.resize(channels);
    numbers.slope.resize(channels);
    const auto target = [&](std::size_t parameter) {
      return share == 0 && results_[parameter].defined() ? results_[parameter].data_ptr<float>() : nullptr;
    };
    float* weight = unit.epsilon ? target(unit.norm_weight) : nullptr;
    float* bias = unit.epsilon ? target(unit.norm_bias) : unit.bias != 0 ? target(unit.bias) : nullptr;
    for (std::size_t c = 0; c < channels; ++c) {
      double sum = 0.0, centered = 0.0;
      for (const Work& work : works_) {
        sum += work.sums[u][c];
        centered += work.centered[u][c];
      }
      if (bias) bias[c] = static_cast<float>(sum);
      if (!unit.epsilon) continue;
      const auto deviation = static_cast<double>(numbers.deviation[c]);
      if (weight) weight[c] = static_cast<float>(centered * deviation);
      numbers.mean_gradient[c] = static_cast<float>(sum / count);
      numbers.slope[c] = static_cast<float>(-static_cast<double>(numbers.scale[c]) * deviation * deviation *
                                            centered / count);
    }
  }

  /// Passes the gradient through the convolution, for rows whose gradient before the relu is known.
  void carry_on(int share, std::size_t u, std::int64_t row, std::int64_t rows) const {
    const Work& work = works_[index_of(share)];
    const SegmentUnit& unit = plan_.units[u];
    const BlockedShape& shape = plan_.shapes[unit.output];
    const float* g = gradient(work, unit.output, row);
    const float* dy = g;
    if (unit.epsilon) {
      const ChannelNumbers& numbers = pass_.numbers[index_of(share)][u];
      const float* y = pass_.convolved[u] + row * shape.row();
      for (std::int64_t i = 0; i < rows * shape.blocks(); ++i) {
        const std::size_t channel = index_of(i % shape.blocks() * kChannelsOfBlock);
        const std::int64_t at = i * shape.pixels * kChannelsOfBlock;
        plane_norm_gradient(g + at, y + at, &numbers.scale[channel], &numbers.mean_gradient[channel],
                            &numbers.slope[channel], &numbers.mean[channel], shape.pixels, work.result + at);
      }
      dy = work.result;
    }
    if (plan_.gradients.adds_to_residual[u])
      add_blocks(g, rows * shape.row(), gradient(work, *unit.residual, row));
    const BlockedShape& input = plan_.shapes[unit.input];
    if (work.weight_sums[u]) {
      unit.convolution.add_weight_gradient(rows, pass_.values[unit.input] + row * input.row(), dy,
                                           work.weight_sums[u], work.convolution);
    }
    if (unit.input < plan_.inputs && !wanted_[unit.input]) return;
    const bool adds = plan_.gradients.adds_to_input[u];
    float* to = gradient(work, unit.input, row);
    float* dx = adds ? work.sum : to;
    unit.convolution.input_gradient(rows, dy, weights_[u], dx, work.convolution);
    if (adds) add_blocks(dx, rows * input.row(), to);
  }

  SegmentPass& pass_;
  const SegmentPlan& plan_;
  const std::vector<bool>& wanted_;
  const variable_list& results_;
  PooledBuffers temporary_;
  variable_list given_;          ///< gradients of outputs
  std::vector<float*> weights_;  ///< by unit
  std::vector<Work> works_;      ///< by share
};

}  // namespace

variable_list segment_backward(SegmentPass& pass, const variable_list& gradients,
                               const std::vector<bool>& wanted) {
  variable_list results(pass.tensors.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!wanted[i]) continue;
    results[i] = at::empty_like(pass.tensors[i]);
    if (i < pass.kernel->plan.inputs) results[i] = with_regular_pixels(results[i]);
    if (pass.rows == 0) results[i].zero_();
  }
  if (pass.rows > 0) Backward(pass, gradients, wanted, results).run();
  return results;
}

}  // namespace certus
