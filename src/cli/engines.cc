#include "certus/cli/engines.h"

#include "certus/base/error.h"
#ifdef CERTUS_WITH_TORCH
#include "certus/engine_torch/torch_engine.h"
#endif

namespace certus::cli {
namespace {

struct Entry {
  std::string name;
  std::unique_ptr<NetworkEngine> (*make)(const Graph& graph, const EngineChoice& choice);
};

const std::vector<Entry>& engines() {
  static const std::vector<Entry> list{
#ifdef CERTUS_WITH_TORCH
      {"torch",
       [](const Graph& graph, const EngineChoice& choice) {
         return make_torch_engine(
             graph, {.device = choice.device, .micro_batch = choice.micro_batch, .fused = choice.fused});
       }},
#endif
  };
  return list;
}

const Entry& entry_of(const EngineChoice& choice) {
  std::string known;
  for (const Entry& entry : engines()) {
    if (entry.name == choice.engine || choice.engine == "auto") return entry;
    known += (known.empty() ? "" : ", ") + entry.name;
  }
  fail(ErrorKind::kConfig, "--engine ", choice.engine, ": this certus was built ",
       known.empty() ? "without any engine (libtorch was left out)" : "with " + known);
}

}  // namespace

const std::vector<std::string>& engine_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Entry& entry : engines()) list.push_back(entry.name);
    return list;
  }();
  return names;
}

std::unique_ptr<NetworkEngine> make_engine(const Graph& graph, const EngineChoice& choice) {
  return entry_of(choice).make(graph, choice);
}

void check_engine(const EngineChoice& choice) {
  static_cast<void>(entry_of(choice));
}

}  // namespace certus::cli
