#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certus/cli/command_line.h"
#include "certus/logs/load_log.h"
#include "certus/metrics/budget_conversion.h"
#include "certus/report/document.h"
#include "certus/stats/sampling_weight.h"

namespace certus::cli {

/// Options that several commands have, with one wording. Structs are members of a command's own struct, whose
/// describe() calls theirs; single options are functions that bind a field.

void add_format(Parameters& p, Format& field);

/// --format, --output and --force of commands that print.
struct OutputOptions {
  Format format = Format::kText;
  std::optional<std::string> output;
  bool force = false;

  void describe(Parameters& p);
};

/// Fails when a file to be written is one of the files that the command reads.
void check_is_no_input(const std::string& output, const std::vector<std::string>& inputs);

/// Prints the document or writes it to --output. Fails when the output cannot be written.
void deliver(const Document& document, const OutputOptions& options,
             const std::vector<std::string>& inputs = {});
void print_document(const Document& document, Format format);

/// --as-printed of logs whose radii are rounded.
void add_as_printed(Parameters& p, bool& field);

/// --sigma, --n and --alpha of logs that exist, where neither manifest nor inference should say; --as-printed.
void add_log_budget(Parameters& p, BudgetOptions& field);

/// --sigma, --n and --alpha of a budget to be thought about.
void add_budget(Parameters& p, Budget& field);

/// The budget that is usual in the field.
inline constexpr Budget kUsualBudget{.n = 100'000, .alpha = 0.001, .sigma = 1.0};

Parameter& add_votes(Parameters& p, std::int64_t& field);            ///< --n
Parameter& add_alpha(Parameters& p, double& field);                  ///< --alpha
Parameter& add_selection_votes(Parameters& p, std::int64_t& field);  ///< --n0
Parameter& add_seed(Parameters& p, std::int64_t& field, std::string help);

/// --sigma of networks under noise; given_sigma fails when it is absent.
Parameter& add_sigma(Parameters& p, std::optional<double>& field);
double given_sigma(const std::optional<double>& sigma);

/// --max and --skip: which images.
Parameter& add_max(Parameters& p, std::optional<std::int64_t>& field);
Parameter& add_skip(Parameters& p, std::optional<std::int64_t>& field, std::string usual);

/// The sampling weight that --n and --alpha mean, with the paper's 16 copies and 0.1 unless given. Fails
/// where there is none.
SamplingWeightParams sampling_weight_of(std::optional<std::int64_t> n, std::optional<double> alpha);

/// --to-n, --to-alpha: another budget for logs.
void add_budget_change(Parameters& p, BudgetChange& field);

/// --radii, and the grid it means: empty without it.
Parameter& add_radii(Parameters& p, std::optional<std::string>& field);
std::vector<double> given_radii(const std::optional<std::string>& radii);

/// The same, or without it the usual_radii up to the largest.
std::vector<double> radii_or_usual(const std::optional<std::string>& radii, double largest_radius);

/// --p, and the grid it means; without it the usual one.
Parameter& add_p(Parameters& p, std::optional<std::string>& field);
std::vector<double> p_grid(const std::optional<std::string>& p);

Parameter& add_confidence(Parameters& p, double& field);

/// --rho, of the statement about the whole data set.
Parameter& add_rho(Parameters& p, double& field);

/// --data-dir and --no-verify, of commands that find their data sets themselves.
Parameter& add_data_dir(Parameters& p, std::string& field);
Parameter& add_no_verify(Parameters& p, bool& field);

}  // namespace certus::cli
