#include "certus/report/comparison_document.h"

#include <algorithm>
#include <set>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/metrics/method_names.h"
#include "certus/report/budget_text.h"
#include "certus/report/comparison_json.h"
#include "certus/report/curve_tables.h"
#include "certus/report/group_comparison_table.h"
#include "certus/report/log_names.h"
#include "certus/report/log_warnings.h"
#include "certus/report/pair_summary.h"

namespace certus {
namespace {

/// Names for tables of one sigma: methods, where these tell the logs of each sigma apart.
std::vector<std::string> names_within_sigma(const std::vector<LoadedLog>& logs) {
  const auto paths = paths_of(logs);
  auto methods = method_names(paths);
  std::set<std::pair<double, std::string>> seen;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    if (!seen.emplace(*logs[i].sigma.value, methods[i]).second) return short_names(paths);
  }
  return methods;
}

/// What changes from the first to the second of a single pair.
void add_changes(Document& document, const LogComparison& found) {
  if (found.pairs.size() != 1 || found.pairs.front().certified_accuracy_change.empty()) return;
  document.add(curve_table(join_text("Certified accuracy, second minus first, in points (simultaneous ",
                                     percent_text(found.confidence, 1), " % band)"),
                           {"radius", "change", "lower", "upper"},
                           found.pairs.front().certified_accuracy_change));
}

void add_pairs(Document& document, const LogComparison& found, const ComparisonDocumentOptions& options) {
  if (found.pairs.empty()) {
    document.add(
        "No two logs share a sigma: p_A under different noise means different radii and is not compared.");
    return;
  }
  const auto groups = compared_groups(found.set.logs, found.pairs);
  const auto names = names_within_sigma(found.set.logs);
  for (const ComparedGroup& group : groups) {
    for (std::string& line : pair_summary(group, names)) document.add(std::move(line));
  }
  for (const ComparedGroup& group : groups) document.add(pair_matrix(group, names));
  for (std::string& line : sign_meaning(found.confidence)) document.add(std::move(line));
  if (found.pairs.size() > options.most_pairs) {
    document.add(join_text(options.listing, " the ", found.pairs.size(),
                           " pairs with the intervals of p where one curve is below the other."));
    return;
  }
  for (const ComparedGroup& group : groups) document.add(pair_table(group, names));
  document.add("\"undecided, first to 0.9\": the first is surely above up to p = 0.9, but not beyond.");
  add_changes(document, found);
}

/// "52.10/0.25 (50.6-53.3)": the value, its sigma, and the interval that knows of the selection.
std::string best_text(const BestOverSigma::Point& point) {
  std::string text = join_text(percent_text(point.value, 2), '/', point.sigma);
  if (point.interval) {
    text += join_text(" (", percent_text(point.interval->lower, 1), '-',
                      percent_text(point.interval->upper, 1), ')');
  }
  return text;
}

/// A row per radius, a column per method; only where a method has several sigmas.
void add_best_over_sigma(Document& document, const std::vector<BestOverSigma>& best, double confidence) {
  if (std::none_of(best.begin(), best.end(), [](auto& method) { return method.sigmas.size() > 1; })) return;
  std::vector<std::string> paths;
  for (const BestOverSigma& method : best) paths.push_back(method.method);
  Table table{.title = "Best certified accuracy % over sigma / the sigma that gives it",
              .header = {"radius"},
              .rows = {}};
  for (const std::string& name : method_names(paths)) table.header.push_back(name);
  for (std::size_t r = 0; r < best.front().points.size(); ++r) {
    std::vector<Cell> row{text_cell(round_trip_text(best.front().points[r].radius))};
    for (const BestOverSigma& method : best) {
      row.push_back(text_cell(best_text(method.points[r])));
    }
    table.rows.push_back(std::move(row));
  }
  document.add(std::move(table));
  document.add("The best sigma is chosen on these images, which favours it. The interval in brackets allows");
  document.add(join_text("for that: it is for the best true value over the sigmas, with confidence ",
                         confidence, " at each radius."));
}

void add_notes(Document& document, const LogComparison& found, const std::vector<std::string>& names) {
  document.add(
      "A dominating model certifies at least as many images at every radius and budget that ask for a p "
      "where it is ahead, by plug-in.");
  if (found.images_stopped) {
    document.add(
        "Images of anytime records stopped because of their votes: their relations compare estimates of p_A, "
        "coarse near p = 1, and they are not tested, because a share of 1 may be 30 votes without a miss.");
  }
  const std::vector<LoadedLog>& logs = found.set.logs;
  LogNotes notes(logs.size());
  for (std::size_t i = 0; i < logs.size(); ++i) {
    notes.add(names[i], budget_sentence(logs[i]));
    for (const std::string& note : logs[i].notes) notes.add(names[i], note);
  }
  for (std::string& line : notes.lines()) document.add(std::move(line));
}

}  // namespace

Document comparison_document(const LogComparison& found, const ComparisonDocumentOptions& options) {
  const std::vector<LoadedLog>& logs = found.set.logs;
  const auto paths = paths_of(logs);
  const auto names = short_names(paths);
  Document document;
  json_in(document) = comparison_json(found);
  add_warnings(document, found.set.warnings(), paths, names);
  warn_of_unread(document, found.unread);
  json_in(document)["near_constant"] = warn_of_near_constant(document, logs, names);
  add_group_comparisons(document, logs, found.set.groups, found.pairs);
  add_pairs(document, found, options);
  add_best_over_sigma(document, found.best_over_sigma, found.confidence);
  add_notes(document, found, names);
  return document;
}

}  // namespace certus
