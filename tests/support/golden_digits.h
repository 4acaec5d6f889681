#pragma once

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

namespace certus::test {

/// A reference value given as a decimal string, with the 64-bit mantissa of long double.
inline long double digits(const nlohmann::json& text) {
  return std::strtold(text.get<std::string>().c_str(), nullptr);
}

/// |value - exact| relative to exact; the absolute difference where exact is 0.
inline long double relative_error(long double value, long double exact) {
  return exact == 0 ? std::fabs(value) : std::fabs(value - exact) / std::fabs(exact);
}

}  // namespace certus::test
