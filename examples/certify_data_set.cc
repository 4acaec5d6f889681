// Certifies images of a data set and reads the record back: certify_data_set MODEL DATA RECORD.tsv
#include <cstdio>

#include "certus/base/error.h"
#include "certus/certify/certification_run.h"
#include "certus/logs/load_log.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/procedure/top_class.h"

int main(int argc, char** argv) try {
  if (argc != 4) return 1;
  certus::CertificationOptions options{.model = argv[1], .data = {.data = argv[2]}, .output = argv[3]};
  options.procedure = certus::top_class_procedure(100, {.n = 1'000, .alpha = 0.001, .sigma = 0.5});
  options.selection.max = 20;
  options.existing = certus::ExistingRecord::kResume;
  certus::CertificationObserver quiet;
  certus::run_certification(options, quiet);
  const certus::LoadedLog loaded = certus::load_log(argv[3]);
  const std::vector<double> radii{0.0, 0.25, 0.5};
  for (const auto& point : certus::certified_accuracy(loaded.log, radii, 0.95))
    std::printf("%.0f %% of the images are certified right at radius %g\n", 100.0 * point.value, point.at);
} catch (const certus::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
