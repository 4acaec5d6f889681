#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/printed_curves.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/budget_conversion.h"

namespace certus::cli {
namespace {

using certus::json_of;

Json json_of(const Budget& budget) {
  return {{"n", budget.n}, {"alpha", budget.alpha}, {"sigma", budget.sigma}};
}

std::string text_of(const Budget& budget) {
  return join_text("n = ", grouped_text(budget.n), ", alpha = ", budget.alpha, ", sigma = ", budget.sigma);
}

Budget target_of(const Arguments& arguments, const Budget& source) {
  const Budget target = budget_change(arguments).of(source);
  check_budget(target);
  return target;
}

Document convert_curve(const Arguments& arguments, const std::string& path) {
  const auto method = arguments.text("--method");
  if (method && *method != "plug-in") {
    fail(ErrorKind::kConfig, "--method is '", *method,
         "', but a curve tells no votes: expected plug-in, or no --method");
  }
  const GivenCurve given = load_printed_curve(path, arguments);
  return curve_document(given, given.curve.path,
                        expect_shown_budget(given, arguments, budget_change(arguments)), arguments);
}

Document convert_log(const Arguments& arguments, const std::string& path) {
  const LoadedLog loaded = load_log(path, log_budget(arguments));
  check_own_votes(loaded.log, "convert");
  if (!loaded.log.has_radii())
    fail(ErrorKind::kData, path,
         ": a prediction log has no radii to convert; certus certify makes a log that has");
  const Budget source = loaded.budget();
  const Budget target = target_of(arguments, source);
  const PaDistribution p_a(loaded.log, source.n);
  const auto radii = radii_of(arguments, largest_radius(target).value_or(0.0));
  const double confidence = arguments.real_or_default("--confidence");
  const std::string wanted = arguments.text_or_default("--method");

  if (wanted == method_text(ConversionMethod::kPredictive))
    check_one_n(loaded.log, "convert --method predictive");
  std::vector<Conversion> conversions;
  for (const auto method :
       {ConversionMethod::kPlugIn, ConversionMethod::kExpected, ConversionMethod::kPredictive}) {
    if (method == ConversionMethod::kPredictive && !p_a.has_one_n()) continue;
    if (wanted == "all" || wanted == method_text(method)) {
      conversions.push_back(convert_budget(p_a, source, target, radii, method, confidence));
    }
  }
  Document document;
  document.json = {{"log", path},
                   {"rows", loaded.log.rows()},
                   {"source", json_of(source)},
                   {"target", json_of(target)},
                   {"confidence", confidence},
                   {"methods", Json::array()}};
  Table table{
      .title = join_text("Certified accuracy % at ", text_of(target)), .header = {"radius"}, .rows = {}};
  for (const double radius : radii) table.rows.push_back({exact_cell(radius)});
  bool any_extrapolated = false;
  std::vector<std::string> acr_lines;
  for (const Conversion& conversion : conversions) {
    const std::string name = method_text(conversion.method);
    const auto acr = convert_acr(p_a, target, conversion.method);
    if (acr) {
      acr_lines.push_back(
          join_text("ACR at the target, ", name, ": ", fixed_text(*acr, 4), " (not for ranking)."));
    }
    Json entry{{"method", name}, {"acr", json_of(acr)}, {"certified_accuracy", Json::array()}};
    table.header.insert(table.header.end(), {name, name + " lower", name + " upper"});
    for (std::size_t i = 0; i < radii.size(); ++i) {
      const Estimate& e = conversion.accuracy[i];
      entry["certified_accuracy"].push_back(
          {{"radius", e.at},
           {"value", e.value},
           {"lower", e.lower},
           {"upper", e.upper},
           {"extrapolated", static_cast<bool>(conversion.extrapolated[i])}});
      any_extrapolated = any_extrapolated || conversion.extrapolated[i];
      Cell value = percent_cell(e.value, 2);
      if (conversion.extrapolated[i]) value.text += "*";
      table.rows[i].insert(table.rows[i].end(), {value, percent_cell(e.lower, 2), percent_cell(e.upper, 2)});
    }
    document.json["methods"].push_back(entry);
  }
  document.add(std::move(table));
  document.add(join_text(path, ": ", budget_sentence(loaded), "; ", loaded.log.rows(),
                         " images, no inference was run."));
  for (const auto& note : loaded.notes) document.add(note);
  for (auto& line : acr_lines) document.add(std::move(line));
  if (any_extrapolated) {
    document.add(
        join_text("* extrapolated: ", grouped_text(source.n),
                  " votes cannot tell the p_A that this radius needs; trust the interval, not the value."));
  }
  return document;
}

int run_convert(const Arguments& arguments) {
  const std::string& path = arguments.positionals().front();
  deliver(is_printed_curve(path) ? convert_curve(arguments, path) : convert_log(arguments, path), arguments);
  return 0;
}

}  // namespace

Command convert_command() {
  return {
      .name = "convert",
      .summary = "the same model at another budget (N, alpha), without inference",
      .description =
          "Certified accuracy that a certified model would show had it been certified with another "
          "number of votes or "
          "another alpha, from the votes in its log; or the same from a printed curve.\n"
          "Three methods: plug-in is the paper's (look up the least share of votes that certifies the "
          "radius); expected "
          "lets the new votes be binomial around the observed share; predictive also accounts for the "
          "finite number of "
          "votes behind that share, and is the one to use when n is small. For fewer votes than the log "
          "has, predictive is "
          "exact in expectation (a random subsample of the votes); for more it estimates the "
          "distribution of p_A first. It is left out for records of certify --at and --width, whose "
          "images stopped because of their votes.\n"
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
