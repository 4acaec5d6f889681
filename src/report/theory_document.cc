#include "certus/report/theory_document.h"

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/metrics/theory.h"
#include "certus/report/budget_text.h"
#include "certus/report/json_values.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/trivial_classifier.h"

namespace certus {

Document toy_document(double p_a, std::span<const std::int64_t> counts, double alpha, double sigma) {
  Document document;
  json_in(document) = Json::array();
  Table table{.title = join_text("ACR of the trivial classifier and of one with p_A = ", p_a,
                                 " on every image (balanced binary task)"),
              .header = {"n", "trivial", "plug-in", "expected", "winner (plug-in)", "winner (expected)"},
              .rows = {}};
  for (const std::int64_t n : counts) {
    const ToyRow row = toy_row(p_a, {.n = n, .alpha = alpha, .sigma = sigma});
    const auto winner = [&](double other) {
      return row.trivial > other ? "trivial" : row.trivial < other ? join_text("p_A = ", p_a) : "tie";
    };
    json_in(document).push_back(
        {{"n", row.n}, {"trivial", row.trivial}, {"plug_in", row.plug_in}, {"expected", row.expected}});
    table.rows.push_back({count_cell(row.n), real_cell(row.trivial, 6), real_cell(row.plug_in, 6),
                          real_cell(row.expected, 6), text_cell(winner(row.plug_in)),
                          text_cell(winner(row.expected))});
  }
  document.add(std::move(table));
  document.add(
      "The paper (Section 4.1) prints the plug-in values, which insert round(p_A n) votes; see "
      "docs/paper-errata.md.");
  return document;
}

Document trivial_document(int classes, std::span<const double> targets, double alpha, double sigma) {
  Document document;
  json_in(document) = Json::array();
  Table table{.title = join_text("Votes after which a constant classifier on ", classes,
                                 " balanced classes exceeds an ACR"),
              .header = {"ACR", "least n", "ACR at that n", "ACR one vote earlier"},
              .rows = {}};
  for (const double target : targets) {
    const double n = samples_for_trivial_acr(target, classes, {.alpha = alpha, .sigma = sigma});
    const bool countable = n <= 1e9;
    const auto acr = [&](double votes) {
      return countable && votes >= 1
                 ? std::optional(trivial_acr(
                       classes, {.n = static_cast<std::int64_t>(votes), .alpha = alpha, .sigma = sigma}))
                 : std::nullopt;
    };
    json_in(document).push_back({{"target", target},
                                 {"n", countable ? Json(static_cast<std::int64_t>(n)) : Json(n)},
                                 {"acr", json_of(acr(n))},
                                 {"acr_before", json_of(acr(n - 1))}});
    table.rows.push_back({exact_cell(target),
                          countable ? count_cell(static_cast<std::int64_t>(n)) : exact_cell(n),
                          optional_cell(acr(n), 6), optional_cell(acr(n - 1), 6)});
  }
  document.add(std::move(table));
  document.add(
      "n = floor(ln alpha / ln Phi(ACR * classes / sigma)) + 1; the paper prints the quotient upside down "
      "(docs/paper-errata.md).");
  return document;
}

Document radius_document(std::span<const double> p, const Budget& budget) {
  Document document;
  json_in(document) = Json::array();
  Table table{.title = "Radius and its sensitivity to p_A, " + budget_text(budget),
              .header = {"p_A", "radius", "d radius / d p_A"},
              .rows = {}};
  for (const double share : p) {
    const RadiusRow row = radius_row(share, budget);
    json_in(document).push_back({{"p", row.p}, {"radius", row.radius}, {"sensitivity", row.sensitivity}});
    table.rows.push_back({exact_cell(row.p), real_cell(row.radius, 6), real_cell(row.sensitivity, 3)});
  }
  document.add(std::move(table));
  return document;
}

Document weights_document(const SamplingWeightParams& params) {
  Document document;
  json_in(document) = Json::array();
  Table table{.title = join_text("Sampling weight of a training image by correct copies out of ", params.n,
                                 ", alpha = ", params.alpha),
              .header = {"correct", "weight (code)", "relative", "as printed"},
              .rows = {}};
  for (std::int64_t correct = 0; correct <= params.n; ++correct) {
    const double weight = sampling_weight(correct, params);
    const double relative = weight / sampling_weight(0, params);
    const double printed = sampling_weight_as_printed(correct, params);
    json_in(document).push_back(
        {{"correct", correct}, {"weight", weight}, {"relative", relative}, {"as_printed", printed}});
    table.rows.push_back(
        {count_cell(correct), real_cell(weight, 6), real_cell(relative, 4), real_cell(printed, 6)});
  }
  document.add(std::move(table));
  return document;
}

Document bound_document(std::int64_t count, const Budget& budget) {
  if (count > budget.n)
    fail(ErrorKind::kConfig, "the votes of the chosen class are ", count,
         ", expected at most n = ", budget.n);
  const Probability lower = clopper_pearson_lower(count, budget.n, budget.alpha);
  const auto radius = certified_radius(count, budget);
  Document document;
  json_in(document) = {
      {"p_lower", lower.p}, {"radius", radius.value_or(0.0)}, {"abstain", !radius.has_value()}};
  document.add(Table{
      .title = "",
      .header = {"count", "n", "alpha", "sigma", "p_lower", "radius"},
      .rows = {{count_cell(count), count_cell(budget.n), exact_cell(budget.alpha), exact_cell(budget.sigma),
                exact_cell(lower.p), radius ? exact_cell(*radius) : text_cell("abstain")}}});
  document.add(
      radius ? join_text("With probability at least ", 1.0 - budget.alpha,
                         " over the noise drawn, the smoothed classifier is constant within that L2 radius.")
             : "The bound does not exceed 1/2: abstain.");
  return document;
}

}  // namespace certus
