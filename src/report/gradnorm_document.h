#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "certus/report/document.h"
#include "certus/report/gradient_norm_figure.h"

namespace certus {

/// What analyze gradnorm found, as a table and JSON, with the sentences that say what the numbers are.
/// @param of_methods  whether the norms are of the losses of training methods, not of plain cross entropy
Document gradnorm_document(const std::vector<GradientNorms>& models, bool of_methods);

/// One row for each image of each model: what --images writes and certus plot gradnorm reads.
/// @param images, labels  by image, the same for all models
std::string gradnorm_rows(const std::vector<GradientNorms>& models, const std::vector<std::int64_t>& images,
                          const std::vector<int>& labels);

}  // namespace certus
