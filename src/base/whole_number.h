#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace certus {

/// The whole number that a JSON value is, or empty: JSON may write larger ones than any type holds, and
/// readers wrap them silently.
template <class Json>
std::optional<std::int64_t> whole_number(const Json& json) {
  if (!json.is_number_integer()) return std::nullopt;
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (json.is_number_unsigned() && json.template get<std::uint64_t>() > kLargest) return std::nullopt;
  return json.template get<std::int64_t>();
}

}  // namespace certus
