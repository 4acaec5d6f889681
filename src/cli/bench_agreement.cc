#include "certus/cli/bench_agreement.h"

#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/progress_line.h"

namespace certus::cli {

void AgreementOptions::describe(Parameters& line) {
  line.group("AGREEMENT");
  data.describe(line);
  add_sigma(line, sigma);
  line.add("n", n, "votes per image").in(1, 1e9).usually("1000");
  line.add("n0", n0, "votes that choose the class").shown_as("N0").in(1, 1e9).usually("100").rarely();
  line.add("alpha", alpha, "failure probability per image")
      .shown_as("A")
      .in(1e-12, 0.5)
      .usually("0.001")
      .rarely();
  add_max(line, max);
  add_skip(line, skip, "100; 1 for a folder of pictures");
  line.add("seed", seed, "which noise").shown_as("S").in(0, 9007199254740991.0).usually("0").rarely();
  add_radii(line, radii).rarely();
  add_p(line, p).rarely();
  line.add("confidence", confidence, "confidence of the intervals over the test images")
      .shown_as("C")
      .in(0.5, 0.999999)
      .usually("0.95")
      .rarely();
}

std::optional<std::string> AgreementOptions::first_given() const {
  const std::pair<const char*, bool> options[] = {{"--data", data.data.has_value()},
                                                  {"--data-dir", !data.data_dir.empty()},
                                                  {"--split", data.split.has_value()},
                                                  {"--resize", data.resize.has_value()},
                                                  {"--no-verify", data.no_verify},
                                                  {"--sigma", sigma.has_value()},
                                                  {"--n", n.has_value()},
                                                  {"--n0", n0.has_value()},
                                                  {"--alpha", alpha.has_value()},
                                                  {"--max", max.has_value()},
                                                  {"--skip", skip.has_value()},
                                                  {"--seed", seed.has_value()},
                                                  {"--radii", radii.has_value()},
                                                  {"--p", p.has_value()},
                                                  {"--confidence", confidence.has_value()}};
  for (const auto& [name, is_given] : options)
    if (is_given) return name;
  return {};
}

int run_agreement(const AgreementOptions& options, AgreementStudy study, const OutputOptions& output) {
  constexpr std::int64_t kUsualSkip = 100;
  study.budget = {.n = options.n.value_or(1000),
                  .alpha = options.alpha.value_or(0.001),
                  .sigma = given_sigma(options.sigma)};
  study.n0 = options.n0.value_or(100);
  study.seed = static_cast<std::uint64_t>(options.seed.value_or(0));
  study.data = options.data.open_options();
  const bool is_known = find_known_dataset(study.data.data) != nullptr;
  study.selection = {.max = options.max, .skip = options.skip.value_or(is_known ? kUsualSkip : 1)};
  const AgreementView view{.radii = given_radii(options.radii),
                           .p = p_grid(options.p),
                           .confidence = options.confidence.value_or(0.95)};
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
    deliver(agreement_document(report, view), output);
  } catch (const Interrupted&) {
    line.note("interrupted; fewer images (--skip, --max) or a smaller --n take less time");
    return kInterrupted;
  }
  return 0;
}

}  // namespace certus::cli
