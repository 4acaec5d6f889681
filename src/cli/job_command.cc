#include "certus/cli/job_command.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "certus/base/entropy.h"
#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"
#include "certus/base/utf8.h"
#include "certus/certify/image_selection.h"
#include "certus/certify/model_check.h"
#include "certus/certify/noise_check.h"
#include "certus/certify/top_up.h"
#include "certus/cli/commands.h"
#include "certus/cli/int8_scales.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/network_options.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"
#include "certus/logs/resume_record.h"
#include "certus/model/training_noise.h"
#include "certus/noise/grid_gaussian.h"
#include "certus/record/run_manifest.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;

/// Seeds are whole numbers that a double holds: so every reader of a manifest does.
constexpr std::int64_t kLargestSeed = (std::int64_t{1} << 53) - 1;

RunManifest manifest_to_top_up(const std::string& record) {
  const auto found = read_manifest(record);
  if (!found)
    fail(ErrorKind::kFile, manifest_path(record), ": no manifest of certus, expected that of --top-up ",
         record);
  return *found;
}

/// The seed asked for; else that of the record to be resumed or topped up; else one that nobody can know
/// beforehand.
std::uint64_t seed_of(const Arguments& arguments, const std::string& record,
                      const std::optional<std::string>& top_up) {
  if (const auto asked = arguments.integer("--seed")) return static_cast<std::uint64_t>(*asked);
  if (arguments.flag("--resume")) {
    if (const auto found = read_manifest(record)) return found->seed;
  }
  if (top_up) return manifest_to_top_up(*top_up).seed;
  if (arguments.text("--shard")) {
    fail(ErrorKind::kConfig,
         "--shard needs --seed: all parts of a run have the same; give each of them --seed ",
         system_entropy() & kLargestSeed);
  }
  return system_entropy() & kLargestSeed;
}

std::shared_ptr<const NoiseSource> noise_of(const Arguments& arguments, double sigma) {
  const bool is_chacha = arguments.text_or_default("--generator") == "chacha20";
  const Generator generator = is_chacha ? Generator::kChacha20 : Generator::kPhilox;
  return arguments.flag("--sound") ? grid_noise(noise_scale(sigma), generator) : gaussian_noise(generator);
}

/// A certificate that holds in floating point is one of a single function.
void check_is_one_function(const EngineInfo& engine) {
  if (engine.is_one_function) return;
  fail(ErrorKind::kConfig, "--sound with ", engine.name,
       ": its rounding may depend on a draw's place in the batch; --engine onednn computes one function");
}

ImageSelection selection_of(const Arguments& arguments) {
  ImageSelection selection{.start = arguments.integer_or_default("--start"),
                           .max = arguments.integer("--max")};
  const auto data = arguments.text("--data");
  const KnownDataset* const known = find_known_dataset(data.value_or(""));
  const bool is_test = arguments.text_or_default("--split") == "test";
  selection.skip = arguments.integer("--skip").value_or(known != nullptr && is_test ? known->stride : 1);
  if (const auto shard = arguments.text("--shard")) {
    const auto parts = split_text(*shard, '/');
    const auto index = parts.size() == 2 ? parse_int(parts[0]) : std::nullopt;
    const auto count = parts.size() == 2 ? parse_int(parts[1]) : std::nullopt;
    if (!index || !count || *count < 1 || *index < 1 || *index > *count) {
      fail(ErrorKind::kConfig, "--shard is '", *shard,
           "', expected K/M with K from 1 to M, e.g. 1/2 and 2/2");
    }
    selection.shard = *index - 1;
    selection.shards = *count;
  }
  return selection;
}

std::string percent(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? "-"
                    : fixed_text(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1) + " %";
}

std::string progress_text(const JobProgress& p, Procedure procedure) {
  const char* const right = procedure == Procedure::kPredict ? "predicted right" : "certified right";
  const double rate = p.seconds > 0.0 ? static_cast<double>(p.draws) / p.seconds : 0.0;
  std::string text = join_text(p.images_before + p.images_done, '/', p.images_total, " images");
  if (rate > 0.0) {
    text += join_text(", ", grouped_text(std::llround(rate)), " draws/s, ",
                      duration_text(std::round(static_cast<double>(p.draws_left) / rate)), " left");
  }
  if (is_anytime(procedure) && p.images_done > 0) {
    text += join_text(", ", grouped_text(p.draws_of_done / p.images_done), " draws an image");
  }
  if (p.images_done > 0) text += join_text(", ", right, ' ', percent(p.correct, p.images_done));
  return text;
}

