#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/job_command.h"
#include "certus/command_line/print.h"
#include "certus/metrics/grid_parameter.h"
#include "certus/procedure/at_radii.h"
#include "certus/procedure/at_radii_two_class.h"
#include "certus/procedure/decision_parameters.h"
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
  DecisionParams decision;
  WidthParams width;

  void describe(CommandLine& line) {
    job.describe_what(line);
    describe_selection_votes(line, n0).rarely();
    line.group("PROCEDURE");
    describe_grid(line, "at", decision.radii, {0.0, 1e9},
                  "draw only until certification at these radii is decided: 0.25,0.5,1")
        .shown_as("RADII");
    certus::describe(line, decision);
    certus::describe(line, width);
    line.add(
            "top_up", job.run.top_up,
            "continue the images of this finished record of --at or --width with a larger --n or --worth, or "
            "a smaller --width, and write a new record; a record of the spending boundary needs the "
            "--reserve that it was made with")
        .shown_as("RECORD")
        .rarely();
    describe_fixed_n(line);
    job.describe_how(line);
  }

 private:
  void describe_fixed_n(CommandLine& line) {
    line.add("radius", radius,
             "top-class: from a bound on p_A alone; two-class: from bounds on p_A and the runner-up, which "
             "share alpha, also with --at; randomized: from a bound on p_A that a random number makes exact, "
             "so that the radius is a little larger (the record keeps the number)")
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
  if (at && width) fail(ErrorKind::kConfig, "--at and --width exclude each other; give one of them");
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
         "--radius two-class cannot be used with --sound, because a record does not say which class a "
         "doubtful draw could be for; leave out one of them");
  }
}

std::shared_ptr<const Procedure> procedure_asked_for(const CertifyOptions& options, const CommandLine& line) {
  const Budget budget = options.job.budget();
  if (line.has("--at") && options.radius == "two-class") {
    return at_radii_two_class_procedure(
        options.n0, {.budget = budget, .radii = options.decision.radii, .worth = options.decision.worth});
  }
  if (line.has("--at")) {
    DecisionParams params = options.decision;
    params.budget = budget;
    return at_radii_procedure(options.n0, params);
  }
  if (line.has("--width")) {
    WidthParams params = options.width;
    params.budget = budget;
    return to_width_procedure(options.n0, params);
  }
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
              procedure->budget().n, " draws; a larger --n reaches it, now or later with --top-up\n");
  }
  return run_job_command(options.job, procedure, line);
}

}  // namespace

Command certify_command() {
  return command_of("certify", run_certify);
}

}  // namespace certus::cli
