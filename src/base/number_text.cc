#include "certus/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace certus {

namespace {

template <typename Number>
std::string shortest_text(Number value) {
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

}  // namespace

std::string round_trip_text(double value) {
  return shortest_text(value);
}

std::string round_trip_text(float value) {
  return shortest_text(value);
}

namespace {

/// Whether `value`, written with 15 digits, lies exactly halfway between two numbers with `decimals`
/// decimals.
bool is_half(double value, int decimals) {
  if (!std::isfinite(value)) return false;
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value),
                                    std::chars_format::scientific, 14);
  const std::string text(buffer.data(), result.ptr);  // d.dddddddddddddde±xx
  const int exponent = std::atoi(text.c_str() + text.find('e') + 1);
  const std::string digits = text.substr(0, 1) + text.substr(2, 14);
  const int place = exponent + decimals + 1;  // of the first digit that is not shown
  if (place < 0 || place >= static_cast<int>(digits.size())) return false;
  const auto first = static_cast<std::size_t>(place);
  return digits[first] == '5' && digits.find_first_not_of('0', first + 1) == std::string::npos;
}

}  // namespace

std::string fixed_text(double value, int decimals) {
  // Makes the value a little larger than the half, so that it is rounded away from zero; the change is
  // smaller than any digit that counts.
  if (is_half(value, decimals)) value *= 1.0 + 1e-14;
  std::array<char, 400> buffer{};  // the largest double has 309 digits before the point
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  return {buffer.data(), result.ptr};
}

std::string three_digit_text(double value) {
  if (value == 0.0) return "0.0";
  std::array<char, 32> buffer{};
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, 2);
  std::string text(buffer.data(), result.ptr);  // d.dde±xx
  const auto e = text.find('e');
  const int exponent = std::atoi(text.c_str() + e + 1);
  if (exponent < -4 || exponent >= 2) {
    std::string mantissa = text.substr(0, e);
    while (mantissa.back() == '0') mantissa.pop_back();
    if (mantissa.back() == '.') mantissa.pop_back();
    return mantissa + text.substr(e);
  }
  std::string fixed = fixed_text(std::strtod(text.c_str(), nullptr), 2 - exponent);
  while (fixed.back() == '0' && fixed[fixed.size() - 2] != '.') fixed.pop_back();
  return fixed;
}

std::string grouped_text(std::int64_t value) {
  const std::string digits = std::to_string(value);
  const std::size_t sign = value < 0 ? 1 : 0;
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > sign && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

namespace {
template <typename Number>
std::optional<Number> parse_whole(std::string_view text) {
  Number value{};
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}
}  // namespace

std::optional<double> parse_double(std::string_view text) {
  return parse_whole<double>(text);
}
std::optional<std::int64_t> parse_int(std::string_view text) {
  return parse_whole<std::int64_t>(text);
}

}  // namespace certus
