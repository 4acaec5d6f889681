#include <cstdio>

#include "certus/base/clock.h"
#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/network_options.h"
#include "certus/cli/shared_options.h"
#include "certus/model/architectures.h"

namespace certus::cli {
namespace {

/// Draws per second over at least `seconds`, after a warm-up.
double measure(VoteCounter& f, double seconds) {
  const std::vector<float> pixels(f.info().shape.size(), 0.5F);
  const ImageView image{f.info().shape, pixels};
  const SteadyClock clock;
  std::int64_t chunk = 64;
  std::int64_t done = 0;
  f.count(image, 0.5F, {}, 0, chunk);
  const double begin = clock.seconds();
  for (;;) {
    f.count(image, 0.5F, {}, static_cast<std::uint64_t>(done), chunk);
    done += chunk;
    const double spent = clock.seconds() - begin;
    if (spent >= seconds) return static_cast<double>(done) / spent;
    if (spent < seconds / 10.0) chunk *= 2;
  }
}

Graph graph_of(const std::string& name, const Arguments& arguments) {
  if (std::filesystem::path(name).has_extension()) return load_model_of(arguments, name).graph;
  return make_architecture(name, name.starts_with("resnet") ? 1000 : 10, 0);
}

int run_bench(const Arguments& arguments) {
  std::vector<std::string> models = arguments.positionals();
  if (models.empty()) models = {"lenet", "cifar_resnet20", "cifar_resnet110"};
  constexpr double kVotes = 100'100.0;  // n0 = 100 and n = 10^5
  Document document;
  document.json = Json::array();
  Table table{.title = "Speed on this machine",
              .header = {"model", "engine", "precision", "images/s", "GFLOP/s", "s per image, n = 10^5"},
              .rows = {}};
  const EngineChoice asked = engine_choice(arguments);
  const std::vector<std::string> engines =
      asked.engine == "auto" ? engine_names() : std::vector<std::string>{asked.engine};
  for (const std::string& name : models) {
    const Graph graph = graph_of(name, arguments);
    for (const std::string& engine : engines) {
      const auto f = make_vote_counter(arguments, graph, {.engine = engine, .device = asked.device});
      const double rate = measure(*f, arguments.real_or_default("--seconds"));
      const double flops = static_cast<double>(flop_count(graph)) * rate;
      document.json.push_back({{"model", name},
                               {"engine", f->info().name},
                               {"precision", f->info().precision},
                               {"images_per_second", rate},
                               {"flops_per_second", flops},
                               {"seconds_per_certified_image", kVotes / rate}});
      table.rows.push_back({text_cell(name), text_cell(f->info().name), text_cell(f->info().precision),
                            real_cell(rate, 0), real_cell(flops / 1e9, 1), real_cell(kVotes / rate, 1)});
    }
  }
  document.add(std::move(table));
  document.add(
      "Noise included. Machines are shared and change their clock: only ratios within one run mean much. "
      "What a data set costs: certus plan --rate R.");
  deliver(document, arguments);
  return 0;
}

}  // namespace

Command bench_command() {
  using Kind = Option::Kind;
  return {
      .name = "bench",
      .summary = "what this machine can do: images/s and seconds per certified image",
      .description =
          "Counts votes of each model under noise with each engine for a few seconds and says how long one "
          "image takes at n0 = 100, n = 10^5. Without a model: lenet, cifar_resnet20 and "
          "cifar_resnet110 with fresh weights.",
      .positional = {.name = "MODEL",
                     .help = "model files or names of architectures",
                     .least = 0,
                     .most = 1000},
      .options = std::vector<Option>{{.name = "--seconds",
                                      .kind = Kind::kReal,
                                      .value_name = "T",
                                      .help = "time spent on each",
                                      .default_text = "3",
                                      .low = 0.01,
                                      .high = 1e5}} +
                 voting_options() + model_options() + output_options(),
      .examples = {{"certus bench", "three networks of the field"},
                   {"certus bench model.onnx --threads 1", "one core"}},
      .run = run_bench};
}

}  // namespace certus::cli
