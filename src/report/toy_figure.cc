#include "certus/report/toy_figure.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/metrics/theory.h"

namespace certus {
namespace {

/// Every number of votes while they are few, then numbers that lie evenly on a logarithmic axis.
std::vector<std::int64_t> vote_numbers(std::int64_t most) {
  constexpr double kStep = 1.005;
  std::vector<std::int64_t> numbers;
  for (double n = 1.0; n < static_cast<double>(most); n = std::max(n + 1.0, std::floor(n * kStep)))
    numbers.push_back(static_cast<std::int64_t>(n));
  numbers.push_back(most);
  return numbers;
}

}  // namespace

Figure toy_figure(double p_a, const Budget& budget) {
  CERTUS_CHECK(budget.n >= 2);
  const auto series = [](std::string label, int number) {
    return Series{
        .label = std::move(label), .x = {}, .y = {}, .low = {}, .high = {}, .colour = number, .dash = number};
  };
  Series trivial = series("always one class", 0);
  Series plug_in = series(join_text("p_A = ", p_a, ", plug-in"), 1);
  Series expected = series(join_text("p_A = ", p_a, ", expected"), 2);
  for (const std::int64_t n : vote_numbers(budget.n)) {
    const ToyRow row = toy_row(p_a, {.n = n, .alpha = budget.alpha, .sigma = budget.sigma});
    const auto add = [&](Series& to, double acr) {
      to.x.push_back(static_cast<double>(n));
      to.y.push_back(acr);
    };
    add(trivial, row.trivial);
    add(plug_in, row.plug_in);
    add(expected, row.expected);
  }
  return {.title = "ACR of two classifiers on a balanced binary task",
          .panels = {{.title = "",
                      .x = {.label = "votes per image",
                            .scale = Axis::Scale::kLogarithmic,
                            .low = 10.0,
                            .high = 1.25 * static_cast<double>(budget.n)},  // room for the last number
                      .y = {.label = "ACR", .low = 0.0},
                      .series = {std::move(trivial), std::move(plug_in), std::move(expected)}}},
          .notes = {join_text("alpha = ", budget.alpha, ", sigma = ", budget.sigma, ", p_A = ", p_a,
                              " on every image; plug-in inserts round(p_A n) votes, expected lets votes be "
                              "binomial")}};
}

}  // namespace certus
