#include "certus/report/method_curves.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/metrics/seed_spread.h"
#include "certus/metrics/sweep.h"
#include "certus/report/method_colours.h"

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

/// The points of a curve, without its look.
Series series_of(const MethodCurve& curve, Bands bands) {
  Series series;
  for (const Estimate& point : curve.points) {
    series.x.push_back(point.at);
    series.y.push_back(curve.unit * point.value);
    if (curve.bands.value_or(bands) == Bands::kNone && !curve.is_mean) continue;
    series.low.push_back(curve.unit * point.lower);
    series.high.push_back(curve.unit * point.upper);
  }
  return series;
}

/// The name of a setting without its table.
std::string short_key(const std::string& key) {
  return key.substr(key.rfind('.') + 1);
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
  const std::vector<int> colours = method_colours(methods);

  std::vector<Series> series;
  for (const MethodCurve& curve : curves) {
    const int sigma_place = curve.sigma ? place_in(sigmas, *curve.sigma) : 0;
    Series one = series_of(curve, bands);
    one.label = by_both ? "" : by_sigma && curve.sigma ? sigma_label(*curve.sigma) : curve.method;
    one.colour = by_sigma ? sigma_place : colours[static_cast<std::size_t>(place_in(methods, curve.method))];
    one.dash = sigma_place;
    series.push_back(std::move(one));
  }
  if (by_both) {
    for (std::size_t i = 0; i < methods.size(); ++i)
      series.push_back(legend_entry(methods[i], colours[i], 0));
    for (std::size_t i = 0; i < sigmas.size(); ++i)
      series.push_back(legend_entry(sigma_label(sigmas[i]), Series::kNeutral, static_cast<int>(i)));
  }
  return series;
}

std::vector<Series> sweep_series(const std::vector<MethodCurve>& curves, Bands bands, const std::string& by) {
  std::vector<std::string> values;  // rising
  std::vector<std::string> kinds;   // method and sigma, in the order given
  const auto kind_of = [](const MethodCurve& curve) {
    return curve.sigma ? join_text(curve.method, ", ", sigma_label(*curve.sigma)) : curve.method;
  };
  for (const MethodCurve& curve : curves) {
    if (place_in(values, curve.value) == std::ssize(values)) values.push_back(curve.value);
    if (place_in(kinds, kind_of(curve)) == std::ssize(kinds)) kinds.push_back(kind_of(curve));
  }
  std::sort(values.begin(), values.end(), stands_before);
  const auto shade_of = [&](const std::string& value) {
    return static_cast<double>(place_in(values, value)) /
           std::max<double>(1.0, static_cast<double>(values.size() - 1));
  };
  const auto label_of = [&](const std::string& value) { return join_text(short_key(by), " = ", value); };
  std::vector<Series> series;
  for (const MethodCurve& curve : curves) {
    Series one = series_of(curve, bands);
    if (kinds.size() == 1) one.label = label_of(curve.value);
    one.shade = shade_of(curve.value);
    one.dash = place_in(kinds, kind_of(curve));
    series.push_back(std::move(one));
  }
  if (kinds.size() == 1) return series;
  for (const std::string& value : values) {
    series.push_back(legend_entry(label_of(value), 0, 0));
    series.back().shade = shade_of(value);
  }
  for (std::size_t i = 0; i < kinds.size(); ++i)
    series.push_back(legend_entry(kinds[i], Series::kNeutral, static_cast<int>(i)));
  return series;
}

MethodCurve group_curve(const LogGroup& group, const std::vector<std::vector<Estimate>>& curves) {
  CERTUS_CHECK(curves.size() == group.members.size());
  MethodCurve curve{.method = group.method,
                    .sigma = group.sigma,
                    .points = curves.front(),
                    .is_mean = curves.size() > 1,
                    .value = group.value};
  if (!curve.is_mean) return curve;
  std::vector<double> values(curves.size());
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    for (std::size_t k = 0; k < curves.size(); ++k) {
      CERTUS_CHECK(curves[k][i].at == curve.points[i].at);
      values[k] = curves[k][i].value;
    }
    const SeedSpread spread = seed_spread(values);
    curve.points[i].value = spread.mean;
    curve.points[i].lower = spread.low;
    curve.points[i].upper = spread.high;
  }
  return curve;
}

std::string seeds_sentence(std::span<const LogGroup> groups) {
  std::vector<std::string> entries;  // the values of a sweep share one if they have equally many seeds
  for (const LogGroup& group : groups) {
    if (group.members.size() == 1) continue;
    std::string entry = join_text(group.method, " at sigma ", group.sigma, " (", members_text(group),
                                  group.value.empty() ? ")" : " for a value)");
    if (place_in(entries, entry) == std::ssize(entries)) entries.push_back(std::move(entry));
  }
  std::string list;
  for (const std::string& entry : entries) list += (list.empty() ? "" : "; ") + entry;
  return list.empty() ? ""
                      : join_text(
                            "means over training seeds, with bands or bars from the lowest to the highest "
                            "of them: ",
                            list);
}

void check_bands(std::span<const LogGroup> groups, Bands bands) {
  for (const LogGroup& group : groups) {
    if (bands == Bands::kNone || group.members.size() == 1) continue;
    fail(ErrorKind::kConfig, "bands show intervals over the images of one log, but ", group.method,
         " at sigma ", group.sigma, " has ", members_text(group),
         ", whose range is drawn anyway; leave out the bands");
  }
}

}  // namespace certus
