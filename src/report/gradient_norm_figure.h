#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "certus/report/figure.h"

namespace certus {

/// What `certus analyze gradnorm` finds of the images of one model.
struct GradientNorms {
  std::string model;
  std::int64_t samples = 0;           ///< draws behind `correct`
  std::vector<std::int64_t> correct;  ///< by image: draws that gave the label
  std::vector<double> norm;           ///< by image
};

/// What `certus analyze attack` finds: the same before and after the sphere attack.
struct AttackedNorms {
  std::string model;
  std::int64_t samples = 0;
  std::vector<std::int64_t> correct;
  std::vector<double> norm_before, norm_after;
  std::vector<double> wrong_before, wrong_after;  ///< shares of the attacked draws
};

/// Mean norms of easy and hard images of each model as bars, and over p_A.
Figure gradient_norm_figure(const std::vector<GradientNorms>& models);

/// Mean norms, and draws misclassified, over p_A: before the attack and, dashed, after it.
Figure attack_figure(const std::vector<AttackedNorms>& models);

/// Whether a CSV file is what analyze attack writes with --images, rather than analyze gradnorm.
bool is_attack_table(const std::filesystem::path& path);

/// Reads what these commands write with --images; a table of an attack names no model, so its file does.
/// Fail, naming file and line, on anything else.
std::vector<GradientNorms> read_gradient_norms(const std::filesystem::path& path);
AttackedNorms read_attacked_norms(const std::filesystem::path& path);

}  // namespace certus