/// A look at the model that costs little beside the run: at most 100 images spread over it, and at most a
/// fiftieth of its draws, but for runs so short that 20 images are more.
void look_at_model(const Job& job, VoteCounter& f, const Dataset& data,
                   const std::vector<std::int64_t>& images, const RecordWriter& record) {
  std::vector<std::int64_t> missing;
  for (const std::int64_t i : images) {
    if (!record.has(i)) missing.push_back(i);
  }
  if (missing.empty()) return;
  constexpr std::int64_t kDraws = 32;
  // An anytime image takes a few thousand draws, not the most it may.
  const std::int64_t usual =
      is_anytime(job.procedure) ? std::min<std::int64_t>(job.params.budget.n, 2000) : job.params.budget.n;
  const double affordable = static_cast<double>(missing.size()) * static_cast<double>(usual) / 50.0 / kDraws;
  const auto count = static_cast<std::size_t>(
      std::clamp(affordable, std::min(20.0, static_cast<double>(missing.size())), 100.0));
  std::vector<std::int64_t> sample;
  const std::size_t looks = std::min(count, missing.size());
  for (std::size_t i = 0; i < looks; ++i) sample.push_back(missing[i * missing.size() / looks]);
  const ModelCheck check = check_model(f, data, sample, job.params.budget.sigma, kDraws, job.seed);
  std::fprintf(stderr,
               "%lld images before the run: clean accuracy %s, under noise %s, smoothed (%lld draws) %s\n",
               static_cast<long long>(check.images), percent(check.clean_right, check.images).c_str(),
               percent(check.noisy_right, check.images * check.draws).c_str(),
               static_cast<long long>(check.draws), percent(check.smoothed_right, check.images).c_str());
  if (check.non_finite > 0) {
    std::fprintf(stderr, "warning: %s of the draws had a non-finite logit and vote for nothing\n",
                 percent(check.non_finite, check.images * check.draws).c_str());
  }
  if (check.clean_is_near_chance) {
    std::fprintf(stderr,
                 "warning: the clean accuracy is near chance (%s for %d classes); a wrong normalization or "
                 "pixel range "
                 "is the usual reason: see certus model info, and --normalize\n",
                 percent(1, f.info().num_classes).c_str(), f.info().num_classes);
  }
}

/// Nothing forbids another sigma than that of training, but most often it is a slip.
void compare_with_training(const std::string& model, double sigma) {
  const auto trained = training_noise(model);
  if (!trained || trained->sigma == sigma) return;
  std::fprintf(stderr,
               "note: --sigma is %s, but %s says that the model was trained with sigma = %s; accuracy under "
               "other noise is usually lower\n",
               round_trip_text(sigma).c_str(), one_line(trained->config.string()).c_str(),
               round_trip_text(trained->sigma).c_str());
}

std::string output_of(const Arguments& arguments, const Job& job) {
  if (const auto given = arguments.text("--output")) return *given;
  const std::string stem = std::filesystem::path(arguments.positionals().at(0)).stem().string();
  return join_text(stem, job.procedure == Procedure::kPredict ? "_predict" : "", "_noise_",
                   job.params.budget.sigma, ".tsv");
}

/// What an anytime job adds to its manifest.
void set_anytime(RunManifest& manifest, const Job& job) {
  if (job.procedure == Procedure::kCertifyAt) {
    const DecisionParams& params = job.table->params();
    manifest.radii = params.radii;
    manifest.boundary = boundary_name(params.boundary);
    manifest.worth = params.worth;
    manifest.growth = params.growth;
  } else if (job.procedure == Procedure::kCertifyWidth) {
    manifest.width = job.width.width;
    manifest.growth = job.width.growth;
  }
}

