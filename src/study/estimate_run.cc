#include "certus/study/estimate_run.h"

#include <algorithm>
#include <numeric>

#include "certus/base/clock.h"
#include "certus/base/error.h"
#include "certus/certify/model_check.h"
#include "certus/recipe/import_p_correct.h"
#include "certus/record/run_manifest.h"

namespace certus {
namespace {

/// Rows are written in order, so images are taken a few at a time: about this many draws between two writes.
constexpr std::int64_t kDrawsBetweenWrites = 1 << 14;

/// What the manifests of counted and of imported tables share.
EstimateManifest manifest_of(const Dataset& data, const EstimateRun& run) {
  const bool as_they_are = run.augmentation == Augmentation::kNone;
  return {.kind = run.kind,
          .sigma = run.params.sigma,
          .samples = run.params.samples,
          .seed = run.params.seed,
          .views = as_they_are ? "plain" : augmentation_name(run.augmentation),
          .images = run.images == 0 ? data.size() : run.images,
          .of_images = data.size(),
          .data = data.identity(),
          .certus = certus_version()};
}

EstimateWriter open_table(const EstimateRun& run, const EstimateManifest& manifest) {
  if (run.start == Start::kResume) return EstimateWriter::resume(run.table, manifest);
  return EstimateWriter::create(run.table, manifest,
                                run.start == Start::kReplace ? Overwrite::kAllow : Overwrite::kRefuse);
}

}  // namespace

EstimateResult estimate_images(const Model& model, const Dataset& data, const EstimateRun& run) {
  EstimateManifest manifest = manifest_of(data, run);
  const std::int64_t images = manifest.images, samples = run.params.samples;
  if (images > data.size())
    fail(ErrorKind::kConfig, images, " images are asked for, but the data has ", data.size());
  const TrainingViews views(data, run.augmentation, run.params.seed);
  const auto engines = run.make_engines(model.graph, samples);
  const EngineInfo& info = engines.front()->info();
  check_fits(info, data);
  manifest.classes = info.num_classes;
  manifest.model = model.identity;
  manifest.preprocessing = model.preprocessing;
  manifest.engine = info.name;
  manifest.precision = info.precision;
  EstimateWriter table = open_table(run, manifest);

  const SteadyClock clock;
  const double begin = clock.seconds();
  const std::int64_t rows_before = table.rows();
  std::int64_t draws = 0;
  const EstimateControl control{
      .on_draws =
          [&](std::int64_t made) {
            draws += made;
            const double rate = static_cast<double>(draws) / std::max(1e-9, clock.seconds() - begin);
            const auto left = static_cast<double>((images - rows_before) * samples - draws);
            run.on_progress({.images_done = table.rows(),
                             .images_total = images,
                             .draws_per_second = rate,
                             .seconds_left = left / rate});
          },
      .stop = run.stop};
  const std::int64_t workers = std::ssize(engines);
  const std::int64_t at_a_time =
      (std::max(workers, kDrawsBetweenWrites / samples) + workers - 1) / workers * workers;
  try {
    while (table.rows() < images) {
      std::vector<std::int64_t> next(static_cast<std::size_t>(std::min(at_a_time, images - table.rows())));
      std::iota(next.begin(), next.end(), table.rows());
      const auto votes = estimate_votes(
          engines, [&](std::int64_t i) { return views.for_estimate(i, 0); }, next, run.params, control);
      for (const ImageVotes& each : votes) table.append(each);
    }
  } catch (const Interrupted&) {
    return {.finished = false, .images_done = table.rows(), .images_total = images};
  }
  table.finish();
  return {.finished = true, .images_done = images, .images_total = images};
}

void import_estimates(const std::filesystem::path& file, const Dataset& data, const EstimateRun& run) {
  const std::vector<std::int64_t> counts = import_p_correct(file, run.params.samples, data.size());
  EstimateManifest manifest = manifest_of(data, run);
  manifest.classes = data.num_classes();
  manifest.model = join_text("imported from ", file, ", sha256 ", sha256_of_file(file));
  EstimateWriter table = open_table(run, manifest);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    ImageVotes votes{.label = data.label(static_cast<std::int64_t>(i)), .votes = {}};
    votes.votes.counts.resize(static_cast<std::size_t>(data.num_classes()));
    votes.votes.counts.at(static_cast<std::size_t>(votes.label)) = counts[i];
    table.append(votes);
  }
  table.finish();
}

}  // namespace certus
