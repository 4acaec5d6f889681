#include "certus/logs/radius_digits.h"

#include <algorithm>
#include <cmath>

namespace certus {

UnroundedRange unrounded_range(double logged_radius, RadiusDigits digits) {
  double unit_above = 0.0;
  double unit_below = 0.0;
  switch (digits.kind) {
    case RadiusDigits::Kind::kSignificant: {
      if (logged_radius <= 0.0) break;
      const double decade = std::pow(10.0, std::floor(std::log10(logged_radius) + 1e-12));
      unit_above = decade * std::pow(10.0, 1 - digits.digits);
      unit_below = logged_radius < decade * (1.0 + 1e-9) ? unit_above / 10.0 : unit_above;
      break;
    }
    case RadiusDigits::Kind::kDecimals:
      unit_above = unit_below = std::pow(10.0, -digits.digits);
      break;
    case RadiusDigits::Kind::kRoundTrip:
      // Other tools compute the radius without our rounding down; at n = 10^9 that moves it by 1e-9.
      unit_above = unit_below = 4e-9 * std::max(logged_radius, 1.0);
      break;
  }
  constexpr double kHair = 1e-9;
  const double below = digits.down ? kHair * unit_below : (0.5 + kHair) * unit_below;
  const double above = digits.down ? (1.0 + kHair) * unit_above : (0.5 + kHair) * unit_above;
  return {std::max(0.0, logged_radius - below), logged_radius + above};
}

void RadiusDigitsSeen::add(std::string_view text) {
  constexpr int kMany = 100;
  int decimals = 0;
  int significant = 0;
  bool after_point = false;
  bool leading = true;
  for (const char c : text) {
    if (c == 'e' || c == 'E') {
      decimals = kMany;  // exponents come from significant or round-trip digits only
      break;
    }
    if (c == '.') {
      after_point = true;
    } else if (c >= '0' && c <= '9') {
      if (c != '0') leading = false;
      significant += leading ? 0 : 1;
      decimals += after_point ? 1 : 0;
    }
  }
  if (significant == 0) return;             // an abstention
  if (text.ends_with(".0")) --significant;  // the format forces that zero: it carries no digit
  if (text.starts_with("0.") && text.size() > 2 && text[2] != '0') ++below_one_;
  decimals_ = std::max(decimals_, decimals);
  significant_ = std::max(significant_, significant);
}

RadiusDigits RadiusDigitsSeen::digits() const {
  using Kind = RadiusDigits::Kind;
  constexpr int kEnough = 20;  // three significant digits end in 0 twenty times in a row once in 10^20 logs
  if (significant_ <= 3) {
    if (decimals_ <= 2 && below_one_ >= kEnough) return {.kind = Kind::kDecimals, .digits = decimals_};
    return {.kind = Kind::kSignificant, .digits = 3};
  }
  constexpr int kMostDecimals = 5;
  if (decimals_ <= kMostDecimals) return {.kind = Kind::kDecimals, .digits = decimals_};
  return {};
}

}  // namespace certus
