#include "certus/report/evaluation_json.h"

namespace certus {
namespace {

Json rows_json(const Evaluation& evaluation) {
  Json json{{"rows", evaluation.rows},
            {"abstentions", evaluation.abstained},
            {"acr", json_of(evaluation.acr)},
            {"clean_accuracy", evaluation.clean.value},
            {"certified_accuracy", json_of(evaluation.accuracy, "radius")},
            {"p_a", json_of(evaluation.p_a, "p")}};
  if (const auto& rounded = evaluation.rounded_acr) {
    json["acr_most"] = rounded->most;
    json["acr_as_printed"] = rounded->printed;
  }
  return json;
}

Json class_json(const ClassEvaluation& one) {
  Json json{{"class", one.label}};
  if (!one.name.empty()) json["name"] = one.name;
  json.update(rows_json(one.evaluation));
  return json;
}

/// The worst class at each point of a curve.
/// @param confidence  of the interval of the smallest true value at each point; empty: none
Json worst_at_points(const LogEvaluation& log, const char* at, std::vector<Estimate> Evaluation::*curve,
                     std::optional<double> confidence) {
  Json points;
  for (std::size_t i = 0; i < (log.whole.*curve).size(); ++i) {
    const auto value_of = [&](const Evaluation& e) { return (e.*curve)[i].value; };
    const ClassEvaluation& worst = worst_class(log.classes, value_of);
    points.push_back({{at, (log.whole.*curve)[i].at},
                      {"class", worst.label},
                      {"value", (worst.evaluation.*curve)[i].value}});
    if (!confidence) continue;
    const Interval interval = interval_of_worst(log.classes, value_of, *confidence);
    points.back()["lower"] = interval.lower;
    points.back()["upper"] = interval.upper;
  }
  return points;
}

Json worst_json(const LogEvaluation& log, double confidence) {
  const auto clean_of = [](const Evaluation& e) { return e.clean.value; };
  const Interval clean = interval_of_worst(log.classes, clean_of, confidence);
  Json worst{{"clean_accuracy", worst_class(log.classes, clean_of).label},
             {"clean_accuracy_interval", {{"lower", clean.lower}, {"upper", clean.upper}}}};
  if (log.whole.acr)
    worst["acr"] = worst_class(log.classes, [](const Evaluation& e) { return *e.acr; }).label;
  if (!log.whole.accuracy.empty())
    worst["certified_accuracy"] = worst_at_points(log, "radius", &Evaluation::accuracy, confidence);
  if (!log.whole.p_a.empty()) worst["p_a"] = worst_at_points(log, "p", &Evaluation::p_a, {});
  return worst;
}

Json draws_json(const DrawsSpent& spent) {
  return {{"mean", spent.mean},
          {"fixed", spent.fixed},
          {"decided", spent.decided},
          {"ended", spent.ended},
          {"undecided", spent.undecided}};
}

Json log_json(const LogEvaluation& log, const EvaluationOptions& options) {
  const LoadedLog& loaded = log.loaded;
  Json json{{"log", loaded.log.path}, {"name", log.name}};
  json.update(rows_json(log.whole));
  json["sigma"] = json_of(loaded.sigma.value);
  json["n"] = json_of(loaded.n.value);
  json["alpha"] = json_of(loaded.alpha.value);
  json["sources"] = {{"sigma", source_text(loaded.sigma.source)},
                     {"n", source_text(loaded.n.source)},
                     {"alpha", source_text(loaded.alpha.source)}};
  json["radii_read"] = loaded.as_printed            ? "as printed"
                       : loaded.has_rounded_radii() ? "as proven"
                                                    : "as logged";
  if (!log.p_a_itself.empty()) json["p_a_itself"] = json_of(log.p_a_itself, "p");
  json["acr_is_fit_for_ranking"] = false;
  json["near_constant"] = log.near_constant.has_value();
  if (log.draws) json["draws"] = draws_json(*log.draws);
  if (const auto& statement = log.false_certificates) {
    json["data_set_statement"] = {{"rho", options.rho},
                                  {"most_false_certificates", statement->most},
                                  {"share", statement->share},
                                  {"cohen_closed_form", statement->cohen_share}};
  }
  json["notes"] = loaded.notes;
  if (log.classes.empty()) return json;
  for (const ClassEvaluation& one : log.classes) json["per_class"].push_back(class_json(one));
  json["worst_class"] = worst_json(log, options.confidence);
  return json;
}

}  // namespace

Json evaluation_json(const LogEvaluations& found) {
  Json json = Json::array();
  for (const LogEvaluation& log : found.logs) json.push_back(log_json(log, found.options));
  for (Json& log : json_of(std::span<const UnreadLog>(found.unread))) json.push_back(std::move(log));
  return json;
}

}  // namespace certus
