#include "certus/report/plan_document.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/record/certification_record.h"
#include "certus/report/budget_text.h"
#include "certus/report/json_values.h"
#include "certus/report/log_names.h"

namespace certus {
namespace {

std::string time_text(double seconds) {
  constexpr double kYear = 365.25 * 86'400.0;
  return seconds < 100.0 * kYear ? duration_text(std::round(seconds))
                                 : join_text(three_digit_text(seconds / kYear), " years");
}

Json plan_json(const PlanParams& params, const Plan& plan) {
  const Budget& budget = params.budget;
  Json json{{"sigma", budget.sigma},
            {"n", budget.n},
            {"alpha", budget.alpha},
            {"n0", params.n0},
            {"images", params.images},
            {"largest_radius", json_of(plan.largest_radius)},
            {"least_n_to_certify", plan.least_n_to_certify},
            {"least_n_to_predict", plan.least_n_to_predict},
            {"can_predict", budget.n >= plan.least_n_to_predict},
            {"rho", params.rho},
            {"most_false_certificates", plan.most_false_certificates},
            {"cohen_closed_form", plan.cohen_false_share},
            {"forward_passes", plan.forward_passes},
            {"seconds", json_of(plan.seconds)},
            {"radii", Json::array()}};
  for (const Plan::Target& target : plan.targets) {
    json["radii"].push_back({{"radius", target.radius},
                             {"least_n", json_of(target.least_n)},
                             {"least_votes", json_of(target.least_votes)},
                             {"p_a_for_half", json_of(target.p_for_half)}});
  }
  return json;
}

Table radii_table(const PlanParams& params, const Plan& plan) {
  Table table{.title = "Radii with " + budget_text(params.budget),
              .header = {"radius", "least n for it", "votes needed", "p_A for a 50 % chance"},
              .rows = {}};
  for (const Plan::Target& target : plan.targets) {
    table.rows.push_back({exact_cell(target.radius),
                          target.least_n ? count_cell(*target.least_n) : text_cell("out of reach"),
                          target.least_votes ? count_cell(*target.least_votes) : text_cell("not with this n"),
                          target.p_for_half ? real_cell(*target.p_for_half, 6) : text_cell("-")});
  }
  return table;
}

std::string cost_sentence(const PlanParams& params, const Plan& plan, const std::string& rate_hint) {
  const std::string passes = join_text("Cost: ", fixed_text(plan.forward_passes, 0), " forward passes (",
                                       grouped_text(params.images),
                                       " images, n0 + n = ", grouped_text(params.n0 + params.budget.n), ')');
  if (!plan.seconds) return join_text(passes, "; ", rate_hint, " for the time.");
  return join_text(passes, ", ", time_text(*plan.seconds), " at ", *params.images_per_second, " images/s.");
}

Table decisions_by_radius(const DecisionPlanParams& params, const std::vector<DecisionPlan>& plans,
                          const std::vector<std::string>& names) {
  const auto fixed_votes = static_cast<double>(params.n0 + params.n);
  Table table{.title = join_text("Deciding at one radius, against n = ", grouped_text(params.n),
                                 " for every image (alpha = ", params.alpha, ')'),
              .header = {"log", "sigma", "radius", "accuracy % with n", "decided", "lost", "mean votes",
                         "times fewer", "least possible"},
              .rows = {},
              .key_columns = 3};
  for (std::size_t i = 0; i < plans.size(); ++i) {
    for (const DecisionPlan::Radius& at : plans[i].radii) {
      table.rows.push_back({text_cell(names[i]), exact_cell(plans[i].sigma), exact_cell(at.radius),
                            percent_cell(at.fixed_accuracy, 2), percent_cell(at.accuracy, 2),
                            percent_cell(at.lost(), 2), real_cell(at.mean_votes, 0),
                            real_cell(fixed_votes / at.mean_votes, 1), real_cell(at.least_votes, 0)});
    }
  }
  return table;
}

Table decisions_by_log(const DecisionPlanParams& params, const std::vector<DecisionPlan>& plans,
                       const std::vector<std::string>& names) {
  const auto fixed_votes = static_cast<double>(params.n0 + params.n);
  Table table{.title = "Over the radii of each log",
              .header = {"log", "sigma", "radii", "mean votes", "times fewer", "mean lost", "worst lost",
                         "least possible", "votes, all at once", "times fewer, all at once",
                         "least possible, all at once"},
              .rows = {},
              .key_columns = 2};
  for (std::size_t i = 0; i < plans.size(); ++i) {
    double votes = 0;
    double least = 0;
    double lost = 0;
    double worst_lost = 0;
    for (const DecisionPlan::Radius& at : plans[i].radii) {
      votes += at.mean_votes;
      least += at.least_votes;
      lost += at.lost();
      worst_lost = std::max(worst_lost, at.lost());
    }
    const auto count = static_cast<double>(plans[i].radii.size());
    const double together = plans[i].mean_votes_all_radii;
    table.rows.push_back(
        {text_cell(names[i]), exact_cell(plans[i].sigma),
         count_cell(static_cast<std::int64_t>(plans[i].radii.size())), real_cell(votes / count, 0),
         real_cell(fixed_votes * count / votes, 1), percent_cell(lost / count, 2),
         percent_cell(worst_lost, 2), real_cell(least / count, 0), real_cell(together, 0),
         real_cell(fixed_votes / together, 1), real_cell(plans[i].least_votes_all_radii, 0)});
  }
  return table;
}

std::string draws_text(double draws) {
  return grouped_text(static_cast<std::int64_t>(std::llround(draws)));
}

Json way_json(const PilotPlan::Way& way) {
  return {{"value", way.certified.value}, {"lower", way.certified.lower}, {"upper", way.certified.upper},
          {"mean_draws", way.mean_draws}, {"draws", way.draws},           {"seconds", json_of(way.seconds)}};
}

Json pilot_json(const PilotPlan& plan) {
  Json json{{"log", plan.path},      {"sigma", plan.sigma},
            {"n", plan.pilot_n},     {"images", plan.pilot_images},
            {"rows", Json::array()}, {"recommended", nullptr}};
  for (const PilotPlan::Row& row : plan.rows) {
    json["rows"].push_back({{"n", row.n},
                            {"extrapolated", row.extrapolated},
                            {"fixed", way_json(row.fixed)},
                            {"decided", row.decided ? way_json(*row.decided) : Json(nullptr)}});
  }
  if (plan.choice) {
    json["recommended"] = way_json(plan.way(*plan.choice));
    json["recommended"]["n"] = plan.rows[plan.choice->row].n;
    json["recommended"]["decided"] = plan.choice->is_decided;
  }
  return json;
}

Table pilot_table(const PilotPlanParams& params, const PilotPlan& plan, const std::string& name) {
  Table table{.title = join_text(name, ": certified accuracy % at radius ", params.radius,
                                 ", sigma = ", plan.sigma, ", alpha = ", params.alpha),
              .header = {"n", "draws", "expected", "at least", "at most", "draws per image", "all draws"},
              .rows = {},
              .key_columns = 2};
  if (params.images_per_second) table.header.emplace_back("time");
  const auto add = [&](const PilotPlan::Row& row, const PilotPlan::Way& way, const char* spent) {
    Cell value = percent_cell(way.certified.value, 2);
    if (row.extrapolated) value.text += "*";
    table.rows.push_back({count_cell(row.n), text_cell(spent), std::move(value),
                          percent_cell(way.certified.lower, 2), percent_cell(way.certified.upper, 2),
                          count_cell(std::llround(way.mean_draws)), count_cell(std::llround(way.draws))});
    if (way.seconds) table.rows.back().push_back(text_cell(time_text(*way.seconds)));
  };
  for (const PilotPlan::Row& row : plan.rows) {
    add(row, row.fixed, "all n");
    if (row.decided) add(row, *row.decided, "decided");
  }
  return table;
}

std::string recommendation(const PilotPlanParams& params, const PilotPlan& plan, const std::string& name) {
  if (!plan.choice)
    return join_text(name, ": no budget in the table is expected to certify an image at this radius.");
  const PilotPlan::Way& way = plan.way(*plan.choice);
  const std::string spent = plan.choice->is_decided ? "decided draw by draw" : "all n draws for every image";
  return join_text(
      name, ": n = ", grouped_text(plan.rows[plan.choice->row].n), ", ", spent,
      ", is recommended: ", percent_text(way.certified.value, 2), " % expected (",
      percent_text(way.certified.lower, 2), " to ", percent_text(way.certified.upper, 2), " %), ",
      draws_text(way.mean_draws), " draws per image",
      way.seconds ? join_text(", ", time_text(*way.seconds), " for ", grouped_text(params.images), " images")
                  : std::string(),
      ". It takes the fewest draws of all rows that are expected to certify at most ",
      percent_text(params.loss, 2), " points less than the best row.");
}

/// What the columns of pilot tables mean.
std::vector<std::string> pilot_sentences(const PilotPlanParams& params, const std::vector<PilotPlan>& plans) {
  std::vector<std::string> said{join_text(
      "At least, at most: the certified accuracy expected on images like these lies between them with ",
      "probability at least ", params.confidence, ", for each row by itself and for every distribution of ",
      "p_A. Expected: predictive conversion of the pilot; decided rows have less, by what the decision ",
      "loses. This loss and the draws of decided rows take votes / n of the pilot for p_A. Draws include ",
      "n0 = ", params.n0, ".")};
  const auto is_extrapolated = [](const PilotPlan& plan) {
    return std::ranges::any_of(plan.rows, &PilotPlan::Row::extrapolated);
  };
  if (std::ranges::any_of(plans, is_extrapolated))
    said.emplace_back(
        "* extrapolated: the pilot has too few votes for this value; trust the interval, not the value.");
  return said;
}

/// What is known of the budget of each log, and how its votes were read.
/// @param beside  follows what is said of rounded radii
void add_notes(Document& document, const std::vector<LoadedLog>& logs, const std::vector<std::string>& names,
               const char* beside) {
  LogNotes notes(logs.size());
  for (std::size_t i = 0; i < logs.size(); ++i) {
    notes.add(names[i], budget_sentence(logs[i]));
    for (const std::string& note : logs[i].notes) notes.add(names[i], note);
    if (logs[i].has_rounded_radii() && !logs[i].as_printed) {
      notes.add(
          names[i],
          join_text("its radii are rounded: each is read as the middle one of the votes that print to it",
                    beside));
    }
  }
  for (std::string& line : notes.lines()) document.add(std::move(line));
}

Json decisions_json(const DecisionPlan& plan) {
  Json json{{"log", plan.path}, {"sigma", plan.sigma}, {"radii", Json::array()}};
  for (const DecisionPlan::Radius& at : plan.radii) {
    json["radii"].push_back({{"radius", at.radius},
                             {"fixed_accuracy", at.fixed_accuracy},
                             {"accuracy", at.accuracy},
                             {"mean_votes", at.mean_votes},
                             {"least_votes", at.least_votes}});
  }
  json["mean_votes_all_radii"] = plan.mean_votes_all_radii;
  json["least_votes_all_radii"] = plan.least_votes_all_radii;
  return json;
}

}  // namespace

Document plan_document(const PlanParams& params, const Plan& plan, const std::string& rate_hint) {
  const Budget& budget = params.budget;
  Document document;
  json_in(document) = plan_json(params, plan);
  document.add(radii_table(params, plan));
  document.add(plan.largest_radius
                   ? join_text("Largest radius that can be certified: ", *plan.largest_radius, " (",
                               fixed_text(*plan.largest_radius / budget.sigma, 4), " sigma).")
                   : join_text("Every image will abstain: at alpha = ", budget.alpha, " at least ",
                               plan.least_n_to_certify, " votes are needed."));
  document.add(budget.n >= plan.least_n_to_predict
                   ? join_text("PREDICT can answer: it needs at least ", plan.least_n_to_predict, " votes.")
                   : join_text("PREDICT can never answer: it needs at least ", plan.least_n_to_predict,
                               " votes at alpha = ", budget.alpha, "."));
  const double false_share =
      static_cast<double>(plan.most_false_certificates) / static_cast<double>(params.images);
  document.add(
      join_text("Of ", grouped_text(params.images), " certificates at most ", plan.most_false_certificates,
                " are false with probability at least ", 1.0 - params.rho, " (", percent_text(false_share, 2),
                " points; Cohen et al.'s closed form says ", percent_text(plan.cohen_false_share, 2), ")."));
  document.add(cost_sentence(params, plan, rate_hint));
  return document;
}

Document decision_plan_document(const DecisionPlanParams& params, const std::vector<LoadedLog>& logs,
                                const std::vector<DecisionPlan>& plans) {
  const auto n0 = static_cast<double>(params.n0);
  std::vector<std::string> paths;
  Document document;
  json_in(document) = {{"n", params.n}, {"alpha", params.alpha}, {"n0", n0}, {"logs", Json::array()}};
  for (const DecisionPlan& plan : plans) {
    paths.push_back(plan.path);
    json_in(document)["logs"].push_back(decisions_json(plan));
  }
  const auto names = short_names(paths);
  document.add(decisions_by_radius(params, plans, names));
  document.add(decisions_by_log(params, plans, names));
  add_notes(document, logs, names, "");
  document.add(join_text(
      "Votes include n0 = ", n0, ". Lost: points of certified accuracy. The numbers are exact expectations ",
      "over new votes, with votes / n of the log for p_A. Images that abstained count with the most votes ",
      "that still abstain."));
  document.add(
      "Least possible: every valid rule that certifies each of these images at least as often takes at least "
      "this many votes on average, n0 included, however often it looks at the votes (Wald's bound).");
  return document;
}

Document pilot_plan_document(const PilotPlanParams& params, const std::vector<LoadedLog>& pilots,
                             const std::vector<PilotPlan>& plans) {
  std::vector<std::string> paths;
  for (const PilotPlan& plan : plans) paths.push_back(plan.path);
  const auto names = short_names(paths);
  Document document;
  json_in(document) = {{"radius", params.radius},
                       {"alpha", params.alpha},
                       {"n0", params.n0},
                       {"images", params.images},
                       {"images_per_second", json_of(params.images_per_second)},
                       {"confidence", params.confidence},
                       {"loss", params.loss},
                       {"pilots", Json::array()}};
  for (std::size_t i = 0; i < plans.size(); ++i) {
    json_in(document)["pilots"].push_back(pilot_json(plans[i]));
    document.add(pilot_table(params, plans[i], names[i]));
  }
  add_notes(document, pilots, names, "; the intervals allow for all of them");
  for (std::string& sentence : pilot_sentences(params, plans)) document.add(std::move(sentence));
  for (std::size_t i = 0; i < plans.size(); ++i) document.add(recommendation(params, plans[i], names[i]));
  return document;
}

}  // namespace certus
