#pragma once

#include <span>
#include <string>

#include "certus/metrics/p_a_distribution.h"

namespace certus {

/// Images by their number of votes, as short text for the explorer page: base64 of whole numbers, each in
/// groups of seven bits, the lowest first, with the high bit set in all bytes but its last (unsigned LEB128).
///
/// Every group of images gives 2 * (votes - votes of the group before, or 0) + (1 if it has several images),
/// then its images if there are several. web/src reads it.
///
/// @param groups  by strictly rising votes, each of at least one image
std::string packed_votes(std::span<const PaDistribution::Group> groups);

}  // namespace certus
