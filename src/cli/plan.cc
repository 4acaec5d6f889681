#include "certus/metrics/plan.h"

#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/grid.h"
#include "certus/report/plan_document.h"

namespace certus::cli {
namespace {

struct PlanOptions {
  std::vector<std::string> logs;
  std::optional<std::string> radii, at;
  std::int64_t images = 10'000;
  std::optional<double> rate;
  std::optional<double> sigma;
  std::int64_t n = kUsualBudget.n;
  double alpha = kUsualBudget.alpha;
  std::int64_t n0 = 100;
  double rho = 0.001;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("LOG", logs, "with --at: logs whose images to plan for", 0, 1000);
    line.group("WHAT");
    add_radii(line, radii);
    line.add("at", at, "radii to decide at, on the images of the logs").shown_as("A:STEP:B|LIST");
    line.add("images", images, "images to certify").shown_as("M").in(1, 1e12);
    line.add("rate", rate, "forward passes per second of your machine").shown_as("R").in(1e-6, 1e15);
    line.group("BUDGET");
    line.add("sigma", sigma, "noise level, for pixels in [0, 1]")
        .shown_as("S")
        .usually("1; with --at: that of the log")
        .in(1e-6, 1e6);
    add_votes(line, n);
    add_alpha(line, alpha);
    add_selection_votes(line, n0);
    add_rho(line, rho);
    output.describe(line);
  }
};

/// What deciding at --at would cost and give on the images of the logs.
Document decision_plan(const PlanOptions& options) {
  if (!options.at)
    fail(ErrorKind::kConfig, "plan: a log was given, but no --at; give the radii to decide at");
  if (options.logs.empty()) fail(ErrorKind::kConfig, "plan: --at needs a log, whose images it thinks of");
  const DecisionPlanParams params{.n = options.n,
                                  .alpha = options.alpha,
                                  .n0 = options.n0,
                                  .radii = parse_grid(*options.at, "--at", 0.0, 1e9)};
  std::vector<DecisionPlan> plans;
  for (const std::string& path : options.logs)
    plans.push_back(plan_decisions(load_log(path, {.sigma = options.sigma}), params));
  return decision_plan_document(params, plans);
}

Document budget_plan(const PlanOptions& options) {
  const Budget budget{
      .n = options.n, .alpha = options.alpha, .sigma = options.sigma.value_or(kUsualBudget.sigma)};
  const PlanParams params{.budget = budget,
                          .n0 = options.n0,
                          .images = options.images,
                          .rho = options.rho,
                          .radii = radii_or_usual(options.radii, largest_radius(budget).value_or(0.0)),
                          .images_per_second = options.rate};
  return plan_document(params, make_plan(params), "give --rate");
}

int run_plan(const PlanOptions& options) {
  deliver(options.at || !options.logs.empty() ? decision_plan(options) : budget_plan(options), options.output,
          options.logs);
  return 0;
}

}  // namespace

Command plan_command() {
  return with_options<PlanOptions>(
      {.name = "plan",
       .summary = "what a budget can and cannot certify, and what it will cost, before running",
       .description =
           "Prints the largest radius that (n, alpha, sigma) can certify. For every radius asked for, it "
           "prints the least n with which any image can reach it, the votes it takes, and the p_A whose "
           "images reach it half of the time. It also says whether PREDICT can ever answer, how many "
           "certificates of the data set may be false, the number of forward passes and, given the speed of "
           "the machine, the time.\n"
           "With --at and logs it prints what deciding at these radii, draw by draw, would cost on the "
           "images "
           "of the logs, and what certified accuracy it would give, against all n draws for every image. "
           "These are exact expectations, with votes / n of the log for p_A. Radii that n draws cannot "
           "certify are left out.",
       .examples = {{"certus plan --sigma 0.5 --n 1e5 --images 500 --rate 8650",
                     "500 images on a machine that processes 8650 images per second"},
                    {"certus plan --sigma 0.25 --n 1000 --radii 0.25,0.5,0.75,1",
                     "are a thousand votes enough?"},
                    {"certus plan --at 0.25,0.5,1 noise_0.5.tsv",
                     "how many votes would decide at these radii?"}}},
      run_plan);
}

}  // namespace certus::cli
