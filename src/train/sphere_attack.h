#pragma once

#include "certus/recipe/sphere_attack_params.h"
#include "certus/train/method.h"

namespace certus {

struct SphereAttackResult {
  at::Tensor noise;      ///< like the noise given, each row as long as it was
  at::Tensor steps;      ///< by row, int64: steps taken
  at::Tensor succeeded;  ///< by row, bool: known to be misclassified; the last iterate is not looked at
};

/// The first misclassified point of an ascent of the cross entropy along the sphere on which the noise lies,
/// row by row, or the last point when `steps` do not find one. Rows that are misclassified from the start are
/// returned unchanged, bit for bit. The point is not necessarily the nearest one.
///
/// The division by copies matters only because of the 1e-8 that guards unit directions: images that
/// the network is very sure of are attacked less. Rows drop out of the computation as soon as they
/// are misclassified; the results are equal up to rounding, because `f`, a frozen network, treats
/// each row independently.
///
/// Source: "Average certified radius is a poor metric for randomized smoothing", 2025, adversarial noise of
/// the same norm.
///
/// @param images  rows x channels x height x width, already repeated for the copies; pixels in [0, 1]
/// @param labels  by row
/// @param noise   like images; unchanged
SphereAttackResult sphere_attack(const Classifier& f, const at::Tensor& images, const at::Tensor& labels,
                                 const at::Tensor& noise, const SphereAttackParams& params);

/// The noise of a step after the attack on each of its copies: training uses it in place of `slice.noise`,
/// whose rows are in `layout`.
at::Tensor sphere_attacked_noise(const Classifier& frozen, const Slice& slice, CopyLayout layout,
                                 const SphereAttackParams& params);

}  // namespace certus
