#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/estimate.h"

namespace certus {

/// What is to be certified at one radius. A small log of the same model, the pilot, helps to choose the
/// budget.
struct PilotPlanParams {
  double radius = 0.0;
  double alpha = 0.001;
  std::int64_t n0 = 100;         ///< votes that choose the class
  std::vector<std::int64_t> n;   ///< votes per image to compare, rising; empty: usual_pilot_budgets()
  std::int64_t images = 10'000;  ///< images to certify
  std::optional<double> images_per_second = {};  ///< forward passes per second of the machine at hand
  double confidence = 0.95;                      ///< of the intervals
  double loss = 0.01;                            ///< share of the images that one gives up for fewer draws
};

/// 100, 300, 1000, ... up to 1,000,000.
std::vector<std::int64_t> usual_pilot_budgets();

/// What each budget would certify and cost.
struct PilotPlan {
  /// One way to spend a budget.
  struct Way {
    /// Certified accuracy at the radius over new votes. The interval is guaranteed (guaranteed_mean): with
    /// probability at least the confidence it contains the mean over all images like those of the pilot,
    /// whatever the distribution of p_A is; at each budget by itself.
    Estimate certified;
    double mean_draws = 0.0;        ///< per image, n0 included
    double draws = 0.0;             ///< of all images
    std::optional<double> seconds;  ///< of all images
  };
  struct Row {
    std::int64_t n = 0;
    Way fixed;                   ///< all n votes for every image; the value is that of predictive conversion
    bool extrapolated = false;   ///< the pilot's votes cannot tell what this n asks (convert_budget)
    std::optional<Way> decided;  ///< at most n votes, draw by draw; empty where n cannot certify the radius
  };
  struct Choice {
    std::size_t row = 0;
    bool is_decided = false;
  };
  std::string path;
  double sigma = 0.0;
  std::int64_t pilot_n = 0;
  std::int64_t pilot_images = 0;
  std::vector<Row> rows;
  /// The way with the fewest draws among those whose value is at most `loss` below the best of all rows.
  /// Empty where every value is 0.
  std::optional<Choice> choice;

  const Way& way(const Choice& of) const {
    return of.is_decided ? *rows[of.row].decided : rows[of.row].fixed;
  }
};

/// The values are expectations over new votes. Those of `fixed` are predictive (convert_budget). Those of
/// `decided` are less by what decision_cost says is lost. Draws of `decided` are those of decision_cost, with
/// votes / n of the pilot for p_A. All three are estimates, and only the intervals have a guarantee.
/// Intervals and values take the label for the class that will be chosen, as every conversion does.
///
/// Fails on the logs on which plan_decisions fails, but a radius out of reach of some n is allowed.
PilotPlan plan_from_pilot(const LoadedLog& pilot, const PilotPlanParams& params);

}  // namespace certus
