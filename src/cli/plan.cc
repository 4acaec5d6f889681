#include "certus/metrics/plan.h"

#include <set>

#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/analysis_parameters.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/grid_parameter.h"
#include "certus/metrics/pilot_plan.h"
#include "certus/report/plan_document.h"
#include "certus/stats/budget_parameters.h"

namespace certus::cli {
namespace {

struct PlanOptions {
  std::vector<std::string> logs;
  std::vector<double> at;
  std::optional<double> radius;
  double loss = 1.0;
  double confidence = 0.95;
  PlanParams plan{.budget = kUsualBudget, .radii = {}, .images_per_second = {}};
  std::optional<double> sigma;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("LOG", logs, "logs whose images to plan for, with --at or --radius", 0, 1000);
    line.group("WHAT");
    describe_radii(line, plan.radii);
    describe_grid(line, "at", at, {0.0, 1e9}, "radii to decide at, on the images of the logs");
    line.add("radius", radius, "radius to certify; the logs are pilots that show which n to choose")
        .shown_as("R")
        .in(0.0, 1e9);
    line.add("loss", loss, "with --radius: points of certified accuracy that fewer draws may cost")
        .shown_as("POINTS")
        .in(0.0, 100.0);
    describe_confidence(line, confidence);
    line.add("images", plan.images, "images to certify").shown_as("M").in(1, 1e12);
    line.add("rate", plan.images_per_second, "forward passes per second of your machine")
        .shown_as("R")
        .in(1e-6, 1e15);
    line.group("BUDGET");
    line.add("sigma", sigma, "noise level, for pixels in [0, 1]")
        .shown_as("S")
        .usually("1; with logs: that of the log")
        .in(1e-6, 1e6);
    describe_votes(line, plan.budget.n);
    describe_alpha(line, plan.budget.alpha);
    describe_selection_votes(line, plan.n0).rarely();
    describe_rho(line, plan.rho).rarely();
    output.describe(line);
  }
};

/// How to do what a plan recommends.
std::string recommended_command(const PilotPlanParams& params, const PilotPlan& plan) {
  const PilotPlan::Choice& choice = *plan.choice;
  return join_text("certus certify MODEL --data DATA --sigma ", plan.sigma,
                   choice.is_decided ? join_text(" --at ", params.radius) : std::string(), " --n ",
                   plan.rows[choice.row].n, " --n0 ", params.n0, " --alpha ", params.alpha);
}

std::vector<LoadedLog> logs_of(const PlanOptions& options) {
  std::vector<LoadedLog> logs;
  for (const std::string& path : options.logs) logs.push_back(load_log(path, {.sigma = options.sigma}));
  return logs;
}

/// Which budget to choose for --radius, as the logs say.
Document pilot_plan(const PlanOptions& options, const CommandLine& line) {
  if (options.logs.empty()) {
    fail(ErrorKind::kConfig,
         "plan: --radius needs a log, the pilot; without a log, --radii shows what a budget can reach");
  }
  if (!options.at.empty())
    fail(ErrorKind::kConfig, "plan: both --radius and --at were given; expected one of them");
  PilotPlanParams params{.radius = *options.radius,
                         .alpha = options.plan.budget.alpha,
                         .n0 = options.plan.n0,
                         .n = usual_pilot_budgets(),
                         .images = options.plan.images,
                         .images_per_second = options.plan.images_per_second,
                         .confidence = options.confidence,
                         .loss = options.loss / 100.0};
  if (line.has("--n")) {
    std::set<std::int64_t> n(params.n.begin(), params.n.end());
    n.insert(options.plan.budget.n);
    params.n.assign(n.begin(), n.end());
  }
  const std::vector<LoadedLog> pilots = logs_of(options);
  std::vector<PilotPlan> plans;
  for (const LoadedLog& pilot : pilots) plans.push_back(plan_from_pilot(pilot, params));
  Document document = pilot_plan_document(params, pilots, plans);
  for (const PilotPlan& plan : plans)
    if (plan.choice) document.add(recommended_command(params, plan));
  return document;
}

/// What deciding at --at would cost and give on the images of the logs.
Document decision_plan(const PlanOptions& options) {
  if (options.at.empty())
    fail(
        ErrorKind::kConfig,
        "plan: a log was given, but neither --at nor --radius; give the radii to decide at, or the radius to "
        "certify");
  if (options.logs.empty())
    fail(ErrorKind::kConfig,
         "plan: --at needs logs of the images to plan for, e.g. certus plan --at 0.25 noise_0.5.tsv");
  const DecisionPlanParams params{.n = options.plan.budget.n,
                                  .alpha = options.plan.budget.alpha,
                                  .n0 = options.plan.n0,
                                  .radii = options.at};
  const std::vector<LoadedLog> logs = logs_of(options);
  std::vector<DecisionPlan> plans;
  for (const LoadedLog& loaded : logs) plans.push_back(plan_decisions(loaded, params));
  return decision_plan_document(params, logs, plans);
}

Document budget_plan(const PlanOptions& options) {
  PlanParams plan = options.plan;
  plan.budget.sigma = options.sigma.value_or(plan.budget.sigma);
  if (plan.radii.empty()) plan.radii = usual_radii(largest_radius(plan.budget).value_or(0.0));
  return plan_document(plan, make_plan(plan), "give --rate");
}

int run_plan(const PlanOptions& options, const CommandLine& line) {
  const bool has_logs = !options.at.empty() || !options.logs.empty();
  deliver(options.radius ? pilot_plan(options, line)
          : has_logs     ? decision_plan(options)
                         : budget_plan(options),
          options.output, options.logs);
  return 0;
}

}  // namespace

Command plan_command() {
  return command_of("plan", run_plan);
}

}  // namespace certus::cli
