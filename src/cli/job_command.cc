#include "certus/cli/job_command.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "certus/base/entropy.h"
#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"
#include "certus/certify/certification_run.h"
#include "certus/cli/evaluate.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/progress_line.h"

namespace certus::cli {
namespace {

ImageSelection selection_of(const JobOptions& job) {
  ImageSelection selection{.start = job.start, .max = job.max};
  const KnownDataset* const known = find_known_dataset(job.data.data.value_or(""));
  const bool is_test = job.data.split.value_or(Split::kTest) == Split::kTest;
  selection.skip = job.skip.value_or(known != nullptr && is_test ? known->stride : 1);
  if (job.shard) {
    const auto parts = split_text(*job.shard, '/');
    const auto index = parts.size() == 2 ? parse_int(parts[0]) : std::nullopt;
    const auto count = parts.size() == 2 ? parse_int(parts[1]) : std::nullopt;
    if (!index || !count || *count < 1 || *index < 1 || *index > *count) {
      fail(ErrorKind::kConfig, "--shard is '", *job.shard,
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

std::string progress_text(const JobProgress& p, const ProcedureKind& kind) {
  const char* const right = kind.columns.has_radii ? "certified right" : "predicted right";
  const double rate = p.seconds > 0.0 ? static_cast<double>(p.draws) / p.seconds : 0.0;
  std::string text = join_text(p.images_before + p.images_done, '/', p.images_total, " images");
  if (rate > 0.0) {
    text += join_text(", ", grouped_text(std::llround(rate)), " draws/s, ",
                      duration_text(std::round(static_cast<double>(p.draws_left) / rate)), " left");
  }
  if (!kind.has_one_n && p.images_done > 0) {
    text += join_text(", ", grouped_text(p.draws_of_done / p.images_done), " draws per image");
  }
  if (p.images_done > 0) text += join_text(", ", right, ' ', percent(p.correct, p.images_done));
  return text;
}

/// Says on standard error how the run goes.
class PrintingObserver : public CertificationObserver {
 public:
  explicit PrintingObserver(const ProcedureKind& kind) : kind_(kind) {}

  void on_note(const std::string& text) override { std::fprintf(stderr, "%s\n", text.c_str()); }

  void on_model_check(const ModelCheck& check, int num_classes) override {
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
                   "pixel range is the usual reason: see certus model info, and --normalize\n",
                   percent(1, num_classes).c_str(), num_classes);
    }
  }

  void on_progress(const JobProgress& progress) override {
    if (!line_) line_.emplace(30.0);
    if (line_->is_due()) line_->show(progress_text(progress, kind_));
  }

  void end_line() { line_.reset(); }

 private:
  const ProcedureKind& kind_;
  std::optional<ProgressLine> line_;
};

std::string output_of(const JobOptions& job, const Procedure& procedure) {
  const std::string stem = std::filesystem::path(job.model).stem().string();
  const char* const what = procedure.kind().columns.has_radii ? "" : "_predict";
  const std::string path =
      job.output.value_or(join_text(stem, what, "_noise_", procedure.budget().sigma, ".tsv"));
  if (path == "-")
    fail(ErrorKind::kConfig, "--output is '-': a record grows in a file that can be resumed; give its name");
  if (path.starts_with('-'))
    fail(ErrorKind::kConfig, "--output is '", path, "', which reads like an option; give ./", path);
  return path;
}

ExistingRecord existing_of(const StartOptions& options, const std::string& path) {
  switch (options.start()) {
    case Start::kResume:
      return ExistingRecord::kResume;
    case Start::kReplace:
      return ExistingRecord::kReplace;
    case Start::kNew:
      break;
  }
  if (std::filesystem::is_regular_file(path))
    fail(ErrorKind::kFile, path, ": exists already; --resume continues it, --force starts again");
  return ExistingRecord::kRefuse;
}

std::optional<std::uint64_t> seed_of(const JobOptions& job) {
  if (!job.seed && job.shard && !job.existing.resume) {
    fail(ErrorKind::kConfig,
         "--shard needs --seed: all parts of a run have the same; give each of them --seed ",
         system_entropy() & kLargestSeed);
  }
  return job.seed ? std::optional(static_cast<std::uint64_t>(*job.seed)) : std::nullopt;
}

CertificationOptions run_options(const JobOptions& job, std::shared_ptr<const Procedure> procedure) {
  CertificationOptions options{.model = job.model,
                               .model_options = job.model_options,
                               .data = job.data.open_options(),
                               .selection = selection_of(job),
                               .procedure = procedure,
                               .seed = seed_of(job),
                               .generator = job.generator,
                               .is_sound = job.sound,
                               .engine = job.voting.choice(),
                               .workers = job.voting.threads,
                               .batch = job.voting.batch,
                               .output = output_of(job, *procedure),
                               .keep_time = !job.no_time};
  options.existing = existing_of(job.existing, options.output.string());
  options.engine.precision = job.voting.precision.value_or("f32");
  if (job.voting.scales) {
    if (options.engine.precision != "int8" && procedure->voters() == 1)
      fail(ErrorKind::kConfig, "--scales is for --precision int8");
    options.scales = *job.voting.scales;
  }
  return options;
}

/// What to do next, with the record that was made.
void print_next(const JobOptions& job, const Procedure& procedure, const std::string& record) {
  if (job.format != Format::kText) return;
  if (!procedure.kind().columns.has_radii) {
    std::printf("\nNext: certus certify %s ... for radii\n", job.model.c_str());
  } else if (procedure.kind().has_one_n && procedure.kind().has_own_votes) {
    std::printf("\nNext: certus report %s [OTHER.tsv ...]; certus convert %s --to-n %lld; certus audit %s\n",
                record.c_str(), record.c_str(),
                static_cast<long long>(std::max<std::int64_t>(10, procedure.budget().n / 10)),
                record.c_str());
  }
}

}  // namespace

void JobOptions::describe_what(CommandLine& line) {
  line.word("MODEL", model, "model.onnx, or model.safetensors of an architecture certus knows");
  line.group("WHAT");
  data.describe(line);
  add_skip(line, skip, "1; 100 for imagenet");
  add_max(line, max);
  line.add("start", start, "index of the first image").shown_as("I").in(0, 1e12).rarely();
  line.add("shard", shard,
           "every M-th of these images, starting with the K-th; certus merge joins the records")
      .shown_as("K/M")
      .rarely();
  add_model(line, model_options);
  line.group("BUDGET");
  add_sigma(line, sigma);
  add_votes(line, usual.n);
  add_alpha(line, usual.alpha);
}

void JobOptions::describe_how(CommandLine& line) {
  line.group("NOISE");
  line.add("sound", sound,
           "noise on the 8-bit grid with exactly the Gaussian law: certificates that hold in floating point, "
           "for images of bytes");
  line.add("seed", seed,
           "which noise; the same seed gives the same record. Use it for reproduction, not in service: "
           "whoever knows the seed knows the noise")
      .shown_as("S")
      .usually("from the operating system; with --resume that of the record")
      .in(0, static_cast<double>(kLargestSeed))
      .rarely();
  line.add_choice<Generator>("generator", generator,
                             {{"philox", Generator::kPhilox}, {"chacha20", Generator::kChacha20}},
                             "where random bits come from: philox is fast, chacha20 is a cipher")
      .shown_as("G")
      .rarely();
  voting.describe(line);
  line.group("OUTPUT");
  line.add("output", output, "record to write; its manifest goes beside it")
      .shown_as("FILE")
      .usually("MODEL_noise_S.tsv")
      .letter('o');
  existing.describe(line, "the record");
  line.add("no_time", no_time,
           "leave out the time of each image (0:00:00), so that records compare byte for byte")
      .rarely();
  add_format(line, format);
}

Budget JobOptions::budget() const {
  return {.n = usual.n, .alpha = usual.alpha, .sigma = given_sigma(sigma)};
}

int run_job_command(const JobOptions& job, std::shared_ptr<const Procedure> procedure,
                    const std::optional<std::string>& top_up) {
  CertificationOptions options = run_options(job, procedure);
  if (top_up) options.top_up = *top_up;
  InterruptGuard interrupt;
  options.stop = interrupt.flag();
  PrintingObserver observer(procedure->kind());
  const CertificationResult result = run_certification(options, observer);
  observer.end_line();
  const std::string path = options.output.string();
  if (!result.is_finished) {
    std::fprintf(stderr,
                 "interrupted: %s has %lld of %lld images; the same command with --resume continues\n",
                 path.c_str(), static_cast<long long>(result.images_in_record),
                 static_cast<long long>(result.images_total));
    return kInterrupted;
  }
  const int code = print_evaluation(path, job.format);
  print_next(job, *procedure, path);
  return code;
}

}  // namespace certus::cli
