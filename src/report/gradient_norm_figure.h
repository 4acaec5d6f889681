#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "certus/report/figure.h"

namespace certus {

/// What `certus analyze gradnorm` finds of the images of one model.
struct GradientNorms {
  std::string model;
  std::string loss;          ///< what was differentiated: a preset or "cross-entropy"; empty: not known
  std::int64_t samples = 0;  ///< draws behind `correct`
  std::vector<std::int64_t> correct;  ///< by image: draws that gave the label
  std::vector<double> norm;           ///< by image
  std::vector<double> draws;          ///< by image: how often an epoch of training is expected to draw it
};

/// By image.
std::vector<double> norms_times_draws(const GradientNorms& model);

/// What `certus analyze attack` finds: the same before and after the sphere attack.
struct AttackedNorms {
  std::string model;
  std::int64_t samples = 0;
  std::vector<std::int64_t> correct;
  std::vector<double> norm_before, norm_after;
  std::vector<double> wrong_before, wrong_after;  ///< shares of the attacked draws
};

/// The norms of each model's images over p_A, on a logarithmic axis: every image as a dot (or 2,000 of them,
/// evenly chosen), the mean of each tenth of p_A with the range from the 10 % to the 90 % quantile, and the
/// means of easy and of hard images. Where training does not draw all images alike, also the mean of the norm
/// times the draws.
Figure gradient_norm_figure(const std::vector<GradientNorms>& models);

/// Mean norms, and draws misclassified, over p_A: before the attack and, dashed, after it. The norms of one
/// model have the range from the 10 % to the 90 % quantile.
Figure attack_figure(const std::vector<AttackedNorms>& models);

/// Whether a CSV file is what analyze attack writes with --images, rather than analyze gradnorm.
bool is_attack_table(const std::filesystem::path& path);

/// Reads what these commands write with --images; a table of an attack names no model, so its file does.
/// Fail, naming file and line, on anything else.
std::vector<GradientNorms> read_gradient_norms(const std::filesystem::path& path);
AttackedNorms read_attacked_norms(const std::filesystem::path& path);

/// The figure of such files, which are all of analyze gradnorm or all of analyze attack. Fails on a mixture,
/// and on pipes, because it reads files twice.
/// @param rename  gives the names to show for the models, given those in the files
Figure figure_of_norm_files(
    const std::vector<std::string>& paths,
    const std::function<std::vector<std::string>(const std::vector<std::string>&)>& rename);

}  // namespace certus
