#include "certus/procedure/asked_radii.h"

#include <algorithm>

#include "certus/base/number_text.h"

namespace certus {

std::size_t certified_radii(const std::vector<double>& radii, double radius) {
  return static_cast<std::size_t>(std::upper_bound(radii.begin(), radii.end(), radius) - radii.begin());
}

std::vector<double> radii_of_manifest(ManifestReader& reader) {
  std::vector<double> radii = reader.numbers("radii");
  for (std::size_t i = 0; i < radii.size(); ++i) {
    if (radii[i] >= 0.0 && (i == 0 || radii[i] > radii[i - 1])) continue;
    reader.refuse("radii", "radii from 0 on, each above the last");
  }
  if (radii.empty()) reader.refuse("radii", "at least one radius");
  return radii;
}

std::string radii_text(const std::vector<double>& radii) {
  std::string text;
  for (const double radius : radii) text += (text.empty() ? "" : ", ") + round_trip_text(radius);
  return text;
}

std::string stopping_rule_at(const std::vector<double>& radii) {
  return "votes until it is decided at " + radii_text(radii);
}

std::string accuracy_meaning_at(const std::vector<double>& radii) {
  return "certified accuracy was decided at " + radii_text(radii) +
         " and is a lower bound elsewhere, and so is clean accuracy";
}

}  // namespace certus
