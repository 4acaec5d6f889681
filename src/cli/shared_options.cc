#include "certus/cli/shared_options.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/metrics/grid.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;
}  // namespace

std::vector<Option> operator+(std::vector<Option> a, const std::vector<Option>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Option format_option() {
  return {.name = "--format",
          .kind = Kind::kChoice,
          .value_name = "F",
          .help = "how to print",
          .default_text = "text",
          .choices = {"text", "markdown", "latex", "csv", "json"}};
}

Format format_of(const Arguments& arguments) {
  const std::string text = arguments.text_or_default("--format");
  if (text == "markdown") return Format::kMarkdown;
  if (text == "latex") return Format::kLatex;
  if (text == "csv") return Format::kCsv;
  if (text == "json") return Format::kJson;
  return Format::kText;
}

std::vector<Option> output_options() {
  return {format_option(),
          {.name = "--output",
           .kind = Kind::kText,
           .value_name = "FILE",
           .help = "write there instead of printing",
           .short_name = "-o"},
          {.name = "--force", .kind = Kind::kFlag, .help = "let --output replace an existing file"}};
}

void check_is_no_input(const std::string& output, const Arguments& arguments) {
  for (const std::string& input : arguments.positionals()) {
    std::error_code ignored;
    if (std::filesystem::equivalent(output, input, ignored)) {
      fail(ErrorKind::kConfig, "--output ", output, ": is one of the inputs; give another name");
    }
  }
}

void deliver(const Document& document, const Arguments& arguments) {
  const std::string text = render(document, format_of(arguments));
  if (const auto path = arguments.text("--output")) {
    check_is_no_input(*path, arguments);
    write_file(*path, text, arguments.flag("--force") ? Overwrite::kAllow : Overwrite::kRefuse);
    return;
  }
  std::fwrite(text.data(), 1, text.size(), stdout);  // run() checks that it could be written
}

std::vector<Option> log_budget_options() {
  return {{.name = "--sigma",
           .kind = Kind::kReal,
           .value_name = "S",
           .help = "noise level of the logs, instead of reading it from the path",
           .low = 1e-6,
           .high = 1e6},
          {.name = "--n",
           .kind = Kind::kInteger,
           .value_name = "N",
           .help = "votes an image was certified with, instead of inferring them from the radii",
           .low = 1,
           .high = 1e9},
          {.name = "--alpha",
           .kind = Kind::kReal,
           .value_name = "A",
           .help = "failure probability it was certified with, instead of inferring it",
           .low = 1e-12,
           .high = 0.5}};
}

BudgetOptions log_budget(const Arguments& arguments) {
  return {
      .sigma = arguments.real("--sigma"), .n = arguments.integer("--n"), .alpha = arguments.real("--alpha")};
}

Option sigma_option() {
  return {.name = "--sigma",
          .kind = Option::Kind::kReal,
          .value_name = "S",
          .help = "noise level, for pixels in [0, 1]; has to be given",
          .low = 1e-6,
          .high = 1e3};
}

double sigma_of(const Arguments& arguments) {
  const auto sigma = arguments.real("--sigma");
  if (!sigma) {
    fail(ErrorKind::kConfig, "--sigma is missing; give the noise level the model was trained with, e.g. 0.5");
  }
  return *sigma;
}

Option max_option(std::string help) {
  return {.name = "--max",
          .kind = Option::Kind::kInteger,
          .value_name = "I",
          .help = std::move(help),
          .low = 1,
          .high = 1e12};
}

Option skip_option(std::string default_text) {
  return {.name = "--skip",
          .kind = Option::Kind::kInteger,
          .value_name = "K",
          .help = "only images whose index is a multiple of K",
          .default_text = std::move(default_text),
          .low = 1,
          .high = 1e12};
}

Option votes_option() {
  return {.name = "--n",
          .kind = Kind::kInteger,
          .value_name = "N",
          .help = "votes per image",
          .default_text = "100000",
          .low = 1,
          .high = 1e9};
}

Option alpha_option() {
  return {.name = "--alpha",
          .kind = Kind::kReal,
          .value_name = "A",
          .help = "failure probability per image",
          .default_text = "0.001",
          .low = 1e-12,
          .high = 0.5};
}

Option selection_votes_option() {
  return {.name = "--n0",
          .kind = Kind::kInteger,
          .value_name = "N0",
          .help = "votes that choose the class",
          .default_text = "100",
          .low = 1,
          .high = 1e9};
}

Option seed_option(std::string help) {
  return {.name = "--seed",
          .kind = Kind::kInteger,
          .value_name = "S",
          .help = std::move(help),
          .default_text = "0",
          .low = 0,
          .high = 9007199254740991.0};  // 2^53 - 1: whole numbers that a double holds
}

std::vector<Option> budget_options() {
  return {{.name = "--sigma",
           .kind = Kind::kReal,
           .value_name = "S",
           .help = "noise level, for pixels in [0, 1]",
           .default_text = "1",
           .low = 1e-6,
           .high = 1e6},
          votes_option(),
          alpha_option()};
}

Budget budget_of(const Arguments& arguments) {
  return {.n = arguments.integer_or_default("--n"),
          .alpha = arguments.real_or_default("--alpha"),
          .sigma = arguments.real_or_default("--sigma")};
}

SamplingWeightParams sampling_weight_of(const Arguments& arguments) {
  const SamplingWeightParams params{.n = arguments.integer("--n").value_or(16),
                                    .alpha = arguments.real("--alpha").value_or(0.1)};
  if (sampling_weight(0, params) <= 0.0) {
    fail(ErrorKind::kConfig, "--n is ", params.n, " and --alpha ", params.alpha,
         ": three quarters of so few copies certify nothing, so there is no weight; expected more copies");
  }
  if (params.n > 100'000)
    fail(ErrorKind::kConfig, "--n is ", params.n,
         ", expected at most 100000 noisy copies for a table of weights");
  return params;
}

std::vector<Option> budget_change_options() {
  return {{.name = "--to-n",
           .kind = Kind::kInteger,
           .value_name = "N",
           .help = "votes per image to convert to",
           .default_text = "those of the log",
           .low = 1,
           .high = 1e9},
          {.name = "--to-alpha",
           .kind = Kind::kReal,
           .value_name = "A",
           .help = "failure probability to convert to",
           .default_text = "that of the log",
           .low = 1e-12,
           .high = 0.5}};
}

BudgetChange budget_change(const Arguments& arguments) {
  return {.n = arguments.integer("--to-n"), .alpha = arguments.real("--to-alpha")};
}

Option radii_option() {
  return {.name = "--radii",
          .kind = Kind::kText,
          .value_name = "A:STEP:B|LIST",
          .help = "radii, as a range or a list (default: 0, 0.25, ... up to the largest at hand)"};
}

std::vector<double> given_radii(const Arguments& arguments) {
  const auto text = arguments.text("--radii");
  return text ? parse_grid(*text, "--radii", 0.0, 1e9) : std::vector<double>();
}

std::vector<double> radii_of(const Arguments& arguments, double largest_radius) {
  const auto given = given_radii(arguments);
  return given.empty() ? usual_radii(largest_radius) : given;
}

Option p_option() {
  return {.name = "--p",
          .kind = Kind::kText,
          .value_name = "A:STEP:B|LIST",
          .help = "values of p for P(p_A >= p)",
          .default_text = "0.5,0.6,0.7,0.8,0.9,0.95,0.99,0.999,0.9999,1"};
}

std::vector<double> p_grid_of(const Arguments& arguments) {
  return parse_grid(arguments.text_or_default("--p"), "--p", 0.0, 1.0);
}

Option confidence_option() {
  return {.name = "--confidence",
          .kind = Kind::kReal,
          .value_name = "C",
          .help = "of intervals, bands and tests over the test images",
          .default_text = "0.95",
          .low = 0.5,
          .high = 0.999999};
}

Option mixed_option() {
  return {.name = "--mixed",
          .kind = Kind::kFlag,
          .help = "compare logs of different budgets or images, with a warning"};
}

Option rho_option() {
  return {.name = "--rho",
          .kind = Kind::kReal,
          .value_name = "R",
          .help = "failure probability of the data-set-wide statement",
          .default_text = "0.001",
          .low = 1e-12,
          .high = 0.5};
}

}  // namespace certus::cli
