#include "certus/logs/near_constant.h"

#include <algorithm>
#include <map>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/stats/binomial.h"

namespace certus {
namespace {

constexpr double kNearlyAll = 0.95;
constexpr std::int64_t kLeastOthers = 10;  // a coin falls on one side ten times with probability below 0.001
constexpr double kLevel = 0.01;
constexpr double kClearlyAbove = 0.1;

double share(std::int64_t part, std::int64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent_text(double value) {
  return fixed_text(100.0 * value, 1) + " %";
}

}  // namespace

std::optional<NearConstant> near_constant(const CertificationLog& log) {
  NearConstant found;
  std::map<std::int32_t, std::int64_t> answers;
  std::map<std::int32_t, std::int64_t> labels;
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (log.is_abstained(row)) continue;
    ++found.answered;
    ++answers[log.predicted[row]];
    ++labels[log.label[row]];
    found.right += log.is_correct(row) ? 1 : 0;
  }
  if (found.answered == 0) return std::nullopt;
  const auto top = std::max_element(answers.begin(), answers.end(),
                                    [](const auto& a, const auto& b) { return a.second < b.second; });
  found.top_class = top->first;
  found.top_answers = top->second;
  for (const auto& [label, count] : labels) {
    const auto answered = answers.find(label);
    if (answered == answers.end()) continue;
    found.chance += share(count, found.answered) * share(answered->second, found.answered);
  }

  std::int64_t others = 0;         // answered images of other classes than the top one
  std::int64_t others_as_top = 0;  // ... that are taken for it
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (log.is_abstained(row) || log.label[row] == found.top_class) continue;
    ++others;
    others_as_top += log.predicted[row] == found.top_class ? 1 : 0;
  }
  if (others >= kLeastOthers && share(found.top_answers, found.answered) >= kNearlyAll &&
      share(others_as_top, others) >= kNearlyAll) {
    found.kind = NearConstant::Kind::kOneClass;
    return found;
  }
  const double clearly_above = found.chance + kClearlyAbove;
  if (clearly_above < 1.0 && binomial_upper_tail(found.right, found.answered, found.chance) > kLevel &&
      binomial_lower_tail(found.right, found.answered, clearly_above) <= kLevel) {
    found.kind = NearConstant::Kind::kChance;
    return found;
  }
  return std::nullopt;
}

std::string near_constant_text(const NearConstant& found) {
  const std::string answered =
      join_text(grouped_text(found.answered), found.answered == 1 ? " image" : " images");
  if (found.kind == NearConstant::Kind::kOneClass) {
    return join_text("the classifier is nearly constant: it says class ", found.top_class, " for ",
                     percent_text(share(found.top_answers, found.answered)), " of the ", answered,
                     " that it answers, whatever their label; its radii say nothing about robustness");
  }
  return join_text("the classifier is no better than chance: right for ",
                   percent_text(share(found.right, found.answered)), " of the ", answered,
                   " that it answers, where the same answers in random order would be right for ",
                   percent_text(found.chance), "; its radii say nothing about robustness");
}

}  // namespace certus
