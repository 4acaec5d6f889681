#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/printed_curves.h"
#include "certus/cli/shared_options.h"
#include "certus/report/conversion_document.h"
#include "certus/report/curve_document.h"

namespace certus::cli {
namespace {

Document convert_curve(const Arguments& arguments, const std::string& path) {
  const auto method = arguments.text("--method");
  if (method && *method != "plug-in") {
    fail(ErrorKind::kConfig, "--method is '", *method,
         "', but a curve tells no votes: expected plug-in, or no --method");
  }
  const LoadedCurve loaded = load_curve(path, log_budget(arguments));
  const Budget target = expect_target_budget(loaded, arguments, budget_change(arguments));
  return curve_document(loaded, evaluate_curve(loaded, curve_options(arguments, target)), path);
}

/// Empty: all.
std::optional<ConversionMethod> method_of(const Arguments& arguments) {
  const std::string wanted = arguments.text_or_default("--method");
  for (const auto method :
       {ConversionMethod::kPlugIn, ConversionMethod::kExpected, ConversionMethod::kPredictive}) {
    if (wanted == method_text(method)) return method;
  }
  return std::nullopt;
}

Document convert_one_log(const Arguments& arguments, const std::string& path) {
  const LoadedLog loaded = load_log(path, log_budget(arguments));
  const auto method = method_of(arguments);
  if (method == ConversionMethod::kPredictive) check_one_n(loaded.log, "convert --method predictive");
  return conversion_document(loaded,
                             convert_log(loaded, {.change = budget_change(arguments),
                                                  .method = method,
                                                  .radii = given_radii(arguments),
                                                  .confidence = arguments.real_or_default("--confidence")}));
}

int run_convert(const Arguments& arguments) {
  const std::string& path = arguments.positionals().front();
  deliver(is_printed_curve(path) ? convert_curve(arguments, path) : convert_one_log(arguments, path),
          arguments);
  return 0;
}

}  // namespace

Command convert_command() {
  return {
      .name = "convert",
      .summary = "the same model at another budget (N, alpha), without inference",
      .description =
          "Certified accuracy that a certified model would show had it been certified with another number "
          "of votes or another alpha, from the votes in its log; or the same from a printed curve.\n"
          "Three methods: plug-in is the paper's (look up the least share of votes that certifies the "
          "radius); expected lets the new votes be binomial around the observed share; predictive also "
          "accounts for the finite number of votes behind that share, and is the one to use when n is "
          "small. For fewer votes than the log has, predictive is exact in expectation (a random subsample "
          "of the votes); for more it estimates the distribution of p_A first. It is left out for records "
          "of certify --at and --width, whose images stopped because of their votes.\n"
          "A curve is a CSV with the columns radius and accuracy, whose budget must be given, or with the "
          "columns x and y for P(p_A >= x), which holds for every budget. sigma may stand in its name "
          "(ours_0.5.csv). What the printed points leave open is shown as bounds.",
      .positional = {.name = "LOG|CURVE",
                     .help = "certification log, or CSV with the columns radius and accuracy, or x and y",
                     .least = 1,
                     .most = 1},
      .options = budget_change_options() +
                 std::vector<Option>{{.name = "--method",
                                      .kind = Option::Kind::kChoice,
                                      .value_name = "M",
                                      .help = "how",
                                      .default_text = "all",
                                      .choices = {"plug-in", "expected", "predictive", "all"}},
                                     radii_option(),
                                     p_option()} +
                 log_budget_options() + std::vector<Option>{confidence_option()} + output_options(),
      .examples = {{"certus convert logs/noise_1.0.tsv --to-n 100 --to-alpha 0.01",
                    "what a product that can afford 100 votes would certify"},
                   {"certus convert printed.csv --sigma 0.5 --n 1e5 --alpha 0.001 --to-n 1000",
                    "a curve from a paper at another budget, with bounds"}},
      .run = run_convert};
}

}  // namespace certus::cli
