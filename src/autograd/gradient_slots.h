#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace certus {

/// Which values a unit of a segment reads and writes. Values have numbers: inputs of the segment first, then
/// results of units in their order.
struct UnitLinks {
  std::size_t input = 0, output = 0;
  std::optional<std::size_t> residual;
};

/// Where gradients lie on the way back through a segment.
struct GradientSlots {
  std::vector<std::size_t> of_value;     ///< by value: its slot
  std::vector<std::int64_t> row_floats;  ///< by slot: floats of a row
  // By unit: whether its gradient is added to what another reader of the value left.
  std::vector<bool> adds_to_input, adds_to_residual;
};

/// Gives every value memory for its gradient, in few slots.
///
/// A slot is used again only by values with rows of the same size: then the rows of one share of the work are
/// the same bytes for all of them, and no thread writes what another still reads. The gradient of a sum is
/// that of each operand, so a residual takes over the slot of the unit's result unless it has one already.
///
/// @param row_floats  by value
/// @param units       in order of computation; every value is read by one of them or is an output
/// @param outputs     values whose gradients come from outside
GradientSlots plan_gradients(const std::vector<std::int64_t>& row_floats, const std::vector<UnitLinks>& units,
                             const std::vector<std::size_t>& outputs);

}  // namespace certus
