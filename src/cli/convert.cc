#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/printed_curves.h"
#include "certus/cli/shared_options.h"
#include "certus/report/conversion_document.h"
#include "certus/report/curve_document.h"

namespace certus::cli {
namespace {

struct ConvertOptions {
  std::string path;
  BudgetChange change;
  std::optional<std::string> method, radii, p;
  double confidence = 0.95;
  BudgetOptions budget;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.word("LOG|CURVE", path,
              "certification log, or CSV with the columns radius and accuracy, or x and y");
    line.group("WHAT");
    add_budget_change(line, change);
    line.add("method", method, "how to convert")
        .shown_as("M")
        .usually("all")
        .one_of({"plug-in", "expected", "predictive", "guaranteed", "all"});
    add_radii(line, radii);
    add_p(line, p);
    add_confidence(line, confidence);
    add_log_budget(line, budget);
    output.describe(line);
  }
};

Document convert_curve(const ConvertOptions& options) {
  if (options.method && *options.method != "plug-in") {
    fail(ErrorKind::kConfig, "--method is '", *options.method,
         "', but a curve does not tell the votes: expected plug-in, or no --method");
  }
  const LoadedCurve loaded = load_curve(options.path, options.budget);
  const Budget target = expect_target_budget(loaded, options.budget, options.change);
  return curve_document(loaded, evaluate_curve(loaded, curve_options(options.radii, options.p, target)),
                        options.path);
}

/// Empty: all.
std::optional<ConversionMethod> method_of(const std::optional<std::string>& wanted) {
  for (const ConversionMethod method : kConversionMethods)
    if (wanted == method_text(method)) return method;
  return std::nullopt;
}

Document convert_one_log(const ConvertOptions& options) {
  const LoadedLog loaded = load_log(options.path, options.budget);
  const auto method = method_of(options.method);
  if (method && needs_one_n(*method)) check_one_n(loaded.log, "convert --method " + *options.method);
  return conversion_document(loaded, convert_log(loaded, {.change = options.change,
                                                          .method = method,
                                                          .radii = given_radii(options.radii),
                                                          .confidence = options.confidence}));
}

int run_convert(const ConvertOptions& options) {
  deliver(is_printed_curve(options.path) ? convert_curve(options) : convert_one_log(options), options.output,
          {options.path});
  return 0;
}

}  // namespace

Command convert_command() {
  return with_options<ConvertOptions>(
      {.name = "convert",
       .summary = "the same model at another budget (N, alpha), without inference",
       .description =
           "Certified accuracy that a model would show with another number of votes or another alpha. It is "
           "computed from the votes in the model's log, or from a printed curve.\n"
           "There are four methods. plug-in is the paper's: it looks up the least share of votes that "
           "certifies the radius. expected lets the new votes be binomial around the observed share. "
           "predictive also accounts for the finite number of votes behind that share; use it when n is "
           "small. For fewer votes than the log has, predictive is exact in expectation (a random subsample "
           "of the votes); for more votes it first estimates the distribution of p_A. guaranteed gives no "
           "value but an interval that holds with the stated confidence for every distribution of p_A. The "
           "last two are left out for records of certify --at and --width, whose images stopped because of "
           "their votes.\n"
           "A curve is a CSV file with the columns radius and accuracy, whose budget must be given, or with "
           "the columns x and y for P(p_A >= x), which holds for every budget. Its name may contain sigma "
           "(ours_0.5.csv). What the printed points leave open is shown as bounds.",
       .examples = {{"certus convert logs/noise_1.0.tsv --to-n 100 --to-alpha 0.01",
                     "what a product that can afford 100 votes would certify"},
                    {"certus convert printed.csv --sigma 0.5 --n 1e5 --alpha 0.001 --to-n 1000",
                     "a curve from a paper at another budget, with bounds"}}},
      run_convert);
}

}  // namespace certus::cli
