#pragma once

#include <string_view>

namespace certus {

/// How the writer of a log rounded its radii.
struct RadiusDigits {
  enum class Kind {
    kRoundTrip,    ///< not at all: what certus writes
    kSignificant,  ///< to significant digits: Python's '{:.3}', the field's habit
    kDecimals,     ///< to digits after the point: '{:.4f}'
  };
  Kind kind = Kind::kRoundTrip;
  int digits = 0;
  bool down = false;  ///< cut off, as a careful writer does, instead of rounded to nearest
  friend bool operator==(const RadiusDigits&, const RadiusDigits&) = default;
};

/// The values that print as this logged radius: half a unit of its last digit to either side (less below 1.0
/// and other powers of ten, where significant digits reach further), or a whole unit above it when digits
/// were cut off; and slightly more, because ties may be rounded either way.
struct UnroundedRange {
  double low = 0.0;
  double high = 0.0;
  bool contains(double radius) const { return radius >= low && radius <= high; }
};
UnroundedRange unrounded_range(double logged_radius, RadiusDigits digits);

/// Takes the radii of a log as text and tells how they were rounded. The text does not tell whether they were
/// rounded up or down.
class RadiusDigitsSeen {
 public:
  void add(std::string_view text);
  RadiusDigits digits() const;

 private:
  int decimals_ = 0;
  int significant_ = 0;
  int below_one_ = 0;  ///< radii in (0.1, 1): three significant digits would show there as three decimals
};

}  // namespace certus
