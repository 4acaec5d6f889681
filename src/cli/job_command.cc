#include "certus/cli/job_command.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "certus/base/entropy.h"
#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"
#include "certus/certify/certification_run.h"
#include "certus/cli/commands.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/network_options.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;

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

std::string output_of(const Arguments& arguments, const Procedure& procedure) {
  const std::string stem = std::filesystem::path(arguments.positionals().at(0)).stem().string();
  const std::string path = arguments.text("--output")
                               .value_or(join_text(stem, procedure.kind().columns.has_radii ? "" : "_predict",
                                                   "_noise_", procedure.budget().sigma, ".tsv"));
  if (path == "-")
    fail(ErrorKind::kConfig, "--output is '-': a record grows in a file that can be resumed; give its name");
  if (path.starts_with('-'))
    fail(ErrorKind::kConfig, "--output is '", path, "', which reads like an option; give ./", path);
  return path;
}

ExistingRecord existing_of(const Arguments& arguments, const std::string& path) {
  const bool resume = arguments.flag("--resume"), force = arguments.flag("--force");
  if (resume && force) {
    fail(ErrorKind::kConfig, "--resume continues a record and --force starts it again; give one of them");
  }
  if (!resume && !force && std::filesystem::is_regular_file(path)) {
    fail(ErrorKind::kFile, path, ": exists already; --resume continues it, --force starts again");
  }
  return resume ? ExistingRecord::kResume : force ? ExistingRecord::kReplace : ExistingRecord::kRefuse;
}

std::optional<std::uint64_t> seed_of(const Arguments& arguments) {
  const auto asked = arguments.integer("--seed");
  if (!asked && arguments.text("--shard") && !arguments.flag("--resume")) {
    fail(ErrorKind::kConfig,
         "--shard needs --seed: all parts of a run have the same; give each of them --seed ",
         system_entropy() & kLargestSeed);
  }
  return asked ? std::optional(static_cast<std::uint64_t>(*asked)) : std::nullopt;
}

CertificationOptions run_options(const Arguments& arguments, std::shared_ptr<const Procedure> procedure) {
  CertificationOptions options{.model = arguments.positionals().at(0),
                               .model_options = model_options_of(arguments),
                               .data = open_options_of(arguments),
                               .selection = selection_of(arguments),
                               .procedure = procedure,
                               .seed = seed_of(arguments),
                               .is_sound = arguments.flag("--sound"),
                               .engine = engine_choice(arguments),
                               .workers = arguments.integer("--threads"),
                               .batch = arguments.integer_or_default("--batch"),
                               .output = output_of(arguments, *procedure),
                               .keep_time = !arguments.flag("--no-time")};
  options.existing = existing_of(arguments, options.output.string());
  if (arguments.text_or_default("--generator") == "chacha20") options.generator = Generator::kChacha20;
  options.engine.precision = arguments.text_or_default("--precision");
  if (const auto scales = arguments.text("--scales")) {
    if (options.engine.precision != "int8" && procedure->voters() == 1)
      fail(ErrorKind::kConfig, "--scales is for --precision int8");
    options.scales = *scales;
  }
  return options;
}

/// What to do next, with the record that was made.
void print_next(const Arguments& arguments, const Procedure& procedure, const std::string& record) {
  if (format_of(arguments) != Format::kText) return;
  if (!procedure.kind().columns.has_radii) {
    std::printf("\nNext: certus certify %s ... for radii\n", arguments.positionals().at(0).c_str());
  } else if (procedure.kind().has_one_n && procedure.kind().has_own_votes) {
    std::printf("\nNext: certus report %s [OTHER.tsv ...]; certus convert %s --to-n %lld; certus audit %s\n",
                record.c_str(), record.c_str(),
                static_cast<long long>(std::max<std::int64_t>(10, procedure.budget().n / 10)),
                record.c_str());
  }
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
             {.name = "--resume", .kind = Kind::kFlag, .help = "continue that record where it ends"},
             {.name = "--force", .kind = Kind::kFlag, .help = "replace an existing record"},
             {.name = "--no-time",
              .kind = Kind::kFlag,
              .help = "leave out the time of each image (0:00:00), so that records compare byte for "
                      "byte"},
             format_option()};
}

std::vector<OptionGroup> job_groups(OptionGroup budget, std::optional<OptionGroup> procedure) {
  std::vector<OptionGroup> groups{{.title = "WHAT",
                                   .everyday = {"--data", "--skip", "--max"},
                                   .more = {"--start", "--shard", "--data-dir", "--split", "--resize",
                                            "--no-verify", "--arch", "--normalize"}},
                                  std::move(budget)};
  if (procedure) groups.push_back(std::move(*procedure));
  groups.push_back({.title = "NOISE", .everyday = {"--sound"}, .more = {"--seed", "--generator"}});
  groups.push_back({.title = "ENGINE",
                    .everyday = {"--precision", "--threads"},
                    .more = {"--engine", "--device", "--scales", "--batch"}});
  groups.push_back({.title = "OUTPUT",
                    .everyday = {"--output", "--resume", "--force"},
                    .more = {"--no-time", "--format"}});
  return groups;
}

Budget job_budget(const Arguments& arguments) {
  return {.n = arguments.integer_or_default("--n"),
          .alpha = arguments.real_or_default("--alpha"),
          .sigma = sigma_of(arguments)};
}

int run_job_command(const Arguments& arguments, std::shared_ptr<const Procedure> procedure) {
  CertificationOptions options = run_options(arguments, procedure);
  if (procedure->kind().top_up_fields.size() > 0) {
    if (const auto top_up = arguments.text("--top-up")) options.top_up = *top_up;
  }
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
  const Command evaluate = evaluate_command();
  const int code =
      evaluate.run(Arguments(evaluate, {path, "--format", arguments.text_or_default("--format")}));
  print_next(arguments, *procedure, path);
  return code;
}

}  // namespace certus::cli
