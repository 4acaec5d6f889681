#pragma once

#include <string>
#include <vector>

#include "certus/procedure/manifest_reader.h"

namespace certus {

/// What procedures that decide at given radii have in common. Radii rise.

/// How many of the radii are certified where the record has `radius`.
std::size_t certified_radii(const std::vector<double>& radii, double radius);

/// The field `radii` of a manifest; refuses radii that cannot be.
std::vector<double> radii_of_manifest(ManifestReader& reader);

/// "0.25, 0.5"
std::string radii_text(const std::vector<double>& radii);

/// What Procedure::stopping_rule and Procedure::accuracy_meaning say of them.
std::string stopping_rule_at(const std::vector<double>& radii);
std::string accuracy_meaning_at(const std::vector<double>& radii);

}  // namespace certus
