#pragma once

#include <cstdint>
#include <span>

#include "certus/report/document.h"
#include "certus/stats/certified_radius.h"
#include "certus/stats/sampling_weight.h"

namespace certus {

/// The paper's formulas as numbers, one table each. The JSON value is an array with an object per row; for
/// bound_document it is an object.

/// ACR of a classifier with the same p_A on every image, and of the trivial one, at several n.
Document toy_document(double p_a, std::span<const std::int64_t> counts, double alpha, double sigma);

/// How many votes make the ACR of a constant classifier exceed each target.
Document trivial_document(int classes, std::span<const double> targets, double alpha, double sigma);

/// Certified radius and its sensitivity at each p_A.
Document radius_document(std::span<const double> p, const Budget& budget);

/// Sampling weights of the paper's training method, as its code has them and as printed: a row per number of
/// correct copies.
Document weights_document(const SamplingWeightParams& params);

/// Clopper-Pearson bound and certified radius of one count, at most n.
Document bound_document(std::int64_t count, const Budget& budget);

}  // namespace certus
