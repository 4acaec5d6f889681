#pragma once

#include <string>

#include "certus/logs/load_log.h"
#include "certus/procedure/at_radii.h"
#include "support/logs.h"

namespace certus::test {

/// A log of known budget: images with these votes for their label of n = 1000 at alpha 0.001, certified as
/// their votes say.
inline LoadedLog loaded_votes(const std::string& path, double sigma, const std::vector<std::int64_t>& votes) {
  const Budget budget{.n = 1000, .alpha = 0.001, .sigma = sigma};
  LoadedLog loaded{.log = log_of_votes(votes, budget.n, *k_min(0.0, budget)),
                   .manifest = {},
                   .sigma = {.value = sigma, .source = Source::kOption},
                   .n = {.value = budget.n, .source = Source::kOption},
                   .alpha = {.value = budget.alpha, .source = Source::kOption},
                   .notes = {}};
  loaded.log.path = path;
  for (std::size_t i = 0; i < votes.size(); ++i)
    loaded.log.radius[i] = certified_radius(votes[i], budget).value_or(0.0);
  return loaded;
}

/// An anytime record that was to decide at `radii`, of at most 1000 draws at alpha 0.001 and sigma 0.5.
inline LoadedLog loaded_stopped(const std::string& path, const std::vector<StoppedImage>& images,
                                const std::vector<double>& radii = {0.25, 0.5}) {
  LoadedLog loaded = loaded_votes(path, 0.5, {});
  loaded.log = log_of_stopped(images);
  loaded.log.path = path;
  loaded.log.kind = &at_radii_kind();
  loaded.procedure = at_radii_procedure(100, {.budget = loaded.budget(), .radii = radii});
  loaded.manifest = RunManifest{
      .procedure = "certify-at", .budget = loaded.budget(), .n0 = 100, .fields = loaded.procedure->fields()};
  return loaded;
}

}  // namespace certus::test
