#include "certus/report/method_curves.h"

#include <algorithm>

#include "certus/base/error.h"

namespace certus {
namespace {

template <typename Value>
int place_in(const std::vector<Value>& values, const Value& value) {
  return static_cast<int>(std::find(values.begin(), values.end(), value) - values.begin());
}

std::string sigma_label(double sigma) {
  return join_text("\u03c3 = ", sigma);
}

Series legend_entry(std::string label, int colour, int dash) {
  return {.label = std::move(label), .x = {}, .y = {}, .low = {}, .high = {}, .colour = colour, .dash = dash};
}

}  // namespace

std::vector<Series> method_series(const std::vector<MethodCurve>& curves, Bands bands) {
  std::vector<std::string> methods;  // in the order given
  std::vector<double> sigmas;        // rising
  for (const MethodCurve& curve : curves) {
    if (place_in(methods, curve.method) == std::ssize(methods)) methods.push_back(curve.method);
    if (curve.sigma && place_in(sigmas, *curve.sigma) == std::ssize(sigmas)) sigmas.push_back(*curve.sigma);
  }
  std::sort(sigmas.begin(), sigmas.end());
  const bool by_sigma = methods.size() == 1 && sigmas.size() > 1;
  const bool by_both = methods.size() > 1 && sigmas.size() > 1;

  std::vector<Series> series;
  for (const MethodCurve& curve : curves) {
    const int sigma_place = curve.sigma ? place_in(sigmas, *curve.sigma) : 0;
    Series one{.label = by_both                   ? ""
                        : by_sigma && curve.sigma ? sigma_label(*curve.sigma)
                                                  : curve.method,
               .x = {},
               .y = {},
               .low = {},
               .high = {},
               .colour = by_sigma ? sigma_place : place_in(methods, curve.method),
               .dash = sigma_place};
    for (const Estimate& point : curve.points) {
      one.x.push_back(point.at);
      one.y.push_back(100.0 * point.value);
      if (curve.bands.value_or(bands) == Bands::kNone) continue;
      one.low.push_back(100.0 * point.lower);
      one.high.push_back(100.0 * point.upper);
    }
    series.push_back(std::move(one));
  }
  if (by_both) {
    for (std::size_t i = 0; i < methods.size(); ++i)
      series.push_back(legend_entry(methods[i], static_cast<int>(i), 0));
    for (std::size_t i = 0; i < sigmas.size(); ++i)
      series.push_back(legend_entry(sigma_label(sigmas[i]), Series::kNeutral, static_cast<int>(i)));
  }
  return series;
}

}  // namespace certus
