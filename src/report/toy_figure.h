#pragma once

#include <vector>

#include "certus/report/figure.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// The paper's toy example over the number of votes: on a balanced binary task, ACR of the classifier that
/// always gives the same answer, and of one with the same p_A on every image, by plug-in and in expectation.
/// @param budget  its n is the most votes shown, at least 2
Figure toy_figure(double p_a, const Budget& budget);

}  // namespace certus
