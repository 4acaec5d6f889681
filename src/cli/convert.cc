#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/printed_curves.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/analysis_parameters.h"
#include "certus/metrics/grid.h"
#include "certus/report/conversion_document.h"
#include "certus/report/curve_document.h"

namespace certus::cli {
namespace {

struct ConvertOptions {
  std::string path;
  std::string method = "all";
  LogConversionOptions how;
  std::vector<double> p = usual_p();
  BudgetOptions budget;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.word("LOG|CURVE", path,
              "certification log, or CSV with the columns radius and accuracy, or x and y");
    line.group("WHAT");
    certus::describe(line, how.change);
    line.add("method", method, "how to convert")
        .shown_as("M")
        .one_of({"plug-in", "expected", "predictive", "guaranteed", "all"});
    describe_radii(line, how.radii);
    describe_p(line, p);
    describe_confidence(line, how.confidence);
    certus::describe(line, budget);
    output.describe(line);
  }
};

Document convert_curve(const ConvertOptions& options, const CommandLine& line) {
  if (line.has("--method") && options.method != "plug-in") {
    fail(ErrorKind::kConfig, "--method is '", options.method,
         "', but a printed curve has no votes; expected plug-in, or no --method");
  }
  const LoadedCurve loaded = load_curve(options.path, options.budget);
  const CurveOptions shown{.target = expect_target_budget(loaded, options.budget, options.how.change),
                           .radii = options.how.radii,
                           .p = line.has("--p") ? options.p : std::vector<double>()};
  return curve_document(loaded, evaluate_curve(loaded, shown), options.path);
}

/// Empty: all.
std::optional<ConversionMethod> method_of(const std::string& wanted) {
  for (const ConversionMethod method : kConversionMethods)
    if (wanted == method_text(method)) return method;
  return std::nullopt;
}

Document convert_one_log(const ConvertOptions& options) {
  const LoadedLog loaded = load_log(options.path, options.budget);
  LogConversionOptions how = options.how;
  how.method = method_of(options.method);
  if (how.method && needs_one_n(*how.method)) check_one_n(loaded.log, "convert --method " + options.method);
  return conversion_document(loaded, convert_log(loaded, how));
}

int run_convert(const ConvertOptions& options, const CommandLine& line) {
  deliver(is_printed_curve(options.path) ? convert_curve(options, line) : convert_one_log(options),
          options.output, {options.path});
  return 0;
}

}  // namespace

Command convert_command() {
  return command_of("convert", run_convert);
}

}  // namespace certus::cli
