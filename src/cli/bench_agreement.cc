#include "certus/cli/bench_agreement.h"

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/certify/certification_parameters.h"
#include "certus/command_line/interrupt.h"
#include "certus/command_line/progress_line.h"
#include "certus/command_line/run_files.h"
#include "certus/data/dataset_parameters.h"
#include "certus/metrics/analysis_parameters.h"
#include "certus/stats/budget_parameters.h"

namespace certus::cli {

void AgreementOptions::describe(Parameters& line) {
  line.group("AGREEMENT");
  certus::describe(line, data);
  describe_sigma(line, sigma);
  describe_votes(line, budget.n);
  describe_selection_votes(line, n0).rarely();
  describe_alpha(line, budget.alpha).rarely();
  describe_max(line, selection.max);
  describe_skip(line, selection.skip, "100; 1 for a folder of pictures");
  add_seed(line, seed, "number that chooses the noise").rarely();
  describe_radii(line, view.radii).rarely();
  describe_p(line, view.p).rarely();
  describe_confidence(line, view.confidence).rarely().help =
      "confidence of the intervals over the test images";
}

std::string AgreementOptions::first_given(const CommandLine& line) {
  AgreementOptions usual;
  CommandLine own("bench");
  usual.describe(own);
  for (const Parameter& option : own.descriptions())
    if (line.has(option.name)) return option.name;
  return "";
}

int run_agreement(const AgreementOptions& options, AgreementStudy study, const OutputOptions& output,
                  const CommandLine& given) {
  constexpr std::int64_t kUsualSkip = 100;
  study.budget = options.budget;
  study.budget.sigma = given_sigma(options.sigma);
  study.n0 = options.n0;
  study.seed = options.seed;
  check_data(options.data, given);
  study.data = options.data;
  study.selection = options.selection;
  if (!given.has("--skip") && find_known_dataset(study.data.data) != nullptr)
    study.selection.skip = kUsualSkip;
  std::vector<std::string> read{study.model};
  if (!study.scales.empty()) read.push_back(study.scales.string());
  for (const auto& folder : files_of(options.data)) read.push_back(folder.string());
  if (output.output)  // before the work
    check_outputs({.inputs = {read.begin(), read.end()}, .outputs = {*output.output}});
  InterruptGuard interrupt;
  study.engines.stop = interrupt.flag();
  ProgressLine line(30.0);
  study.engines.on_note = [&](const std::string& note) { line.note(note); };
  study.on_progress = [&](const AgreementProgress& progress) {
    line.update([&] {
      return join_text(grouped_text(progress.draws_done), " of ", grouped_text(progress.draws_total),
                       " draws, ", time_text(progress.seconds_left), " left");
    });
  };
  try {
    const AgreementReport report = compare_on_same_noise(study);
    line.clear();
    deliver(agreement_document(report, options.view), output, read);
  } catch (const Interrupted&) {
    line.note("interrupted; fewer images (--skip, --max) or a smaller --n take less time");
    return kInterrupted;
  }
  return 0;
}

}  // namespace certus::cli
