#include "certus/report/sweep_figure.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/metrics/acr.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/metrics/sweep.h"
#include "certus/report/budgets_sentence.h"
#include "certus/report/method_curves.h"

namespace certus {
namespace {

double value_of(const LoadedLog& loaded, const SweepMetric& metric) {
  switch (metric.kind) {
    case SweepMetric::Kind::kAcr:
      return acr_at(loaded, {}).value_or(std::numeric_limits<double>::quiet_NaN());
    case SweepMetric::Kind::kAccuracy:
      return certified_accuracy_at(loaded, {}, std::vector<double>{metric.at}, 0.95).front().value;
    case SweepMetric::Kind::kPa:
      return PaDistribution(loaded.log, loaded.budget().n).share_at_least(metric.at);
  }
  return 0.0;
}

std::string label_of(const SweepMetric& metric) {
  switch (metric.kind) {
    case SweepMetric::Kind::kAcr:
      return "ACR";
    case SweepMetric::Kind::kAccuracy:
      return join_text("accuracy at r = ", metric.at, " (%)");
    case SweepMetric::Kind::kPa:
      return join_text("P(p_A \u2265 ", metric.at, ") (%)");
  }
  return "";
}

/// Where the values of a setting stand on the axis.
struct ValueAxis {
  std::vector<std::string> values;  ///< by rising value
  bool are_numbers = true;
  Axis axis;

  double place(const std::string& value) const {
    return are_numbers ? *parse_double(value)
                       : static_cast<double>(std::find(values.begin(), values.end(), value) - values.begin());
  }
};

ValueAxis value_axis(std::span<const LogGroup> groups, const std::string& by) {
  ValueAxis out{.values = {}, .are_numbers = true, .axis = {.label = by}};
  for (const LogGroup& group : groups) {
    if (std::find(out.values.begin(), out.values.end(), group.value) == out.values.end())
      out.values.push_back(group.value);
    const auto number = parse_double(group.value);
    out.are_numbers = out.are_numbers && number && std::isfinite(*number);
  }
  std::sort(out.values.begin(), out.values.end(), stands_before);
  const double low = out.place(out.values.front());
  const double high = out.place(out.values.back());
  // Values such as 1, 10, 100 would crowd at the left of a linear axis.
  constexpr double kWide = 20.0;
  if (out.are_numbers && low > 0.0 && high >= kWide * low) {
    out.axis.scale = Axis::Scale::kLogarithmic;
    out.axis.low = low / 1.2;
    out.axis.high = high * 1.2;
    return out;
  }
  const double margin = high > low ? 0.05 * (high - low) : 0.5;
  out.axis.low = low - margin;
  out.axis.high = high + margin;
  if (!out.are_numbers) {
    for (const std::string& value : out.values) out.axis.ticks.push_back({out.place(value), value});
  }
  return out;
}

/// The line of each method and sigma, with its points by rising value.
std::vector<MethodCurve> curves_of(std::span<const LoadedLog> logs, std::span<const LogGroup> groups,
                                   const ValueAxis& axis, const SweepMetric& metric) {
  std::vector<MethodCurve> curves;
  for (const LogGroup& group : groups) {
    std::vector<std::vector<Estimate>> members;
    for (const std::size_t i : group.members) {
      const double value = value_of(logs[i], metric);
      members.push_back({{.at = axis.place(group.value), .value = value, .lower = value, .upper = value}});
    }
    const MethodCurve point = group_curve(group, members);
    auto curve = std::find_if(curves.begin(), curves.end(), [&](const MethodCurve& each) {
      return each.method == group.method && each.sigma == group.sigma;
    });
    if (curve == curves.end()) {
      curve = curves.insert(curves.end(), point);
      curve->unit = metric.kind == SweepMetric::Kind::kAcr ? 1.0 : 100.0;
      continue;
    }
    curve->is_mean = curve->is_mean || point.is_mean;
    curve->points.push_back(point.points.front());
  }
  for (MethodCurve& curve : curves) {
    std::sort(curve.points.begin(), curve.points.end(), [](auto& a, auto& b) { return a.at < b.at; });
  }
  return curves;
}

}  // namespace

SweepMetric SweepMetric::parse(const std::string& text) {
  if (text == "acr") return {};
  for (const auto& [name, kind] : {std::pair{"accuracy:", Kind::kAccuracy}, std::pair{"p_a:", Kind::kPa}}) {
    if (!text.starts_with(name)) continue;
    const auto at = parse_double(text.substr(std::string_view(name).size()));
    const double highest = kind == Kind::kPa ? 1.0 : std::numeric_limits<double>::max();
    if (at && *at >= 0.0 && *at <= highest) return {.kind = kind, .at = *at};
  }
  fail(ErrorKind::kConfig, "the metric is '", text,
       "', expected acr, accuracy:R with a radius R, or p_a:P with P in [0, 1]");
}

Figure sweep_figure(std::span<const LoadedLog> logs, std::span<const LogGroup> groups, const std::string& by,
                    const std::vector<SweepMetric>& metrics) {
  CERTUS_CHECK(!groups.empty() && !metrics.empty());
  const ValueAxis axis = value_axis(groups, by);
  Figure figure{.title = "Sweep over " + by, .panels = {}, .notes = {budgets_sentence(logs, {})}};
  if (const std::string seeds = seeds_sentence(groups); !seeds.empty()) figure.notes.push_back(seeds);
  for (const SweepMetric& metric : metrics) {
    Panel panel{.title = "", .x = axis.axis, .y = {.label = label_of(metric)}, .series = {}};
    panel.series = method_series(curves_of(logs, groups, axis, metric), Bands::kNone);
    for (Series& series : panel.series) {
      if (series.colour != Series::kNeutral) series.style = Series::Style::kLinePoints;
      series.spread = Series::Spread::kErrorBars;
      // The legend of the first panel is for all.
      if (!figure.panels.empty()) series.label.clear();
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace certus
