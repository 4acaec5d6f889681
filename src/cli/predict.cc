#include "certus/procedure/predict.h"

#include "certus/cli/commands.h"
#include "certus/cli/job_command.h"
#include "certus/cli/shared_options.h"

namespace certus::cli {
namespace {

int run_predict(const Arguments& arguments) {
  const auto procedure = predict_procedure(job_budget(arguments));
  procedure->check_can_answer();  // before anything is loaded
  return run_job_command(arguments, procedure);
}

}  // namespace

Command predict_command() {
  return {.name = "predict",
          .summary = "the smoothed classifier's class for every image, or an abstention",
          .description =
              "PREDICT of Cohen et al. (2019): n votes under noise; the class with most of them is the "
              "answer when an "
              "exact two-sided binomial test against the runner-up has a p-value of at most alpha, else it "
              "abstains. "
              "With probability at least 1 - alpha the answer, if any, is that of the smoothed classifier. "
              "Votes are "
              "recorded; resume, shards and seed work as in certify.",
          .positional = {.name = "MODEL",
                         .help = "model.onnx, or model.safetensors of an architecture certus knows",
                         .least = 1,
                         .most = 1},
          .options = job_options(),
          .groups = job_groups({.title = "BUDGET", .everyday = {"--sigma", "--n", "--alpha"}}),
          .examples = {{"certus predict model.onnx --data mnist --sigma 0.5 --n 1000 -o predict.tsv",
                        "a thousand votes per image"}},
          .run = run_predict};
}

}  // namespace certus::cli
