#include "certus/report/weight_figure.h"

#include "certus/base/error.h"
#include "certus/stats/certified_radius.h"

namespace certus {

Figure weight_figure(const SamplingWeightParams& params) {
  const auto curve = [&](const char* label, int number, auto value_of) {
    Series series{.label = label,
                  .x = {},
                  .y = {},
                  .low = {},
                  .high = {},
                  .style = params.n <= 40 ? Series::Style::kLinePoints : Series::Style::kLine,
                  .colour = number,
                  .dash = number};
    for (std::int64_t correct = 0; correct <= params.n; ++correct) {
      series.x.push_back(static_cast<double>(correct));
      series.y.push_back(value_of(correct));
    }
    return series;
  };
  const Budget budget{.n = params.n, .alpha = params.alpha, .sigma = 1.0};
  // The weight of a hard image is the radius at p_min.
  const double hard = sampling_weight(0, params);
  const double hard_as_printed = sampling_weight_as_printed(0, params);
  return {.title = "Sampling weight of a training image, and its certified radius",
          .panels = {{.title = "",
                      .x = {.label = join_text("correct copies of ", params.n),
                            .low = 0.0,
                            .high = static_cast<double>(params.n)},
                      .y = {.label = "relative to a hard image", .low = 0.0},
                      .series = {curve("weight as in the code", 0,
                                       [&](std::int64_t k) { return sampling_weight(k, params) / hard; }),
                                 curve("weight as printed", 1,
                                       [&](std::int64_t k) {
                                         return sampling_weight_as_printed(k, params) / hard_as_printed;
                                       }),
                                 curve("certified radius", 2,
                                       [&](std::int64_t k) {
                                         return certified_radius(k, budget).value_or(0.0) / hard;
                                       })}}},
          .notes = {join_text("n = ", params.n, ", alpha = ", params.alpha, ", p_min = ", params.p_min,
                              "; the radius is divided by that at p_min")}};
}

}  // namespace certus
