#include "certus/study/estimate_engines.h"

#include "certus/engine/network_engine.h"

namespace certus {

EngineMaker estimate_engines(const EngineChoice& choice, std::optional<std::int64_t> workers) {
  check_engine(choice);
  return [choice, workers](const Graph& graph, std::int64_t samples) {
    EngineChoice few_draws = choice;
    few_draws.micro_batch =
        micro_batch_for(samples, make_engines(graph, choice, 1).front()->info().micro_batch);
    std::vector<std::unique_ptr<Engine>> engines;
    for (auto& engine : make_engines(graph, few_draws, workers.value_or(usual_workers(few_draws))))
      engines.push_back(std::move(engine));
    return engines;
  };
}

}  // namespace certus
