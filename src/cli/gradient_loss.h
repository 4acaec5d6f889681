#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certus/base/parameters.h"
#include "certus/study/loss_choice.h"

namespace certus::cli {

/// --loss, --method and --set.
struct LossOptions {
  std::optional<std::string> loss;
  std::vector<std::string> methods, settings;

  void describe(Parameters& p);
  bool is_given() const { return loss || !methods.empty() || !settings.empty(); }

  /// One for each model. Fails when the options contradict each other, or when there are neither as many
  /// methods as models nor one for all.
  std::vector<LossChoice> choices(std::size_t models) const;
};

/// The noise level of --sigma and of all presets, which have to agree.
double sigma_of(const std::optional<double>& given, const std::vector<LossChoice>& choices);

}  // namespace certus::cli
