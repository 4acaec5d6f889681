#pragma once

#include <optional>
#include <string>

#include "certus/cli/shared_options.h"
#include "certus/metrics/grid.h"
#include "certus/study/engine_agreement.h"

namespace certus::cli {

/// The options of bench --agreement, which bench without it refuses.
struct AgreementOptions {
  OpenOptions data;
  std::optional<double> sigma;
  Budget budget{.n = 1000};
  std::int64_t n0 = 100;
  ImageSelection selection;
  std::uint64_t seed = 0;
  AgreementView view{.radii = {}, .p = usual_p()};

  void describe(Parameters& line);
  /// The first of them that the line has: "--data"; or empty.
  static std::string first_given(const CommandLine& line);
};

/// What another engine or precision changes, on the same noise.
/// @param study  with its model, engines and scales
int run_agreement(const AgreementOptions& options, AgreementStudy study, const OutputOptions& output,
                  const CommandLine& line);

}  // namespace certus::cli
