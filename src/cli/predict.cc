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

int run_predict(const PredictOptions& options) {
  const auto procedure = predict_procedure(options.job.budget());
  procedure->check_can_answer();  // before anything is loaded
  return run_job_command(options.job, procedure);
}

}  // namespace

Command predict_command() {
  return with_options<PredictOptions>(
      {.name = "predict",
       .summary = "the smoothed classifier's class for every image, or an abstention",
       .description =
           "PREDICT of Cohen et al. (2019): n votes under noise. The class with the most votes is the answer "
           "if two equally likely classes would give such a lead over the runner-up with odds of at most "
           "alpha; "
           "otherwise it abstains. With probability at least 1 - alpha the answer, if there is one, is that "
           "of "
           "the smoothed classifier. Votes are recorded; resume, shards and seed work as in certify.",
       .examples = {{"certus predict model.onnx --data mnist --sigma 0.5 --n 1000 -o predict.tsv",
                     "a thousand votes per image"}}},
      run_predict);
}

}  // namespace certus::cli
