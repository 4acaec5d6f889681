#include "certus/metrics/comparability.h"

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/metrics/shared_images.h"

namespace certus {
namespace {

/// The rule that decides when an image has enough votes.
std::string stopping_rule(const LoadedLog& loaded) {
  if (loaded.log.has_one_n()) return "as many votes for every image";
  return loaded.procedure ? loaded.procedure->stopping_rule() : "votes until something was decided";
}

}  // namespace

std::vector<std::string> comparability_warnings(std::span<const LoadedLog> logs, const BudgetChange& change) {
  std::vector<std::string> warnings;
  const LoadedLog& first = logs.front();
  for (const LoadedLog& other : logs) {
    const Budget a = first.budget();
    const Budget b = other.budget();
    if (change.of(a).n != change.of(b).n || change.of(a).alpha != change.of(b).alpha) {
      warnings.push_back(join_text(other.log.path, " was certified with n = ", b.n, ", alpha = ", b.alpha,
                                   ", but ", first.log.path, " with n = ", a.n, ", alpha = ", a.alpha));
    }
    if (change.is_empty() && stopping_rule(first) != stopping_rule(other)) {
      warnings.push_back(join_text(other.log.path, " was certified with ", stopping_rule(other), ", but ",
                                   first.log.path, " with ", stopping_rule(first)));
    }
    if (const std::int64_t differing = differing_labels(first.log, other.log); differing > 0) {
      warnings.push_back(join_text(other.log.path, " has other labels than ", first.log.path, " for ",
                                   differing, " of the images they share; another data set or class order?"));
    }
    if (other.log.idx == first.log.idx) continue;
    const std::int64_t shared = shared_images(first.log, other.log);
    if (shared != static_cast<std::int64_t>(first.log.rows()) ||
        shared != static_cast<std::int64_t>(other.log.rows())) {
      warnings.push_back(join_text(other.log.path, " has ", other.log.rows(), " images and ", first.log.path,
                                   " ", first.log.rows(), ", of which they share ", shared));
    }
  }
  return warnings;
}

}  // namespace certus
