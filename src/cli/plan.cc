#include "certus/metrics/plan.h"

#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/grid.h"
#include "certus/report/plan_document.h"

namespace certus::cli {
namespace {

/// What deciding at --at would cost and give on the images of the logs.
Document decision_plan(const Arguments& arguments) {
  const auto at = arguments.text("--at");
  if (!at) fail(ErrorKind::kConfig, "plan: a log was given, but no --at; give the radii to decide at");
  if (arguments.positionals().empty())
    fail(ErrorKind::kConfig, "plan: --at needs a log, whose images it thinks of");
  const DecisionPlanParams params{.n = arguments.integer_or_default("--n"),
                                  .alpha = arguments.real_or_default("--alpha"),
                                  .n0 = arguments.integer_or_default("--n0"),
                                  .radii = parse_grid(*at, "--at", 0.0, 1e9)};
  std::vector<DecisionPlan> plans;
  for (const std::string& path : arguments.positionals())
    plans.push_back(plan_decisions(load_log(path, {.sigma = arguments.real("--sigma")}), params));
  return decision_plan_document(params, plans);
}

int run_plan(const Arguments& arguments) {
  if (arguments.text("--at") || !arguments.positionals().empty()) {
    deliver(decision_plan(arguments), arguments);
    return 0;
  }
  const Budget budget = budget_of(arguments);
  const PlanParams params{.budget = budget,
                          .n0 = arguments.integer_or_default("--n0"),
                          .images = arguments.integer_or_default("--images"),
                          .rho = arguments.real_or_default("--rho"),
                          .radii = radii_of(arguments, largest_radius(budget).value_or(0.0)),
                          .images_per_second = arguments.real("--rate")};
  deliver(plan_document(params, make_plan(params), "give --rate"), arguments);
  return 0;
}

}  // namespace

Command plan_command() {
  using Kind = Option::Kind;
  return {
      .name = "plan",
      .summary = "what a budget can and cannot certify, and what it will cost, before running",
      .description =
          "Prints the largest radius that (n, alpha, sigma) can certify; for every radius asked for the "
          "least n with which any image can reach it, the votes it takes, and the p_A whose images reach it "
          "half of the time; whether PREDICT can ever answer; how many certificates of the data set may be "
          "false; the number of forward passes and, given the speed of the machine, the time.\n"
          "With --at and logs: what deciding at these radii, draw by draw, would cost on the images of the "
          "logs, and what certified accuracy it would give, against all n draws for every image; exact "
          "expectations, with votes / n of the log for p_A. Radii that n draws cannot certify are left out.",
      .positional = {.name = "LOG",
                     .help = "logs whose images to think of, with --at",
                     .least = 0,
                     .most = 1000},
      .options = budget_options() +
                 std::vector<Option>{selection_votes_option(),
                                     {.name = "--images",
                                      .kind = Kind::kInteger,
                                      .value_name = "M",
                                      .help = "images to certify",
                                      .default_text = "10000",
                                      .low = 1,
                                      .high = 1e12},
                                     radii_option(),
                                     {.name = "--at",
                                      .kind = Kind::kText,
                                      .value_name = "A:STEP:B|LIST",
                                      .help = "radii to decide at, on the images of the logs"},
                                     {.name = "--rate",
                                      .kind = Kind::kReal,
                                      .value_name = "R",
                                      .help = "forward passes per second of the machine at hand",
                                      .low = 1e-6,
                                      .high = 1e15},
                                     rho_option()} +
                 output_options(),
      .examples = {{"certus plan --sigma 0.5 --n 1e5 --images 500 --rate 8650",
                    "500 images on a machine that does 8650 images/s"},
                   {"certus plan --sigma 0.25 --n 1000 --radii 0.25,0.5,0.75,1", "will a thousand votes do?"},
                   {"certus plan --at 0.25,0.5,1 noise_0.5.tsv",
                    "how many votes would decide at these radii?"}},
      .run = run_plan};
}

}  // namespace certus::cli
