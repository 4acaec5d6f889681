#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace certus {

/// The shortest text that reads back as exactly this number.
std::string round_trip_text(double value);
std::string round_trip_text(float value);

/// `value` with `decimals` digits after the point, rounded to nearest, with halves rounded away from
/// zero. What is rounded is the decimal value that was meant, as the first 15 digits show it. So 10.25
/// gives 10.3 with one decimal, and so does 100 * 0.1025 (a share of 1,025 in 10,000), although no double
/// is exactly that.
std::string fixed_text(double value, int decimals);

/// The radius format that is usual in the literature (Python's '{:.3}' of a float): three significant digits,
/// at least one digit after the point, exponent notation outside [1e-4, 100).
std::string three_digit_text(double value);

/// A count with commas between thousands, for human readers: 100,000.
std::string grouped_text(std::int64_t value);

/// The whole text as a number; empty when it is not a number. "nan" and "inf" count as numbers here: the
/// caller knows which range is valid.
std::optional<double> parse_double(std::string_view text);
std::optional<std::int64_t> parse_int(std::string_view text);

}  // namespace certus
