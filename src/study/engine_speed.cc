#include "certus/study/engine_speed.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <thread>

#include "certus/base/clock.h"
#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/engine/network_engine.h"
#include "certus/engine_onednn/speed_calibration.h"
#include "certus/model/architectures.h"
#include "certus/report/json_values.h"
#include "certus/smooth/vote_counter.h"

namespace certus {
namespace {

constexpr double kVotes = 100'100.0;  // n0 = 100 and n = 10^5

/// Draws per second over at least `seconds`, after a warm-up.
double draws_per_second(VoteCounter& f, double seconds) {
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

Graph graph_of(const std::string& name, const ModelOptions& options) {
  if (std::filesystem::path(name).has_extension()) return load_model(name, options).graph;
  return make_architecture(name, name.starts_with("resnet") ? 1000 : 10, 0);
}

std::vector<EngineSpeed> speeds_of(const SpeedStudy& study, const std::vector<EngineChoice>& choices) {
  std::vector<EngineSpeed> speeds;
  for (const std::string& name : study.models) {
    const Graph graph = graph_of(name, study.model_options);
    if (speeds.empty()) study.engines.note_slow_int8(choices);
    for (EngineChoice choice : choices) {
      study.on_step(join_text(name, ", ", engine_label(choice)));
      if (choice.precision == "int8")
        choice.scales = std::make_shared<const Calibration>(speed_calibration(graph));
      const auto f = study.engines.voter(graph, choice);
      EngineSpeed speed{.model = name, .choice = choice, .info = f->info()};
      speed.images_per_second = draws_per_second(*f, study.seconds);
      speed.ops_per_second = static_cast<double>(flop_count(graph)) * speed.images_per_second;
      speeds.push_back(std::move(speed));
    }
  }
  return speeds;
}

/// Known for processors alone.
double share_of_peak(const EngineSpeed& speed, const PeakRate& peak) {
  if (speed.choice.device != "cpu") return std::nan("");
  return speed.ops_per_second / (speed.choice.precision == "int8" ? peak.byte_ops : peak.float_ops);
}

Json json_of_speed(const EngineSpeed& speed, double share) {
  return {{"model", speed.model},
          {"engine", speed.choice.engine},
          {"precision", speed.choice.precision},
          {"engine_name", speed.info.name},
          {"micro_batch", speed.info.micro_batch},
          {"images_per_second", speed.images_per_second},
          {"flops_per_second", speed.ops_per_second},
          {"share_of_peak", std::isnan(share) ? Json(nullptr) : Json(share)},
          {"seconds_per_certified_image", kVotes / speed.images_per_second}};
}

std::string peak_sentence(const SpeedReport& report) {
  const PeakRate& peak = report.peak;
  return join_text("Peak of ", report.threads, report.threads == 1 ? " thread" : " threads",
                   ", measured in this run: ", fixed_text(peak.float_ops / 1e9, 0), " GFLOP/s in float32 (",
                   peak.float_instruction, "), ", fixed_text(peak.byte_ops / 1e9, 0), " in int8 (",
                   peak.byte_instruction,
                   "). Operations are counted as direct convolutions need them. Winograd convolutions need "
                   "fewer, so they can exceed 100 %.");
}

}  // namespace

SpeedReport measure_speeds(const SpeedStudy& study) {
  const StudiedEngines& engines = study.engines;
  const std::vector<EngineChoice> choices = matching_engines(engines.asked);
  const std::int64_t cores = std::max(1U, std::thread::hardware_concurrency());
  SpeedReport report;
  report.threads =
      std::min(engines.workers.value_or(usual_workers(engines.asked)), cores);  // more have no higher peak
  // Before and after, because other programs on the machine may slow down either.
  report.peak = measure_peak_rate(static_cast<int>(report.threads));
  report.speeds = speeds_of(study, choices);
  const PeakRate again = measure_peak_rate(static_cast<int>(report.threads));
  report.peak.float_ops = std::max(report.peak.float_ops, again.float_ops);
  report.peak.byte_ops = std::max(report.peak.byte_ops, again.byte_ops);
  return report;
}

Document speed_document(const SpeedReport& report) {
  const PeakRate& peak = report.peak;
  Document document;
  json_in(document) = {
      {"threads", report.threads},
      {"peak",
       {{"f32", {{"ops_per_second", peak.float_ops}, {"instruction", peak.float_instruction}}},
        {"int8", {{"ops_per_second", peak.byte_ops}, {"instruction", peak.byte_instruction}}}}},
      {"speeds", Json::array()}};
  Table table{.title = "Speed on this machine",
              .header = {"model", "engine", "images/s", "GFLOP/s", "% of peak", "s per image, n = 10^5"},
              .rows = {}};
  for (const EngineSpeed& speed : report.speeds) {
    const double share = share_of_peak(speed, peak);
    json_in(document)["speeds"].push_back(json_of_speed(speed, share));
    table.rows.push_back({text_cell(speed.model), text_cell(engine_label(speed.choice)),
                          real_cell(speed.images_per_second, 0), real_cell(speed.ops_per_second / 1e9, 1),
                          percent_cell(share, 1), real_cell(kVotes / speed.images_per_second, 1)});
  }
  document.add(std::move(table));
  document.add(peak_sentence(report));
  document.add(
      "The time for noise is included. The int8 scales are chosen on grey images here, which is good enough "
      "for speed only. Machines are shared and change their clock rate, so only ratios within one run mean "
      "much.");
  return document;
}

}  // namespace certus
