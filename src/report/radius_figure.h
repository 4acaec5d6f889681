#pragma once

#include <vector>

#include "certus/report/figure.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// The certified radius against p_A, and its sensitivity: what a point of p_A is worth there. Every nine of
/// p_A takes the same room.
/// @param budgets  a curve each, of one sigma
Figure radius_figure(const std::vector<Budget>& budgets);

}  // namespace certus
