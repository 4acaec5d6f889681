#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thread>

#include "certus/base/clock.h"
#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/bench_agreement.h"
#include "certus/cli/commands.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/network_options.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"
#include "certus/engine_onednn/speed_calibration.h"
#include "certus/kernels/peak_rate.h"
#include "certus/model/architectures.h"

namespace certus::cli {
namespace {

constexpr double kVotes = 100'100.0;  // n0 = 100 and n = 10^5

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

void check_options(const Arguments& arguments) {
  const bool agreement = arguments.flag("--agreement");
  if (agreement && arguments.text("--seconds")) {
    fail(ErrorKind::kConfig, "--seconds is for speeds; with --agreement --n, --skip and --max say how long");
  }
  if (agreement) return;
  for (const Option& option : agreement_options()) {
    if (arguments.text(option.name)) {
      fail(ErrorKind::kConfig, option.name, " is for bench --agreement; speeds need no data");
    }
  }
  if (arguments.text("--scales")) {
    fail(ErrorKind::kConfig, "--scales is for bench --agreement; the speed does not depend on them");
  }
}

struct Speed {
  std::string model;
  EngineChoice choice;
  EngineInfo info;
  double images_per_second = 0.0;
  double ops_per_second = 0.0;
};

/// Known for processors alone.
double share_of_peak(const Speed& speed, const PeakRate& peak) {
  if (speed.choice.device != "cpu") return std::nan("");
  return speed.ops_per_second / (speed.choice.precision == "int8" ? peak.byte_ops : peak.float_ops);
}

std::vector<Speed> measure_all(const Arguments& arguments, const std::vector<EngineChoice>& choices) {
  std::vector<std::string> models = arguments.positionals();
  if (models.empty()) models = {"lenet", "cifar_resnet20", "cifar_resnet110"};
  const double seconds = arguments.real_or_default("--seconds");
  InterruptGuard interrupt;
  ProgressLine line(30.0);
  std::vector<Speed> speeds;
  for (const std::string& name : models) {
    const Graph graph = graph_of(name, arguments);
    if (speeds.empty()) note_slow_int8(choices);
    for (EngineChoice choice : choices) {
      if (line.is_due()) line.show(join_text(name, ", ", choice.engine, ' ', choice.precision));
      if (choice.precision == "int8") {
        choice.scales = std::make_shared<const Calibration>(speed_calibration(graph));
      }
      const auto f = make_vote_counter(arguments, graph, choice);
      f->stop = interrupt.flag();
      Speed speed{.model = name, .choice = choice, .info = f->info()};
      speed.images_per_second = measure(*f, seconds);
      speed.ops_per_second = static_cast<double>(flop_count(graph)) * speed.images_per_second;
      speeds.push_back(std::move(speed));
    }
  }
  return speeds;
}

Document document_of(const std::vector<Speed>& speeds, const PeakRate& peak, std::int64_t threads) {
  Document document;
  document.json = {{"threads", threads},
                   {"peak",
                    {{"f32", {{"ops_per_second", peak.float_ops}, {"instruction", peak.float_instruction}}},
                     {"int8", {{"ops_per_second", peak.byte_ops}, {"instruction", peak.byte_instruction}}}}},
                   {"speeds", Json::array()}};
  Table table{.title = "Speed on this machine",
              .header = {"model", "engine", "images/s", "GFLOP/s", "% of peak", "s per image, n = 10^5"},
              .rows = {}};
  for (const Speed& speed : speeds) {
    const double per_certificate = kVotes / speed.images_per_second;
    const double share = share_of_peak(speed, peak);
    document.json["speeds"].push_back({{"model", speed.model},
                                       {"engine", speed.choice.engine},
                                       {"precision", speed.choice.precision},
                                       {"engine_name", speed.info.name},
                                       {"micro_batch", speed.info.micro_batch},
                                       {"images_per_second", speed.images_per_second},
                                       {"flops_per_second", speed.ops_per_second},
                                       {"share_of_peak", std::isnan(share) ? Json(nullptr) : Json(share)},
                                       {"seconds_per_certified_image", per_certificate}});
    table.rows.push_back({text_cell(speed.model),
                          text_cell(join_text(speed.choice.engine, ' ', speed.choice.precision)),
                          real_cell(speed.images_per_second, 0), real_cell(speed.ops_per_second / 1e9, 1),
                          percent_cell(share, 1), real_cell(per_certificate, 1)});
  }
  document.add(std::move(table));
  document.add(join_text("Peak of ", threads, threads == 1 ? " thread" : " threads",
                         ", measured in this run: ", fixed_text(peak.float_ops / 1e9, 0),
                         " GFLOP/s in float32 (", peak.float_instruction, "), ",
                         fixed_text(peak.byte_ops / 1e9, 0), " in int8 (", peak.byte_instruction,
                         "). Operations are counted as those of direct convolutions; Winograd's, which need "
                         "fewer, can exceed 100 %."));
  document.add(
      "Noise included. int8 scales are chosen on grey images here, which is good for the speed only. "
      "Machines "
      "are shared and change their clock: only ratios within one run mean much. What a data set costs: "
      "certus "
      "plan --rate R. What int8 changes: certus bench --agreement.");
  return document;
}

int run_bench(const Arguments& arguments) {
  check_options(arguments);
  if (arguments.flag("--agreement")) return run_agreement(arguments);
  EngineChoice asked = engine_choice(arguments);
  asked.precision = arguments.text("--precision").value_or("");
  const std::vector<EngineChoice> choices = matching_engines(asked);
  const std::int64_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::int64_t threads = std::min(arguments.integer("--threads").value_or(usual_workers(asked)),
                                        cores);  // more have no more peak
  try {
    // Before and after, for others on the machine may be in the way of either.
    PeakRate peak = measure_peak_rate(static_cast<int>(threads));
    const std::vector<Speed> speeds = measure_all(arguments, choices);
    const PeakRate again = measure_peak_rate(static_cast<int>(threads));
    peak.float_ops = std::max(peak.float_ops, again.float_ops);
    peak.byte_ops = std::max(peak.byte_ops, again.byte_ops);
    deliver(document_of(speeds, peak, threads), arguments);
  } catch (const Interrupted&) {
    std::fprintf(stderr, "interrupted; a smaller --seconds takes less time\n");
    return kInterrupted;
  }
  return 0;
}

}  // namespace

Command bench_command() {
  using Kind = Option::Kind;
  return {
      .name = "bench",
      .summary = "what this machine can do: images/s, seconds per certified image; what int8 changes",
      .description =
          "Counts votes of each model under noise with each engine and precision for a few seconds and says "
          "how "
          "long one image takes at n0 = 100, n = 10^5, and how much of what the processor could compute at "
          "most "
          "that is. Without a model: lenet, cifar_resnet20 and cifar_resnet110 with fresh weights.\n"
          "With --agreement it certifies images of --data with every engine and precision on the same noise "
          "and "
          "compares draw by draw with the float32 reference: the share of changed votes, and what they "
          "change in "
          "certified accuracy, ACR and the distribution of p_A, with intervals over the images.",
      .positional = {.name = "MODEL",
                     .help = "model files or names of architectures; with --agreement one file",
                     .least = 0,
                     .most = 1000},
      .options =
          std::vector<Option>{{.name = "--seconds",
                               .kind = Kind::kReal,
                               .value_name = "T",
                               .help = "time spent on each",
                               .default_text = "3",
                               .low = 0.01,
                               .high = 1e5},
                              {.name = "--agreement",
                               .kind = Kind::kFlag,
                               .help = "compare votes instead; the options down to --confidence are for "
                                       "it"}} +
          agreement_options() + voting_options("every one there is") + model_options() + output_options(),
      .examples = {{"certus bench", "three networks of the field"},
                   {"certus bench model.onnx --threads 1", "one core"},
                   {"certus bench resnet50 --engine onednn --precision int8 --format json", "for a script"},
                   {"certus bench --agreement model.safetensors --data cifar10 --sigma 0.5",
                    "what int8 changes, on 100 test images with 1000 votes each"}},
      .run = run_bench};
}

}  // namespace certus::cli
