#include "certus/report/weight_figure.h"

#include "certus/base/error.h"

namespace certus {

Figure weight_figure(const SamplingWeightParams& params) {
  const auto curve = [&](const char* label, auto weight_of, int number) {
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
      series.y.push_back(weight_of(correct, params) / weight_of(0, params));
    }
    return series;
  };
  return {.title = "Sampling weight of a training image",
          .panels = {{.title = "",
                      .x = {.label = join_text("correct copies of ", params.n),
                            .low = 0.0,
                            .high = static_cast<double>(params.n)},
                      .y = {.label = "relative weight", .low = 0.0},
                      .series = {curve("as in the code", sampling_weight, 0),
                                 curve("as printed", sampling_weight_as_printed, 1)}}},
          .notes = {join_text("n = ", params.n, ", alpha = ", params.alpha, ", p_min = ", params.p_min)}};
}

}  // namespace certus
