#pragma once

#include <optional>
#include <string>

#include "certus/cli/network_options.h"
#include "certus/cli/shared_options.h"
#include "certus/study/engine_agreement.h"

namespace certus::cli {

/// The options of bench --agreement that bench without it refuses; so it matters which were given.
struct AgreementOptions {
  DataOptions data;
  std::optional<double> sigma;
  std::optional<std::int64_t> n, n0;
  std::optional<double> alpha;
  std::optional<std::int64_t> max, skip, seed;
  std::optional<std::string> radii, p;
  std::optional<double> confidence;

  void describe(Parameters& line);
  /// The first option that was given: "--data".
  std::optional<std::string> first_given() const;
};

/// What another engine or precision changes, on the same noise.
/// @param study  with its model, engines and scales
int run_agreement(const AgreementOptions& options, AgreementStudy study, const OutputOptions& output);

}  // namespace certus::cli
