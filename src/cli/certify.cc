#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/job_command.h"
#include "certus/command_line/print.h"
#include "certus/metrics/grid_parameter.h"
#include "certus/procedure/at_radii.h"
#include "certus/procedure/at_radii_two_class.h"
#include "certus/procedure/randomized.h"
#include "certus/procedure/to_width.h"
#include "certus/procedure/top_class.h"
#include "certus/procedure/two_class.h"
#include "certus/stats/budget_parameters.h"

namespace certus::cli {
namespace {

struct CertifyOptions {
  JobOptions job;
  std::int64_t n0 = 100;
  std::string radius = "top-class";
  std::vector<double> at;
  double width = 0.0;
  std::string boundary = "spending";
  double worth = 0.0;  ///< n
  double reserve = 0.0;

  void describe(CommandLine& line) {
    job.describe_what(line);
    describe_selection_votes(line, n0).rarely();
    line.group("PROCEDURE");
    describe_decisions(line);
    describe_fixed_n(line);
    job.describe_how(line);
  }

 private:
  void describe_decisions(CommandLine& line) {
    describe_grid(
        line, "at", at, {0.0, 1e9},
        "draw until it is decided whether the image is certified at each of these radii (0.25,0.5,1 "
        "or 0.25:0.25:1), at most n times")
        .shown_as("RADII");
    line.add("width", width, "draw until the radius is known to within W, at most n times")
        .shown_as("W")
        .usually("")
        .in(1e-6, 1e9);
    line.add("boundary", boundary,
             "with --at: spending has the fewest draws; mixture needs more, but draws beyond n may be added "
             "later")
        .shown_as("B")
        .one_of({"spending", "mixture"})
        .rarely();
    line.add("worth", worth,
             "with --at: draws that a certificate is worth; an image abstains where it would cost more")
        .shown_as("DRAWS")
        .usually("n")
        .in(1, 1e15)
        .rarely();
    line.add(
            "reserve", reserve,
            "with --at: share of alpha that the boundary spending keeps, so that draws beyond n may be added "
            "later")
        .shown_as("SHARE")
        .in(0, 0.9)
        .rarely();
    line.add("top_up", job.run.top_up,
             "continue the images of this finished record of --at or --width, to a larger --n (mixture, or "
             "spending with the --reserve of the record), "
             "--worth or a smaller --width; the result is a new record")
        .shown_as("RECORD")
        .rarely();
  }

  void describe_fixed_n(CommandLine& line) {
    line.add(
            "radius", radius,
            "top-class: from the bound on p_A alone; two-class: from bounds on p_A and every other class, "
            "which share alpha, also with --at; randomized: from a bound on p_A that a uniform number, which "
            "the record keeps, makes exact: a little larger")
        .shown_as("RULE")
        .one_of({"top-class", "two-class", "randomized"})
        .rarely();
  }
};

/// Fails on options that belong to decisions while draws come in, when another aim is asked for.
void check_decisions(const CertifyOptions& options, const CommandLine& line) {
  const bool at = line.has("--at"), width = line.has("--width");
  if (const char* const option = line.first_of({"--boundary", "--worth", "--reserve"});
      option != nullptr && !at)
    fail(ErrorKind::kConfig, option, " is for decisions at radii; give --at, or leave it out");
  if (line.has("--top-up") && !at && !width) {
    fail(ErrorKind::kConfig,
         "--top-up adds draws to a record of --at or --width; give the one that it was made with");
  }
  if (at && width) fail(ErrorKind::kConfig, "--at and --width are two aims; give one of them");
  const bool two_class = options.radius == "two-class";
  if ((at || width) && options.radius != "top-class" && !(at && two_class)) {
    fail(ErrorKind::kConfig, "--radius ", options.radius, " is for a fixed n; leave it out with ",
         at ? "--at" : "--width");
  }
  if (const char* const option = line.first_of({"--boundary", "--reserve", "--top-up"});
      option != nullptr && at && two_class)
    fail(ErrorKind::kConfig, option, " is for radii from the top class; leave it or --radius out");
}

/// The same of options that belong to a fixed n.
void check_fixed_n(const CertifyOptions& options, const CommandLine& line) {
  if (options.radius == "two-class" && !line.has("--at") && options.job.run.is_sound) {
    fail(ErrorKind::kConfig,
         "--radius two-class is not for --sound, whose doubtful draws a record counts for no class; leave it "
         "out");
  }
}

std::shared_ptr<const Procedure> procedure_asked_for(const CertifyOptions& options, const CommandLine& line) {
  const Budget budget = options.job.budget();
  if (line.has("--at") && options.radius == "two-class") {
    return at_radii_two_class_procedure(options.n0,
                                        {.budget = budget, .radii = options.at, .worth = options.worth});
  }
  if (line.has("--at")) {
    return at_radii_procedure(
        options.n0,
        {.budget = budget,
         .radii = options.at,
         .boundary = options.boundary == "mixture" ? DecisionBoundary::kMixture : DecisionBoundary::kSpending,
         .worth = options.worth,
         .reserve = options.reserve});
  }
  if (line.has("--width")) return to_width_procedure(options.n0, {.budget = budget, .width = options.width});
  if (options.radius == "two-class") return two_class_procedure(options.n0, budget);
  return options.radius == "randomized" ? randomized_procedure(options.n0, budget)
                                        : top_class_procedure(options.n0, budget);
}

int run_certify(const CertifyOptions& options, const CommandLine& line) {
  check_decisions(options, line);
  check_fixed_n(options, line);
  check_budget(options.job.budget());
  const auto procedure = procedure_asked_for(options, line);
  procedure->check_can_answer();  // before anything is loaded
  for (const double radius : radii_out_of_reach(*procedure)) {
    print_err("warning: radius ", radius, " is out of reach of --boundary mixture with ",
              procedure->budget().n, " draws; a larger --n, now or as a --top-up, reaches it\n");
  }
  return run_job_command(options.job, procedure, line);
}

}  // namespace

Command certify_command() {
  return command_of("certify", run_certify);
}

}  // namespace certus::cli
