#include "certus/metrics/plan.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/decision_plan.h"
#include "certus/cli/shared_options.h"
#include "certus/record/certification_record.h"
#include "certus/stats/dataset_statement.h"

namespace certus::cli {
namespace {

std::string time_text(double seconds) {
  constexpr double kYear = 365.25 * 86'400.0;
  return seconds < 100.0 * kYear ? duration_text(std::round(seconds))
                                 : join_text(three_digit_text(seconds / kYear), " years");
}

int run_plan(const Arguments& arguments) {
  if (arguments.text("--at") || !arguments.positionals().empty()) {
    deliver(decision_plan(arguments), arguments);
    return 0;
  }
  PlanParams params{.budget = budget_of(arguments),
                    .n0 = arguments.integer_or_default("--n0"),
                    .images = arguments.integer_or_default("--images"),
                    .rho = arguments.real_or_default("--rho"),
                    .radii = {},
                    .images_per_second = arguments.real("--rate")};
  const Budget& budget = params.budget;
  params.radii = radii_of(arguments, largest_radius(budget).value_or(0.0));
  const Plan plan = make_plan(params);

  Document document;
  document.json = {{"sigma", budget.sigma},
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
  Table table{.title = join_text("Radii with n = ", grouped_text(budget.n), ", alpha = ", budget.alpha,
                                 ", sigma = ", budget.sigma),
              .header = {"radius", "least n for it", "votes needed", "p_A for even odds"},
              .rows = {}};
  for (const auto& target : plan.targets) {
    document.json["radii"].push_back({{"radius", target.radius},
                                      {"least_n", json_of(target.least_n)},
                                      {"least_votes", json_of(target.least_votes)},
                                      {"p_a_for_half", json_of(target.p_for_half)}});
    table.rows.push_back({exact_cell(target.radius),
                          target.least_n ? count_cell(*target.least_n) : text_cell("out of reach"),
                          target.least_votes ? count_cell(*target.least_votes) : text_cell("not with this n"),
                          target.p_for_half ? real_cell(*target.p_for_half, 6) : text_cell("-")});
  }
  document.add(std::move(table));
  document.add(plan.largest_radius
                   ? join_text("Largest radius that can be certified: ", *plan.largest_radius, " (",
                               fixed_text(*plan.largest_radius / budget.sigma, 4), " sigma).")
                   : join_text("Every image will abstain: at alpha = ", budget.alpha, " at least ",
                               plan.least_n_to_certify, " votes are needed."));
  document.add(budget.n >= plan.least_n_to_predict
                   ? join_text("PREDICT can answer: it needs at least ", plan.least_n_to_predict, " votes.")
                   : join_text("PREDICT can never answer: it needs at least ", plan.least_n_to_predict,
                               " votes at alpha = ", budget.alpha, "."));
  document.add(join_text(
      "Of ", grouped_text(params.images), " certificates at most ", plan.most_false_certificates,
      " are false with probability at least ", 1.0 - params.rho, " (",
      fixed_text(
          100.0 * static_cast<double>(plan.most_false_certificates) / static_cast<double>(params.images), 2),
      " points; Cohen et al.'s closed form says ", fixed_text(100.0 * plan.cohen_false_share, 2), ")."));
  std::string cost =
      join_text("Cost: ", fixed_text(plan.forward_passes, 0), " forward passes (",
                grouped_text(params.images), " images, n0 + n = ", grouped_text(params.n0 + budget.n), ')');
  cost += plan.seconds
              ? join_text(", ", time_text(*plan.seconds), " at ", *params.images_per_second, " images/s.")
              : "; give --rate for the time.";
  document.add(std::move(cost));
  deliver(document, arguments);
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
          "least n with which any "
          "image can reach it, the votes it takes, and the p_A whose images reach it half of the time; "
          "whether PREDICT can "
          "ever answer; how many certificates of the data set may be false; the number of forward passes "
          "and, given the "
          "speed of the machine, the time.\n"
          "With --at and logs: what deciding at these radii, draw by draw, would cost on the images of the "
          "logs, and what "
          "certified accuracy it would give, against all n draws for every image; exact expectations, with "
          "votes / n of the "
          "log for p_A. Radii that n draws cannot certify are left out.",
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
