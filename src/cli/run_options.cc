#include "certus/cli/run_options.h"

#include "certus/base/error.h"
#include "certus/cli/network_options.h"

namespace certus::cli {

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
