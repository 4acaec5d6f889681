#include "certus/cli/run_options.h"

#include "certus/base/error.h"
#include "certus/cli/network_options.h"
#include "certus/cli/option_forms.h"

namespace certus::cli {

Option data_dir_option() {
  return text_option("--data-dir", "DIR", "folder that holds the data sets",
                     "$CERTUS_DATA, else ~/.cache/certus");
}

Option no_verify_option() {
  return flag_option("--no-verify",
                     "take data in the layout of a known data set that is not the published one");
}

Start start_of(const Arguments& arguments, const char* what) {
  const bool resume = arguments.flag("--resume"), force = arguments.flag("--force");
  if (resume && force) {
    fail(ErrorKind::kConfig, "--resume goes on with ", what, " and --force begins it anew; give one of them");
  }
  return resume ? Start::kResume : force ? Start::kReplace : Start::kNew;
}

EngineMaker engine_maker(const Arguments& arguments) {
  const EngineChoice choice = engine_choice(arguments);
  check_engine(choice);
  return [&arguments, choice](const Graph& graph, std::int64_t samples) {
    EngineChoice few_draws = choice;
    few_draws.micro_batch =
        micro_batch_for(samples, make_engines(graph, choice, 1).front()->info().micro_batch);
    return make_engines(arguments, graph, few_draws);
  };
}

}  // namespace certus::cli
