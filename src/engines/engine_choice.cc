#include "certus/engines/engine_choice.h"

#include <algorithm>
#include <thread>

#include "certus/base/error.h"
#include "certus/engine_onednn/onednn_engine.h"
#include "certus/module/torch_backend.h"

namespace certus {
namespace {

using Engines = std::vector<std::unique_ptr<NetworkEngine>>;

struct Entry {
  std::string name;
  std::string has;  ///< in words
  bool (*is_there)();
  bool (*can)(const EngineChoice& choice);
  Engines (*make)(const Graph& graph, const EngineChoice& choice, std::int64_t workers);
};

Engines make_onednn(const Graph& graph, const EngineChoice& choice, std::int64_t workers) {
  CERTUS_CHECK(choice.precision == "f32" || choice.scales);
  const OnednnNetwork network = choice.precision == "f32"
                                    ? make_onednn_network(graph, choice.micro_batch)
                                    : make_int8_network(graph, *choice.scales, choice.micro_batch);
  Engines engines;
  for (std::int64_t i = 0; i < workers; ++i) engines.push_back(make_onednn_engine(network));
  return engines;
}

Engines make_torch(const Graph& graph, const EngineChoice& choice, std::int64_t workers) {
  Engines engines;
  for (std::int64_t i = 0; i < workers; ++i) {
    engines.push_back(torch_backend().make_engine(graph, choice.device, choice.micro_batch));
  }
  return engines;
}

const std::vector<Entry>& engines() {
  static const std::vector<Entry> list{
      {"onednn", "f32 and int8 on cpu", [] { return true; },
       [](const EngineChoice& choice) { return choice.device == "cpu"; }, make_onednn},
      {"torch", "f32 on cpu and cuda", has_torch_backend,
       [](const EngineChoice& choice) { return choice.precision == "f32"; }, make_torch},
  };
  return list;
}

const Entry& entry_of(const EngineChoice& choice) {
  std::string known;
  for (const Entry& entry : engines()) {
    const bool is_asked_for = entry.name == choice.engine || choice.engine == "auto";
    if (is_asked_for && entry.can(choice)) return entry;
    known += join_text(known.empty() ? "" : ", ", entry.name, " (", entry.has, ')');
  }
  fail(ErrorKind::kConfig, "engine ", choice.engine, " with device ", choice.device, " and precision ",
       choice.precision, " does not exist; certus has ", known);
}

}  // namespace

std::vector<EngineChoice> matching_engines(const EngineChoice& asked) {
  std::vector<EngineChoice> matching;
  for (const Entry& entry : engines()) {
    if (asked.engine == "auto" ? !entry.is_there() : asked.engine != entry.name) continue;
    for (const char* precision : {"f32", "int8"}) {
      EngineChoice choice = asked;
      choice.engine = entry.name;
      choice.precision = precision;
      if ((asked.precision.empty() || asked.precision == precision) && entry.can(choice)) {
        matching.push_back(std::move(choice));
      }
    }
  }
  if (matching.empty()) {
    EngineChoice named = asked;
    if (named.precision.empty()) named.precision = "f32";
    check_engine(named);
  }
  return matching;
}

const std::string& reference_engine() {
  return (has_torch_backend() ? engines().back() : engines().front()).name;
}

const std::vector<std::string>& engine_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Entry& entry : engines()) list.push_back(entry.name);
    return list;
  }();
  return names;
}

std::vector<std::unique_ptr<NetworkEngine>> make_engines(const Graph& graph, const EngineChoice& choice,
                                                         std::int64_t workers) {
  Engines engines = entry_of(choice).make(graph, choice, workers);
  for (auto& engine : engines) engine->set_noise(choice.noise);
  return engines;
}

std::int64_t usual_workers(const EngineChoice& choice) {
  return choice.device == "cpu" ? std::max(1U, std::thread::hardware_concurrency()) : 1;
}

std::unique_ptr<VoteCounter> make_vote_counter(const Graph& graph, const EngineChoice& choice,
                                               std::optional<std::int64_t> workers, std::int64_t batch) {
  std::vector<std::unique_ptr<Engine>> engines;
  for (auto& engine : make_engines(graph, choice, workers.value_or(usual_workers(choice))))
    engines.push_back(std::move(engine));
  return std::make_unique<VoteCounter>(std::move(engines), batch);
}

void check_engine(const EngineChoice& choice) {
  static_cast<void>(entry_of(choice));
}

}  // namespace certus
