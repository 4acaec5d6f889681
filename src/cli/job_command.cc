#include "certus/cli/job_command.h"

#include <algorithm>
#include <cmath>

#include "certus/base/entropy.h"
#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/shell_word.h"
#include "certus/certify/certification_parameters.h"
#include "certus/cli/evaluate.h"
#include "certus/cli/shared_options.h"
#include "certus/command_line/interrupt.h"
#include "certus/command_line/print.h"
#include "certus/command_line/progress_line.h"
#include "certus/command_line/run_files.h"
#include "certus/engines/engine_parameters.h"
#include "certus/engines/int8_scales.h"
#include "certus/report/format_parameter.h"
#include "certus/stats/budget_parameters.h"

namespace certus::cli {
namespace {

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

  void on_note(const std::string& text) override { print_err(text, '\n'); }

  void on_model_check(const ModelCheck& check, int num_classes) override {
    print_err(check.images, " images before the run: clean accuracy ",
              percent(check.clean_right, check.images), ", under noise ",
              percent(check.noisy_right, check.images * check.draws), ", smoothed (", check.draws, " draws) ",
              percent(check.smoothed_right, check.images), '\n');
    if (check.non_finite > 0) {
      print_err("warning: ", percent(check.non_finite, check.images * check.draws),
                " of the draws had a non-finite logit and vote for nothing\n");
    }
    if (check.clean_is_near_chance) {
      print_err("warning: the clean accuracy is near chance (", percent(1, num_classes), " for ", num_classes,
                " classes); the usual reason is a wrong normalization or pixel range: see certus model info, "
                "and --normalize\n");
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

std::filesystem::path usual_output(const JobOptions& job, const Procedure& procedure) {
  const char* const what = procedure.kind().columns.has_radii ? "" : "_predict";
  return join_text(job.run.model.stem(), what, "_noise_", procedure.budget().sigma, ".tsv");
}

void check_output(const CertificationOptions& run) {
  const std::string path = run.output.string();
  if (path == "-")
    fail(ErrorKind::kConfig, "--output is '-', but a record is a file that can be resumed; give its name");
  if (path.starts_with('-'))
    fail(ErrorKind::kConfig, "--output is '", path, "', which reads like an option; give ./", path);
  if (run.existing == ExistingRecord::kRefuse && std::filesystem::is_regular_file(path))
    fail(ErrorKind::kFile, path, ": exists already; --resume continues it, --force starts again");
}

/// No file that the run reads may be the record or its manifest.
void check_files(const CertificationOptions& run) {
  RunFiles files{.inputs = files_of(run.data), .outputs = {run.output, manifest_path(run.output)}};
  for (const auto& file : files_of_model(run.model)) files.inputs.push_back(file);
  files.inputs.push_back(run.scales.empty() ? scales_path(run.model, run.procedure->budget().sigma)
                                            : run.scales);
  if (run.top_up) files.inputs.push_back(*run.top_up);
  check_outputs(files);
}

void check_shard(const CommandLine& line) {
  if (!line.has("--shard") || line.has("--seed") || line.has("--resume")) return;
  fail(ErrorKind::kConfig,
       "--shard needs --seed, because all parts of a run must have the same seed; give each part --seed ",
       system_entropy() & kLargestSeed);
}

/// The run with what its options leave open.
CertificationOptions complete_run(const JobOptions& job, std::shared_ptr<const Procedure> procedure,
                                  const CommandLine& line) {
  CertificationOptions run = job.run;
  check_data(run.data, line);
  check_start(line);
  check_shard(line);
  const KnownDataset* const known = find_known_dataset(run.data.data);
  if (!line.has("--skip") && known != nullptr && run.data.split == Split::kTest)
    run.selection.skip = known->stride;
  if (!line.has("--output")) run.output = usual_output(job, *procedure);
  check_output(run);
  if (line.has("--scales") && run.engine.precision != "int8")
    fail(ErrorKind::kConfig, "--scales is for --precision int8");
  run.procedure = std::move(procedure);
  check_files(run);
  return run;
}

/// What to do next, with the record that was made.
void print_next(const JobOptions& job, const CertificationOptions& run) {
  if (job.format != Format::kText) return;
  const ProcedureKind& kind = run.procedure->kind();
  if (!kind.columns.has_radii) {
    print_out("\nNext: certus certify ", shell_word(run.model.string()), " ... for radii\n");
  } else if (kind.has_one_n) {
    const std::string record = shell_word(run.output.string());
    print_out("\nNext: certus report ", record, " [OTHER.tsv ...]; certus convert ", record, " --to-n ",
              std::max<std::int64_t>(10, job.n / 10), "; certus audit ", record, '\n');
  }
}

}  // namespace

void JobOptions::describe_what(CommandLine& line) {
  line.word("MODEL", run.model, "model.onnx, or model.safetensors of an architecture certus knows");
  line.group("WHAT");
  describe_images(line, run);
  line.group("BUDGET");
  describe_sigma(line, sigma);
  describe_votes(line, n);
  describe_alpha(line, alpha);
}

void JobOptions::describe_how(CommandLine& line) {
  line.group("NOISE");
  describe_noise(line, run, "from the operating system; with --resume that of the record");
  describe_voters(line, {run.engine, run.workers, run.batch, run.scales}, "f32");
  line.group("OUTPUT");
  line.add("output", run.output, "record to write; its manifest goes beside it")
      .shown_as("FILE")
      .usually("MODEL_noise_S.tsv")
      .letter('o');
  add_start(line, run.existing, "the record");
  line.add_flag("no_time", run.keep_time, false,
                "leave out the time of each image (0:00:00), so that records compare byte for byte")
      .rarely();
  describe_format(line, format).rarely();
}

Budget JobOptions::budget() const {
  return {.n = n, .alpha = alpha, .sigma = given_sigma(sigma)};
}

int run_job_command(const JobOptions& job, std::shared_ptr<const Procedure> procedure,
                    const CommandLine& line) {
  CertificationOptions run = complete_run(job, std::move(procedure), line);
  InterruptGuard interrupt;
  run.stop = interrupt.flag();
  PrintingObserver observer(run.procedure->kind());
  const CertificationResult result = run_certification(run, observer);
  observer.end_line();
  if (!result.is_finished) {
    print_err("interrupted: ", run.output, " has ", result.images_in_record, " of ", result.images_total,
              " images; the same command with --resume continues\n");
    return kInterrupted;
  }
  const int code = print_evaluation(run.output.string(), job.format);
  print_next(job, run);
  return code;
}

}  // namespace certus::cli