RecordWriter open_record(const Arguments& arguments, const std::string& path, const RunManifest& manifest) {
  if (arguments.flag("--resume")) return resume_record(path, manifest);
  const bool force = arguments.flag("--force");
  if (!force && std::filesystem::is_regular_file(path)) {
    fail(ErrorKind::kFile, path, ": exists already; --resume goes on with it, --force begins anew");
  }
  return RecordWriter::create(path, manifest, force ? Overwrite::kAllow : Overwrite::kRefuse);
}

}  // namespace

std::vector<Option> job_options() {
  return data_options() +
         std::vector<Option>{
             sigma_option(),
             votes_option(),
             alpha_option(),
             {.name = "--start",
              .kind = Kind::kInteger,
              .value_name = "I",
              .help = "first image",
              .default_text = "0",
              .low = 0,
              .high = 1e12},
             max_option(),
             skip_option("1; 100 for imagenet"),
             {.name = "--shard",
              .kind = Kind::kText,
              .value_name = "K/M",
              .help = "every M-th of these images, beginning with the K-th; certus merge joins the "
                      "records"},
             {.name = "--seed",
              .kind = Kind::kInteger,
              .value_name = "S",
              .help = "which noise; the same seed gives the same record. For reproduction, not for service: "
                      "whoever knows it knows the noise",
              .default_text = "from the operating system; with --resume that of the record",
              .low = 0,
              .high = static_cast<double>(kLargestSeed)},
             {.name = "--generator",
              .kind = Kind::kChoice,
              .value_name = "G",
              .help = "where random bits come from: philox is fast, chacha20 a cipher",
              .default_text = "philox",
              .choices = {"philox", "chacha20"}},
             {.name = "--sound",
              .kind = Kind::kFlag,
              .help =
                  "noise on the 8-bit grid with exactly the Gaussian law: certificates that hold in floating "
                  "point, for images of bytes"}} +
         voting_options() + model_options() +
         std::vector<Option>{
             {.name = "--output",
              .kind = Kind::kText,
              .value_name = "FILE",
              .help = "record to write; its manifest goes beside it",
              .default_text = "MODEL_noise_S.tsv",
              .short_name = "-o"},
             {.name = "--resume", .kind = Kind::kFlag, .help = "go on with that record where it ends"},
             {.name = "--force", .kind = Kind::kFlag, .help = "replace an existing record"},
             {.name = "--no-time",
              .kind = Kind::kFlag,
              .help = "leave out the time of each image (0:00:00), so that records compare byte for "
                      "byte"},
             format_option()};
}

Budget job_budget(const Arguments& arguments) {
  return {.n = arguments.integer_or_default("--n"),
          .alpha = arguments.real_or_default("--alpha"),
          .sigma = sigma_of(arguments)};
}

