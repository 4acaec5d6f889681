#include "certus/certify/certification_run.h"

#include <algorithm>
#include <utility>

#include "certus/base/entropy.h"
#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/utf8.h"
#include "certus/certify/job.h"
#include "certus/certify/noise_check.h"
#include "certus/certify/top_up.h"
#include "certus/engines/int8_scales.h"
#include "certus/logs/resume_record.h"
#include "certus/model/training_noise.h"
#include "certus/noise/grid_gaussian.h"
#include "certus/procedure/procedures.h"

namespace certus {
namespace {

RunManifest manifest_to_top_up(const std::filesystem::path& record) {
  const auto found = read_manifest(record);
  if (!found) {
    fail(ErrorKind::kFile, manifest_path(record),
         ": is missing or is not a manifest of certus, expected that of the record that draws are to be "
         "added to, ",
         record);
  }
  return *found;
}

std::uint64_t seed_of(const CertificationOptions& options) {
  if (options.seed) return *options.seed;
  if (options.existing == ExistingRecord::kResume) {
    if (const auto found = read_manifest(options.output)) return found->seed;
  }
  if (options.top_up) return manifest_to_top_up(*options.top_up).seed;
  const std::uint64_t fresh = system_entropy() & kLargestSeed;
  if (options.selection.shards > 1) {
    fail(ErrorKind::kConfig, "a part of a run needs a seed that all parts share; ", fresh,
         " was drawn just now and would do");
  }
  return fresh;
}

/// Fails where the record or its manifest would replace something the run needs.
void check_output(const CertificationOptions& options) {
  if (options.output.empty()) fail(ErrorKind::kConfig, "no record to write was named");
  if (!options.scales.empty() &&
      std::filesystem::absolute(options.scales) == std::filesystem::absolute(manifest_path(options.output))) {
    fail(ErrorKind::kConfig, "the int8 scales ", options.scales, " have the name of the manifest of ",
         options.output, "; give one of them another name");
  }
  std::error_code ignored;
  if (options.top_up && std::filesystem::equivalent(*options.top_up, options.output, ignored)) {
    fail(ErrorKind::kConfig, options.output,
         ": is the record that draws are to be added to; it is kept, so the new record needs another name");
  }
}

/// Nothing forbids another sigma than that of training, but most often it is a slip.
void compare_with_training(const std::filesystem::path& model, double sigma,
                           CertificationObserver& observer) {
  const auto trained = training_noise(model);
  if (!trained || trained->sigma == sigma) return;
  observer.on_note(
      join_text("note: sigma is ", round_trip_text(sigma), ", but ", one_line(trained->config.string()),
                " says that the model was trained with sigma = ", round_trip_text(trained->sigma),
                "; accuracy under other noise is usually lower"));
}

std::shared_ptr<const NoiseSource> noise_of(const CertificationOptions& options) {
  return options.is_sound ? grid_noise(noise_scale(options.procedure->budget().sigma), options.generator)
                          : gaussian_noise(options.generator);
}

std::unique_ptr<VoteCounter> voter_of(const CertificationOptions& options, const Model& model,
                                      const std::shared_ptr<const NoiseSource>& noise,
                                      CertificationObserver& observer) {
  const double sigma = options.procedure->budget().sigma;
  EngineChoice choice = options.engine;
  check_engine(choice);
  if (choice.precision == "int8") {
    const auto file = options.scales.empty() ? scales_path(options.model, sigma) : options.scales;
    choice.scales = int8_scales(file, model, options.data, sigma,
                                [&](const std::string& note) { observer.on_note(note); });
  }
  choice.noise = noise;
  auto f = make_vote_counter(model.graph, choice, options.workers, options.batch);
  f->stop = options.stop;
  return f;
}

void check_can_run(const CertificationOptions& options, const EngineInfo& engine, const Dataset& data) {
  check_fits(engine, data);
  if (!options.is_sound) return check_noise_suffices(*options.procedure, engine.shape.size());
  if (!engine.is_one_function) {
    fail(ErrorKind::kConfig, "engine ", engine.name,
         " cannot give sound certificates, because its rounding may depend on a draw's place in the batch; "
         "use engine onednn, which computes one function");
  }
  const ProcedureKind& kind = options.procedure->kind();
  if (kind.needs_runner_up && !kind.needs_blank_votes) {
    fail(ErrorKind::kConfig,
         "two-class radii of a fixed n cannot be sound: a record counts doubtful draws for no class, but "
         "they have to "
         "count "
         "for the runner-up");
  }
}

/// Writes what only the run knows into a field of the procedure.
void set_field(RunManifest& manifest, const std::string& name, const std::string& value) {
  for (ManifestField& field : manifest.fields) {
    if (field.name == name) field.value = value;
  }
}

RunManifest manifest_of(const CertificationOptions& options, const Model& model, const Dataset& data,
                        const std::vector<std::int64_t>& images, std::uint64_t seed, const EngineInfo& engine,
                        const NoiseSource& noise) {
  ImageSelection whole = options.selection;  // of which this run may be a shard
  whole.shard = 0;
  whole.shards = 1;
  RunManifest manifest{.procedure = std::string(options.procedure->kind().name),
                       .budget = options.procedure->budget(),
                       .n0 = options.procedure->n0(),
                       .seed = seed,
                       .selection = selection_text(options.selection, data.size()),
                       .images = std::ssize(selected_images(whole, data.size())),
                       .classes = engine.num_classes,
                       .model = model.identity,
                       .data = data.identity(),
                       .preprocessing = model.preprocessing,
                       .engine = engine.name,
                       .precision = engine.precision,
                       .noise = noise.name(),
                       .noise_check = check_noise(noise, data.get(images.front()).view(),
                                                  noise_scale(options.procedure->budget().sigma), seed),
                       .certus = certus_version(),
                       .fields = options.procedure->fields()};
  return manifest;
}

RecordWriter open_record(const CertificationOptions& options, const RunManifest& manifest) {
  const RecordColumns& columns = options.procedure->kind().columns;
  if (options.existing == ExistingRecord::kResume) return resume_record(options.output, manifest, columns);
  const bool replace = options.existing == ExistingRecord::kReplace;
  return RecordWriter::create(options.output, manifest, columns,
                              replace ? Overwrite::kAllow : Overwrite::kRefuse);
}

/// A look at the model that costs little beside the run: at most 100 images spread over it, and at most a
/// fiftieth of its draws, but for runs so short that 20 images are more.
void look_at_model(const Job& job, VoteCounter& f, const Dataset& data,
                   const std::vector<std::int64_t>& images, const RecordWriter& record,
                   CertificationObserver& observer) {
  std::vector<std::int64_t> missing;
  for (const std::int64_t i : images) {
    if (!record.has(i)) missing.push_back(i);
  }
  if (missing.empty()) return;
  constexpr std::int64_t kDraws = 32;
  const Budget& budget = job.procedure->budget();
  // An image that stops early takes a few thousand draws, not the most it may.
  const std::int64_t usual =
      job.procedure->kind().has_one_n ? budget.n : std::min<std::int64_t>(budget.n, 2000);
  const double affordable = static_cast<double>(missing.size()) * static_cast<double>(usual) / 50.0 / kDraws;
  const auto count = static_cast<std::size_t>(
      std::clamp(affordable, std::min(20.0, static_cast<double>(missing.size())), 100.0));
  std::vector<std::int64_t> sample;
  const std::size_t looks = std::min(count, missing.size());
  for (std::size_t i = 0; i < looks; ++i) sample.push_back(missing[i * missing.size() / looks]);
  observer.on_model_check(check_model(f, data, sample, budget.sigma, kDraws, job.seed), f.info().num_classes);
}

}  // namespace

CertificationResult run_certification(const CertificationOptions& asked, CertificationObserver& observer) {
  CERTUS_CHECK(asked.procedure != nullptr);
  CertificationOptions options = asked;
  if (options.top_up) {
    const auto before =
        procedure_of(manifest_to_top_up(*options.top_up), manifest_path(*options.top_up).string());
    if (const auto continuing = options.procedure->continuing(*before)) options.procedure = continuing;
  }
  options.procedure->check_can_answer();
  check_output(options);
  Job job{.procedure = options.procedure, .seed = seed_of(options), .keep_time = options.keep_time};
  const Model model = load_model(options.model, options.model_options);
  const auto data = open_dataset(options.data);
  const auto images = selected_images(options.selection, data->size());
  compare_with_training(options.model, options.procedure->budget().sigma, observer);
  const auto noise = noise_of(options);
  const auto f = voter_of(options, model, noise, observer);
  check_can_run(options, f->info(), *data);
  RunManifest manifest = manifest_of(options, model, *data, images, job.seed, f->info(), *noise);
  if (options.top_up) {
    const RunManifest before = manifest_to_top_up(*options.top_up);
    set_field(manifest, "top_up", top_up_text(*options.top_up, before));
    check_top_up(*options.top_up, before, manifest);
    job.before = std::make_shared<std::map<std::int64_t, CertificationRecord>>(
        records_to_top_up(*options.top_up, before, images));
  }
  RecordWriter record = open_record(options, manifest);

  if (options.seed) {
    observer.on_note("note: a seed is for reproduction, not for service: whoever knows it knows the noise");
  }
  if (options.engine.precision == "int8" && !slow_int8_note().empty()) observer.on_note(slow_int8_note());
  const int classes = f->info().num_classes;
  if (data->num_classes() < classes) {
    observer.on_note(join_text("note: the data has ", data->num_classes(), " classes, the model ", classes,
                               "; labels are taken as the model's first ones"));
  }
  CertificationResult result{.images_total = std::ssize(images), .manifest = manifest};
  try {
    look_at_model(job, *f, *data, images, record, observer);
    run_job(job, *f, *data, images, record, SteadyClock(),
            [&](const JobProgress& progress) { observer.on_progress(progress); });
    record.finish();
    result.is_finished = true;
  } catch (const Interrupted&) {
  }
  record.sync();
  result.images_in_record =
      std::count_if(images.begin(), images.end(), [&](auto i) { return record.has(i); });
  return result;
}

}  // namespace certus
