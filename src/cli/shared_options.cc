#include "certus/cli/shared_options.h"

#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/metrics/grid.h"

namespace certus::cli {
namespace {

constexpr double kMostVotes = 1e9;
constexpr const char* kUsualP = "0.5,0.6,0.7,0.8,0.9,0.95,0.99,0.999,0.9999,1";
constexpr double kLeastAlpha = 1e-12, kMostAlpha = 0.5;

}  // namespace

void add_format(Parameters& p, Format& field) {
  p.add_choice<Format>("format", field,
                       {{"text", Format::kText},
                        {"markdown", Format::kMarkdown},
                        {"latex", Format::kLatex},
                        {"csv", Format::kCsv},
                        {"json", Format::kJson}},
                       "how to print")
      .shown_as("F");
}

void OutputOptions::describe(Parameters& p) {
  p.group("OUTPUT");
  add_format(p, format);
  p.add("output", output, "write to this file instead of printing").shown_as("FILE").letter('o');
  p.add("force", force, "let --output replace an existing file");
}

void check_is_no_input(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    std::error_code ignored;
    if (std::filesystem::equivalent(output, input, ignored))
      fail(ErrorKind::kConfig, "--output ", output, ": is one of the inputs; give another name");
  }
}

void deliver(const Document& document, const OutputOptions& options, const std::vector<std::string>& inputs) {
  if (!options.output) return print_document(document, options.format);
  check_is_no_input(*options.output, inputs);
  write_file(*options.output, render(document, options.format),
             options.force ? Overwrite::kAllow : Overwrite::kRefuse);
}

void print_document(const Document& document, Format format) {
  const std::string text = render(document, format);
  std::fwrite(text.data(), 1, text.size(), stdout);  // run() checks that it could be written
}

void add_as_printed(Parameters& p, bool& field) {
  p.add("as_printed", field,
        "read rounded radii as they are printed, as published tables do, although votes prove less")
      .rarely();
}

void add_log_budget(Parameters& p, BudgetOptions& field) {
  p.group("BUDGET OF THE LOGS");
  p.add("sigma", field.sigma, "noise level of the logs, instead of reading it from the path")
      .shown_as("S")
      .in(1e-6, 1e6);
  p.add("n", field.n, "votes per image of the logs, instead of inferring them from the radii")
      .in(1, kMostVotes);
  p.add("alpha", field.alpha, "failure probability of the logs, instead of inferring it")
      .shown_as("A")
      .in(kLeastAlpha, kMostAlpha);
  add_as_printed(p, field.as_printed);
}

void add_budget(Parameters& p, Budget& field) {
  p.add("sigma", field.sigma, "noise level, for pixels in [0, 1]").shown_as("S").in(1e-6, 1e6);
  add_votes(p, field.n);
  add_alpha(p, field.alpha);
}

Parameter& add_votes(Parameters& p, std::int64_t& field) {
  return p.add("n", field, "votes per image").in(1, kMostVotes);
}

Parameter& add_alpha(Parameters& p, double& field) {
  return p.add("alpha", field, "failure probability per image").shown_as("A").in(kLeastAlpha, kMostAlpha);
}

Parameter& add_selection_votes(Parameters& p, std::int64_t& field) {
  return p.add("n0", field, "votes that choose the class").shown_as("N0").in(1, kMostVotes);
}

Parameter& add_seed(Parameters& p, std::int64_t& field, std::string help) {
  return p.add("seed", field, std::move(help))
      .shown_as("S")
      .in(0, 9007199254740991.0);  // 2^53 - 1: whole numbers that a double holds
}

Parameter& add_sigma(Parameters& p, std::optional<double>& field) {
  return p.add("sigma", field, "noise level, for pixels in [0, 1]; has to be given")
      .shown_as("S")
      .in(1e-6, 1e3);
}

double given_sigma(const std::optional<double>& sigma) {
  if (!sigma) {
    fail(ErrorKind::kConfig, "--sigma is missing; give the noise level the model was trained with, e.g. 0.5");
  }
  return *sigma;
}

Parameter& add_max(Parameters& p, std::optional<std::int64_t>& field) {
  return p.add("max", field, "index of the first image that is left out; all when absent")
      .shown_as("I")
      .in(1, 1e12);
}

Parameter& add_skip(Parameters& p, std::optional<std::int64_t>& field, std::string usual) {
  return p.add("skip", field, "only images whose index is a multiple of K")
      .shown_as("K")
      .usually(std::move(usual))
      .in(1, 1e12);
}

SamplingWeightParams sampling_weight_of(std::optional<std::int64_t> n, std::optional<double> alpha) {
  const SamplingWeightParams params{.n = n.value_or(16), .alpha = alpha.value_or(0.1)};
  if (sampling_weight(0, params) <= 0.0) {
    fail(ErrorKind::kConfig, "--n is ", params.n, " and --alpha ", params.alpha,
         ": three quarters of this few copies certify nothing, so there is no weight; expected more copies");
  }
  if (params.n > 100'000)
    fail(ErrorKind::kConfig, "--n is ", params.n,
         ", expected at most 100000 noisy copies for a table of weights");
  return params;
}

void add_budget_change(Parameters& p, BudgetChange& field) {
  p.add("to_n", field.n, "votes per image to convert to").usually("those of the log").in(1, kMostVotes);
  p.add("to_alpha", field.alpha, "failure probability to convert to")
      .shown_as("A")
      .usually("that of the log")
      .in(kLeastAlpha, kMostAlpha);
}

Parameter& add_radii(Parameters& p, std::optional<std::string>& field) {
  return p.add("radii", field, "radii, as a range or a list")
      .shown_as("A:STEP:B|LIST")
      .usually("0, 0.25, ... up to the largest radius");
}

std::vector<double> given_radii(const std::optional<std::string>& radii) {
  return radii ? parse_grid(*radii, "--radii", 0.0, 1e9) : std::vector<double>();
}

std::vector<double> radii_or_usual(const std::optional<std::string>& radii, double largest_radius) {
  const auto given = given_radii(radii);
  return given.empty() ? usual_radii(largest_radius) : given;
}

Parameter& add_p(Parameters& p, std::optional<std::string>& field) {
  return p.add("p", field, "values of p for P(p_A >= p)").shown_as("A:STEP:B|LIST").usually(kUsualP);
}

std::vector<double> p_grid(const std::optional<std::string>& p) {
  return parse_grid(p.value_or(kUsualP), "--p", 0.0, 1.0);
}

Parameter& add_confidence(Parameters& p, double& field) {
  return p.add("confidence", field, "confidence of intervals, bands and tests over the test images")
      .shown_as("C")
      .in(0.5, 0.999999);
}

Parameter& add_rho(Parameters& p, double& field) {
  return p.add("rho", field, "failure probability of the statement about the whole data set")
      .shown_as("R")
      .in(kLeastAlpha, kMostAlpha);
}

Parameter& add_data_dir(Parameters& p, std::string& field) {
  return p.add("data_dir", field, "folder that holds the data sets")
      .shown_as("DIR")
      .usually("$CERTUS_DATA, else ~/.cache/certus");
}

Parameter& add_no_verify(Parameters& p, bool& field) {
  return p.add("no_verify", field,
               "take data in the layout of a known data set that is not the published one");
}

}  // namespace certus::cli
