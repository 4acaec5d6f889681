#include "certus/report/budget_text.h"

#include "certus/base/error.h"
#include "certus/base/number_text.h"

namespace certus {
namespace {

/// Images of an anytime record have up to n votes.
const char* name_of_n(const CertificationLog& log) {
  return log.has_one_n() ? "n" : "n up to";
}

}  // namespace

std::string budget_text(const Budget& budget) {
  return join_text("n = ", grouped_text(budget.n), ", alpha = ", budget.alpha, ", sigma = ", budget.sigma);
}

std::string budget_sentence(const LoadedLog& loaded) {
  const auto part = [](const char* name, const auto& sourced) {
    return sourced.value ? join_text(name, ' ', *sourced.value, " (", source_text(sourced.source), ')')
                         : join_text(name, " unknown");
  };
  return join_text(part("sigma", loaded.sigma), ", ", part(name_of_n(loaded.log), loaded.n), ", ",
                   part("alpha", loaded.alpha));
}

std::string acr_caveat() {
  return "ACR holds for this budget only and is not fit for ranking: another n reorders models "
         "(docs/statistics.md).";
}

}  // namespace certus
