#include "certus/report/concept_figure.h"

#include <algorithm>
#include <numeric>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/stats/expected_certification.h"

namespace certus {
namespace {

constexpr int kImages = 2000;
constexpr int kBins = 20;

/// p_A at evenly spaced quantiles: the population without the luck of a sample.
std::vector<double> quantiles(const Population& population) {
  std::vector<double> p;
  for (int i = 0; i < kImages; ++i) p.push_back(population.draw(i, (i + 0.5) / kImages).p);
  return p;
}

double share(const std::vector<double>& values, double at_least) {
  const auto count =
      std::count_if(values.begin(), values.end(), [&](double value) { return value >= at_least; });
  return static_cast<double>(count) / static_cast<double>(values.size());
}

Series series_of(std::string label, int number, Series::Style style) {
  return {.label = std::move(label),
          .x = {},
          .y = {},
          .low = {},
          .high = {},
          .style = style,
          .colour = number,
          .dash = number};
}

/// Percent of the images in each bin of p_A.
Series histogram(const std::vector<double>& p_a, const std::string& label, int number) {
  Series series = series_of(label, number, Series::Style::kSteps);
  std::vector<double> percent(kBins);
  for (const double p : p_a)
    percent[static_cast<std::size_t>(std::min<int>(kBins - 1, static_cast<int>(p * kBins)))] +=
        100.0 / kImages;
  for (int bin = 0; bin <= kBins; ++bin) {
    series.x.push_back(static_cast<double>(bin) / kBins);
    series.y.push_back(percent[static_cast<std::size_t>(std::min(bin, kBins - 1))]);
  }
  return series;
}

Series accuracy(const std::vector<double>& radii, int number, double largest) {
  constexpr int kPoints = 200;
  Series series = series_of("", number, Series::Style::kLine);
  for (int i = 0; i <= kPoints; ++i) {
    const double r = largest * i / kPoints;
    series.x.push_back(r);
    // An abstention has radius 0 and certifies nothing, not even at 0.
    series.y.push_back(100.0 * share(radii, std::max(r, 1e-12)));
  }
  return series;
}

}  // namespace

std::vector<ConceptModel> concept_models() {
  return {{"right about most images", Population::parse("beta:5,2")},
          {"sure about easy images", Population::parse("beta:0.35,0.25")}};
}

Figure concept_figure(const std::vector<ConceptModel>& models, const Budget& budget) {
  Panel left{.title = "",
             .x = {.label = "p_A", .low = 0.0, .high = 1.0},
             .y = {.label = "images (%)", .low = 0.0},
             .series = {}};
  const double largest = largest_radius(budget).value_or(1.0);
  Panel right{.title = "",
              .x = {.label = "radius", .low = 0.0, .high = largest},
              .y = {.label = "certified accuracy (%)", .low = 0.0},
              .series = {}};
  std::vector<std::string> notes{join_text("made up, not measured; n = ", grouped_text(budget.n),
                                           ", alpha = ", budget.alpha, ", sigma = ", budget.sigma)};
  for (std::size_t i = 0; i < models.size(); ++i) {
    const auto p_a = quantiles(models[i].population);
    std::vector<double> radii;
    for (const double p : p_a) radii.push_back(plug_in_radius(p, budget));
    const double acr = std::accumulate(radii.begin(), radii.end(), 0.0) / static_cast<double>(radii.size());
    const int number = static_cast<int>(i);
    left.series.push_back(histogram(p_a, models[i].label, number));
    right.series.push_back(accuracy(radii, number, largest));
    notes.push_back(join_text(models[i].label, ": ACR ", fixed_text(acr, 3), ", p_A above 1/2 for ",
                              fixed_text(100.0 * share(p_a, 0.5), 1), " % of the images"));
  }
  return {
      .title = "What ACR rewards", .panels = {std::move(left), std::move(right)}, .notes = std::move(notes)};
}

}  // namespace certus
