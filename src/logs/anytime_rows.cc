#include "certus/logs/anytime_rows.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/stats/confidence_sequence.h"
#include "certus/stats/decision_table.h"
#include "certus/stats/geometric_looks.h"

namespace certus {
namespace {

/// Collects what is wrong, each with its place.
class Problems {
 public:
  explicit Problems(const CertificationLog& log) : log_(log) {}

  template <typename... Expected>
  void expect(bool right, const char* code, std::size_t row, const char* column, double found,
              const Expected&... expected) {
    if (right) return;
    found_.push_back({code, join_text(log_.path, ':', row + 2, ": column '", column, "': found '",
                                      round_trip_text(found), "', expected ", expected...)});
  }
  std::vector<LogProblem> take() { return std::move(found_); }

 private:
  const CertificationLog& log_;
  std::vector<LogProblem> found_;
};

bool is_near(double a, double b) {
  return std::fabs(a - b) <= 1e-9;
}

/// How many of the radii asked for a row is certified at.
std::size_t certified_radii(const CertificationLog& log, const RunManifest& manifest, std::size_t row) {
  if (log.is_abstained(row)) return 0;
  const auto& radii = manifest.radii;
  return static_cast<std::size_t>(std::upper_bound(radii.begin(), radii.end(), log.radius[row]) -
                                  radii.begin());
}

/// Whether so many votes can have certified the radius at any look: they prove most if they came first,
/// without a miss.
bool can_certify(double radius, std::int64_t votes, DecisionBoundary boundary, const Budget& budget) {
  if (votes == 0) return false;
  if (boundary == DecisionBoundary::kMixture) {
    return ConfidenceSequence(budget.alpha).side_of(radius_threshold(radius, budget.sigma), votes, votes) ==
           ConfidenceSequence::Side::kAbove;
  }
  const auto most = largest_radius({.n = votes, .alpha = budget.alpha, .sigma = budget.sigma});
  return most && *most >= radius;
}

DecisionBoundary boundary_of(const RunManifest& manifest, const std::string& file) {
  const auto boundary = boundary_of_name(manifest.boundary);
  if (!boundary) {
    fail(ErrorKind::kData, file, ": field 'boundary' is '", manifest.boundary,
         "', expected spending or mixture");
  }
  return *boundary;
}

}  // namespace

std::vector<LogProblem> anytime_row_problems(const CertificationLog& log, const RunManifest& manifest) {
  const ConfidenceSequence sequence(manifest.budget.alpha);
  const std::string manifest_file = manifest_path(log.path).string();
  std::optional<DecisionBoundary> boundary;
  if (manifest.procedure == Procedure::kCertifyAt) boundary = boundary_of(manifest, manifest_file);
  Problems problems(log);
  for (std::size_t row = 0; row < log.rows(); ++row) {
    const std::int64_t n = log.row_n[row];
    const double radius = log.radius[row];
    problems.expect(n <= manifest.budget.n, "n-above-most", row, "n", static_cast<double>(n), "at most ",
                    manifest.budget.n, " as in ", manifest_file);
    const double lower = sequence.lower(log.chosen_votes[row], n).p;
    const double upper = sequence.upper(log.chosen_votes[row], n).p;
    if (manifest.procedure == Procedure::kCertifyAt) {
      const bool asked = log.is_abstained(row) || std::find(manifest.radii.begin(), manifest.radii.end(),
                                                            radius) != manifest.radii.end();
      problems.expect(asked, "radius-not-asked", row, "radius", radius, "one of the radii in ",
                      manifest_file);
      const std::int64_t votes = log.chosen_votes[row];
      problems.expect(
          !asked || log.is_abstained(row) || can_certify(radius, votes, *boundary, manifest.budget),
          "radius-above-votes", row, "radius", radius, "less: ", votes, " votes certify it at no look");
      problems.expect(is_near(log.lower[row], lower), "bound-not-of-votes", row, "lower", log.lower[row],
                      round_trip_text(lower), ", which the votes say");
      problems.expect(is_near(log.upper[row], upper), "bound-not-of-votes", row, "upper", log.upper[row],
                      round_trip_text(upper), ", which the votes say");
    } else {  // bounds are the best of all looks
      const double proven =
          radius_of_bound(Probability::from_p(log.lower[row]), manifest.budget.sigma).value_or(0.0);
      problems.expect(log.lower[row] >= lower - 1e-9, "bound-not-of-votes", row, "lower", log.lower[row],
                      round_trip_text(lower), " or more");
      const double most = sequence.lower(log.chosen_votes[row], log.chosen_votes[row]).p;
      problems.expect(log.lower[row] <= std::min(most, log.upper[row]) + 1e-9, "bound-not-of-votes", row,
                      "lower", log.lower[row], "at most ", round_trip_text(std::min(most, log.upper[row])),
                      ", which the votes can prove and 'upper' allows");
      problems.expect(log.upper[row] <= upper + 1e-9, "bound-not-of-votes", row, "upper", log.upper[row],
                      round_trip_text(upper), " or less");
      // p alone, without 1 - p, has fewer digits near 1.
      problems.expect(std::fabs(radius - proven) <= 1e-6 * manifest.budget.sigma, "radius-not-of-bound", row,
                      "radius", radius, round_trip_text(proven), ", which 'lower' proves");
    }
  }
  return problems.take();
}

std::vector<LogProblem> anytime_end_problems(const CertificationLog& log, const RunManifest& manifest) {
  Problems problems(log);
  if (!manifest.top_up.empty()) return {};
  std::optional<DecisionTable> table;
  if (manifest.procedure == Procedure::kCertifyAt) {
    table.emplace(DecisionParams{.budget = manifest.budget,
                                 .radii = manifest.radii,
                                 .boundary = boundary_of(manifest, manifest_path(log.path).string()),
                                 .worth = manifest.worth,
                                 .growth = manifest.growth});
  }
  const std::vector<std::int64_t> looks =
      table ? table->looks() : geometric_looks(manifest.budget.n, manifest.growth);
  for (std::size_t row = 0; row < log.rows(); ++row) {
    const auto look = std::lower_bound(looks.begin(), looks.end(), log.row_n[row]);
    const bool is_look = look != looks.end() && *look == log.row_n[row];
    problems.expect(is_look, "n-not-a-look", row, "n", static_cast<double>(log.row_n[row]),
                    "a number of draws at which the run looks, the nearest ",
                    look == looks.end() ? looks.back() : *look);
    if (!table || !is_look) continue;
    const auto j = static_cast<std::size_t>(look - looks.begin());
    const std::int64_t votes = log.chosen_votes[row];
    // Radii may also have been certified at an earlier look: the last one tells the least.
    const std::size_t least = table->certified(j, votes);
    const std::size_t certified = certified_radii(log, manifest, row);
    problems.expect(certified >= least, "radius-below-votes", row, "radius", log.radius[row],
                    least == 0 ? 0.0 : manifest.radii[least - 1], " or more, which ", votes, " votes of ",
                    *look, " certify");
    const auto certifies =
        [&](std::size_t i) {  // at some look, with as many of the votes as may have come before
          for (std::size_t before = 0; before <= j; ++before) {
            if (std::min(votes, looks[before]) >= table->certify_at(before, i)) return true;
          }
          return false;
        };
    problems.expect(certified == 0 || certifies(certified - 1), "radius-above-votes", row, "radius",
                    log.radius[row], "less: ", votes, " votes certify it at no look");
    problems.expect(certified < least || !table->goes_on(j, votes, certified), "ended-early", row, "n",
                    static_cast<double>(*look), "more draws: with ", votes,
                    " votes the next radius is neither certified nor given up");
  }
  return problems.take();
}

}  // namespace certus
