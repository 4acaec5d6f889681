#pragma once

#include <string>
#include <vector>

#include "certus/cli/arguments.h"
#include "certus/logs/load_log.h"
#include "certus/metrics/budget_conversion.h"
#include "certus/report/budget_text.h"
#include "certus/report/document.h"
#include "certus/stats/sampling_weight.h"

namespace certus::cli {

/// Options that several commands have, with one wording.

/// --format; and with --output and --force for commands that print.
Option format_option();
Format format_of(const Arguments& arguments);
std::vector<Option> output_options();

/// Fails when a file to be written is one of the positionals, which a command reads.
void check_is_no_input(const std::string& output, const Arguments& arguments);

/// Prints the document or writes it to --output. Fails when the output cannot be written.
void deliver(const Document& document, const Arguments& arguments);

/// --sigma, --n, --alpha of existing logs, when neither manifest nor inference shall tell.
std::vector<Option> log_budget_options();
BudgetOptions log_budget(const Arguments& arguments);

/// --n, --alpha, --n0 and --seed, with defaults.
Option votes_option();
Option alpha_option();
Option selection_votes_option();
Option seed_option(std::string help);

/// --sigma of networks under noise; it has to be given, and sigma_of fails when it is not.
Option sigma_option();
double sigma_of(const Arguments& arguments);

/// --max and --skip: which images.
Option max_option(std::string help = "first image that is left out; all when absent");
Option skip_option(std::string default_text);

/// --sigma, --n, --alpha of a budget to be thought about, with defaults.
std::vector<Option> budget_options();
Budget budget_of(const Arguments& arguments);

/// The sampling weight that --n and --alpha mean, with the paper's 16 copies and 0.1 unless given. Fails
/// where there is none.
SamplingWeightParams sampling_weight_of(const Arguments& arguments);

/// --to-n, --to-alpha: another budget for logs.
std::vector<Option> budget_change_options();
BudgetChange budget_change(const Arguments& arguments);

/// --radii, and the grid it means; empty without it.
Option radii_option();
std::vector<double> given_radii(const Arguments& arguments);

/// The same, or without it the usual_radii up to the largest.
std::vector<double> radii_of(const Arguments& arguments, double largest_radius);

/// --p, and the grid it means.
Option p_option();
std::vector<double> p_grid_of(const Arguments& arguments);

Option confidence_option();

/// --mixed, of commands that set logs side by side.
Option mixed_option();

/// --rho, of the data-set-wide statement.
Option rho_option();

/// Joins lists of options.
std::vector<Option> operator+(std::vector<Option> a, const std::vector<Option>& b);

}  // namespace certus::cli
