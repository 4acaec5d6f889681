#include "certus/autograd/gradient_slots.h"

#include <algorithm>

#include "certus/base/error.h"

namespace certus {

GradientSlots plan_gradients(const std::vector<std::int64_t>& row_floats, const std::vector<UnitLinks>& units,
                             const std::vector<std::size_t>& outputs) {
  GradientSlots plan;
  plan.adds_to_input.resize(units.size());
  plan.adds_to_residual.resize(units.size());
  std::vector<std::optional<std::size_t>> slots(row_floats.size());
  std::vector<std::size_t> free;
  const auto take = [&](std::size_t value) {
    const auto found =
        std::ranges::find_if(free, [&](std::size_t s) { return plan.row_floats[s] == row_floats[value]; });
    if (found != free.end()) {
      slots[value] = *found;
      free.erase(found);
      return;
    }
    slots[value] = plan.row_floats.size();
    plan.row_floats.push_back(row_floats[value]);
  };
  for (const std::size_t value : outputs) take(value);
  for (std::size_t u = units.size(); u-- > 0;) {
    const UnitLinks& unit = units[u];
    CERTUS_CHECK(slots[unit.output].has_value());
    bool is_free = true;
    if (unit.residual) {
      plan.adds_to_residual[u] = slots[*unit.residual].has_value();
      if (!plan.adds_to_residual[u]) {
        slots[*unit.residual] = slots[unit.output];
        is_free = false;
      }
    }
    plan.adds_to_input[u] = slots[unit.input].has_value();
    if (!plan.adds_to_input[u]) take(unit.input);
    if (is_free) free.push_back(*slots[unit.output]);
  }
  for (const auto& slot : slots) {
    CERTUS_CHECK(slot.has_value());
    plan.of_value.push_back(*slot);
  }
  return plan;
}

}  // namespace certus
