#include "certus/cli/decision_plan.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/log_names.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/decision_cost.h"
#include "certus/metrics/grid.h"

namespace certus::cli {
namespace {

/// The radii of `asked` that the budget can certify at all.
std::vector<double> radii_in_reach(const std::vector<double>& asked, const Budget& budget) {
  const double largest = largest_radius(budget).value_or(-1.0);
  std::vector<double> radii;
  std::copy_if(asked.begin(), asked.end(), std::back_inserter(radii), [&](double r) { return r <= largest; });
  return radii;
}

}  // namespace

Document decision_plan(const Arguments& arguments) {
  const auto& paths = arguments.positionals();
  const auto at = arguments.text("--at");
  if (!at) fail(ErrorKind::kConfig, "plan: a log was given, but no --at; give the radii to decide at");
  if (paths.empty()) fail(ErrorKind::kConfig, "plan: --at needs a log, whose images it thinks of");
  const std::vector<double> asked = parse_grid(*at, "--at", 0.0, 1e9);
  const auto n0 = static_cast<double>(arguments.integer_or_default("--n0"));
  Budget budget = budget_of(arguments);
  const double fixed_draws = n0 + static_cast<double>(budget.n);

  Table by_radius{.title = join_text("Deciding at one radius, against n = ", grouped_text(budget.n),
                                     " for every image (alpha = ", budget.alpha, ')'),
                  .header = {"log", "sigma", "radius", "accuracy % with n", "decided", "lost", "mean votes",
                             "times fewer"},
                  .rows = {}};
  Table by_log{.title = "Over the radii of each log",
               .header = {"log", "sigma", "radii", "mean votes", "times fewer", "mean lost", "worst lost",
                          "votes, all at once", "fewer, all at once"},
               .rows = {}};
  Document document;
  document.json = {{"n", budget.n}, {"alpha", budget.alpha}, {"n0", n0}, {"logs", Json::array()}};
  const std::vector<std::string> names = short_names(paths);
  for (std::size_t log = 0; log < paths.size(); ++log) {
    const LoadedLog loaded = load_log(paths[log], {.sigma = arguments.real("--sigma")});
    check_one_n(loaded.log, "plan");
    check_own_votes(loaded.log, "plan");
    if (!loaded.has_lattice_radii()) {
      fail(ErrorKind::kData, paths[log],
           ": has no radii that tell the votes of the chosen class; certus certify "
           "without --radius two-class makes a log that has");
    }
    const Budget source = loaded.budget();
    budget.sigma = source.sigma;
    const std::vector<double> radii = radii_in_reach(asked, budget);
    if (radii.empty()) {
      fail(ErrorKind::kConfig, paths[log], ": ", budget.n, " votes at sigma = ", budget.sigma,
           " certify none of the radii ", *at);
    }
    Json json{{"log", paths[log]}, {"sigma", budget.sigma}, {"radii", Json::array()}};
    double sum_draws = 0;
    double sum_lost = 0;
    double worst_lost = 0;
    for (const double r : radii) {
      const DecisionCost cost =
          decision_cost(loaded.log, source, DecisionTable({.budget = budget, .radii = {r}}));
      const double draws = n0 + cost.mean_draws;
      const double lost = cost.radii[0].fixed_accuracy - cost.radii[0].accuracy;
      sum_draws += draws;
      sum_lost += lost;
      worst_lost = std::max(worst_lost, lost);
      json["radii"].push_back({{"radius", r},
                               {"fixed_accuracy", cost.radii[0].fixed_accuracy},
                               {"accuracy", cost.radii[0].accuracy},
                               {"mean_votes", draws}});
      by_radius.rows.push_back({text_cell(names[log]), exact_cell(budget.sigma), exact_cell(r),
                                percent_cell(cost.radii[0].fixed_accuracy, 2),
                                percent_cell(cost.radii[0].accuracy, 2), percent_cell(lost, 2),
                                real_cell(draws, 0), real_cell(fixed_draws / draws, 1)});
    }
    const double together =
        n0 + decision_cost(loaded.log, source, DecisionTable({.budget = budget, .radii = radii})).mean_draws;
    const auto count = static_cast<double>(radii.size());
    json["mean_votes_all_radii"] = together;
    document.json["logs"].push_back(std::move(json));
    by_log.rows.push_back({text_cell(names[log]), exact_cell(budget.sigma),
                           count_cell(static_cast<std::int64_t>(radii.size())),
                           real_cell(sum_draws / count, 0), real_cell(fixed_draws * count / sum_draws, 1),
                           percent_cell(sum_lost / count, 2), percent_cell(worst_lost, 2),
                           real_cell(together, 0), real_cell(fixed_draws / together, 1)});
  }
  document.add(std::move(by_radius));
  document.add(std::move(by_log));
  document.add(
      join_text("Votes include n0 = ", n0,
                ". Lost: points of certified accuracy. Expectations over new "
                "votes, exact, with votes / n of the log for p_A; images that abstained are counted with "
                "the most votes that must abstain."));
  return document;
}

}  // namespace certus::cli