int run_job_command(const Arguments& arguments, Job job, const std::optional<std::string>& top_up) {
  const std::string path = output_of(arguments, job);
  if (path.starts_with('-') && path != "-")
    fail(ErrorKind::kConfig, "--output is '", path, "', which reads like an option; give ./", path);
  if (path == "-")
    fail(ErrorKind::kConfig, "--output is '-': a record grows in a file that can be resumed; give its name");
  if (arguments.flag("--resume") && arguments.flag("--force")) {
    fail(ErrorKind::kConfig, "--resume goes on with a record and --force begins it anew; give one of them");
  }
  const auto scales = arguments.text("--scales");
  if (scales && std::filesystem::absolute(*scales) == std::filesystem::absolute(manifest_path(path))) {
    fail(ErrorKind::kConfig, "--scales ", *scales, " is where the manifest of ", path,
         " goes; give another name");
  }
  const ImageSelection selection = selection_of(arguments);
  job.seed = seed_of(arguments, path, top_up);
  const Model model = load_model_of(arguments, arguments.positionals().at(0));
  const auto data = open_dataset_of(arguments);
  const auto images = selected_images(selection, data->size());
  ImageSelection whole = selection;  // of which this run may be a shard
  whole.shard = 0;
  whole.shards = 1;
  const double sigma = job.params.budget.sigma;
  const std::string& model_path = arguments.positionals().at(0);
  compare_with_training(model_path, sigma);
  std::unique_ptr<VoteCounter> cheap;
  EngineChoice choice;
  EngineChoice cheap_choice;
  if (job.procedure == Procedure::kCertifyTransfer) {
    cheap_choice = int8_choice(arguments, model, model_path, sigma);
    cheap_choice.noise = noise_of(arguments, sigma);
    cheap = make_vote_counter(arguments, model.graph, cheap_choice);
    job.cheap = cheap.get();
    choice = engine_choice(arguments);
    check_engine(choice);
  } else {
    choice = engine_choice(arguments, model, model_path, sigma);
  }
  choice.noise = noise_of(arguments, sigma);
  const auto f = make_vote_counter(arguments, model.graph, choice);
  check_fits(f->info(), *data);
  if (arguments.flag("--sound")) {
    check_is_one_function(f->info());
  } else {
    check_noise_suffices(job.params, f->info().shape.size());
  }
  RunManifest manifest{.procedure = job.procedure,
                       .budget = job.params.budget,
                       .n0 = job.procedure == Procedure::kPredict ? 0 : job.params.n0,
                       .seed = job.seed,
                       .selection = selection_text(selection, data->size()),
                       .images = std::ssize(selected_images(whole, data->size())),
                       .classes = f->info().num_classes,
                       .model = model.identity,
                       .data = data->identity(),
                       .preprocessing = model.preprocessing,
                       .engine = f->info().name,
                       .precision = f->info().precision,
                       .noise = choice.noise->name(),
                       .noise_check = check_noise(*choice.noise, data->get(images.front()).view(),
                                                  noise_scale(sigma), job.seed),
                       .certus = certus_version()};
  set_anytime(manifest, job);
  if (cheap) {
    manifest.cheap_engine = cheap->info().name;
    manifest.cheap_precision = cheap->info().precision;
    manifest.paired = job.transfer.paired;
    manifest.alpha_paired = job.transfer.alpha.paired;
  }
  if (top_up) {
    std::error_code ignored;
    if (std::filesystem::equivalent(*top_up, path, ignored)) {
      fail(ErrorKind::kConfig, "--top-up ", *top_up,
           " is the output, too: the old record stays; give another -o");
    }
    const RunManifest before = manifest_to_top_up(*top_up);
    manifest.top_up = top_up_text(*top_up, before);
    check_top_up(*top_up, before, manifest);
    job.before = std::make_shared<std::map<std::int64_t, CertificationRecord>>(
        records_to_top_up(*top_up, before.n0, images));
  }
  RecordWriter record = open_record(arguments, path, manifest);

  if (arguments.integer("--seed")) {
    std::fprintf(stderr,
                 "note: --seed is for reproduction, not for service: whoever knows it knows the noise\n");
  }
  note_slow_int8({choice, cheap_choice});
  if (data->num_classes() < f->info().num_classes) {
    std::fprintf(stderr,
                 "note: the data has %d classes, the model %d; labels are taken as the model's first ones\n",
                 data->num_classes(), f->info().num_classes);
  }
  InterruptGuard interrupt;
  f->stop = interrupt.flag();
  if (cheap) cheap->stop = interrupt.flag();
  try {
    look_at_model(job, *f, *data, images, record);
    ProgressLine line(30.0);
    run_job(job, *f, *data, images, record, SteadyClock(), [&](const JobProgress& progress) {
      if (line.is_due()) line.show(progress_text(progress, job.procedure));
    });
  } catch (const Interrupted&) {
    const auto done = std::count_if(images.begin(), images.end(), [&](auto i) { return record.has(i); });
    std::fprintf(stderr, "interrupted: %s has %lld of %zu images; the same command with --resume goes on\n",
                 path.c_str(), static_cast<long long>(done), images.size());
    return kInterrupted;
  }
  const Command evaluate = evaluate_command();
  const int code =
      evaluate.run(Arguments(evaluate, {path, "--format", arguments.text_or_default("--format")}));
  if (format_of(arguments) == Format::kText && job.procedure == Procedure::kPredict) {
    std::printf("\nNext: certus certify %s ... for radii\n", arguments.positionals().at(0).c_str());
  } else if (format_of(arguments) == Format::kText && !is_anytime(job.procedure) && !cheap) {
    std::printf("\nNext: certus report %s [OTHER.tsv ...]; certus convert %s --to-n %lld; certus audit %s\n",
                path.c_str(), path.c_str(),
                static_cast<long long>(std::max<std::int64_t>(10, job.params.budget.n / 10)), path.c_str());
  }
  return code;
}

}  // namespace certus::cli
