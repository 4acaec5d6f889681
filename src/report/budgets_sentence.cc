#include "certus/report/budgets_sentence.h"

#include <algorithm>
#include <set>

#include "certus/base/error.h"
#include "certus/base/number_text.h"

namespace certus {

std::string budgets_sentence(std::span<const LoadedLog> logs, const BudgetChange& change) {
  const auto text_of = [](const Budget& budget, bool own_n = false) {
    return join_text(own_n ? "n up to " : "n = ", grouped_text(budget.n), ", alpha = ", budget.alpha);
  };
  std::set<std::string> sources;
  std::set<std::string> targets;
  bool beyond = false;
  for (const LoadedLog& loaded : logs) {
    sources.insert(text_of(loaded.budget(), !loaded.log.has_one_n()));
    targets.insert(text_of(change.of(loaded.budget()), change.is_empty() && !loaded.log.has_one_n()));
    beyond = beyond || change.of(loaded.budget()).n > loaded.budget().n;
  }
  const auto joined = [](const std::set<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) out += (out.empty() ? "" : "; ") + text;
    return out;
  };
  std::string sentence = sources == targets
                             ? joined(sources)
                             : join_text(joined(targets), ", converted by plug-in from ", joined(sources),
                                         beyond ? "; p_A = votes / n is taken beyond the votes made" : "");
  if (std::ranges::any_of(logs, &LoadedLog::as_printed))
    sentence += "; rounded radii count as printed, although votes prove less";
  else if (std::ranges::any_of(logs, &LoadedLog::has_rounded_radii))
    sentence += "; rounded radii count as far as their votes prove them";
  return sentence;
}

}  // namespace certus
