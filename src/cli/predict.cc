#include "certus/procedure/predict.h"

#include "certus/cli/commands.h"
#include "certus/cli/job_command.h"

namespace certus::cli {
namespace {

struct PredictOptions {
  JobOptions job;

  void describe(CommandLine& line) {
    job.describe_what(line);
    job.describe_how(line);
  }
};

int run_predict(const PredictOptions& options, const CommandLine& line) {
  const auto procedure = predict_procedure(options.job.budget());
  procedure->check_can_answer();  // before anything is loaded
  return run_job_command(options.job, procedure, line);
}

}  // namespace

Command predict_command() {
  return command_of("predict", run_predict);
}

}  // namespace certus::cli
