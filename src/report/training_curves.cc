#include "certus/report/training_curves.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "certus/base/error.h"
#include "certus/report/csv_columns.h"

namespace certus {
namespace {

struct Column {
  const char* name;
  std::vector<double> TrainingCurve::*values;
};
constexpr std::array<Column, 7> kColumns = {{{"epoch", &TrainingCurve::epoch},
                                             {"lr", &TrainingCurve::lr},
                                             {"train_loss", &TrainingCurve::train_loss},
                                             {"train_accuracy", &TrainingCurve::train_accuracy},
                                             {"test_loss", &TrainingCurve::test_loss},
                                             {"test_accuracy", &TrainingCurve::test_accuracy},
                                             {"kept_images", &TrainingCurve::kept_images}}};

bool has_values(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

bool varies(const std::vector<double>& values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) != values.end();
}

std::vector<double> times(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

/// Epochs as messages count them, from 1.
std::vector<double> from_one(std::vector<double> epochs) {
  for (double& epoch : epochs) epoch += 1.0;
  return epochs;
}

/// The largest number of a column over all runs, at least 0.
double largest_of(const std::vector<TrainingCurve>& runs, std::vector<double> TrainingCurve::*column) {
  double largest = 0.0;
  for (const TrainingCurve& run : runs) {
    for (const double value : run.*column)
      largest = std::isfinite(value) ? std::max(largest, value) : largest;
  }
  return largest;
}

/// A few epochs are seen as points.
Series::Style style_for(const std::vector<double>& x) {
  return x.size() <= 30 ? Series::Style::kLinePoints : Series::Style::kLine;
}

}  // namespace

TrainingCurve read_training_curve(const std::filesystem::path& path) {
  std::vector<std::string> names;
  for (const Column& column : kColumns) names.emplace_back(column.name);
  const CsvColumns columns(path, names, "train.csv of a training run");
  TrainingCurve curve;
  const auto absolute = std::filesystem::absolute(path);
  curve.name = absolute.parent_path().filename().string();
  if (curve.name.empty()) curve.name = absolute.filename().string();
  for (const Column& column : kColumns) curve.*column.values = columns.numbers(column.name);
  return curve;
}

Figure training_figure(const std::vector<TrainingCurve>& runs) {
  const auto panel_of = [](Axis y) { return Panel{.title = "", .x = {}, .y = std::move(y), .series = {}}; };
  Panel loss = panel_of({.label = "loss (nats)"});
  Panel accuracy = panel_of({.label = "noisy accuracy (%)", .low = 0.0});
  // Flat parts should not lie on the frame.
  const double highest_rate = largest_of(runs, &TrainingCurve::lr);
  Panel rate = panel_of({.label = "learning rate", .scale = Axis::Scale::kLogarithmic});
  if (highest_rate > 0.0) rate.y.high = 2.0 * highest_rate;
  for (const TrainingCurve& run : runs) {
    for (const double lr : run.lr) {
      if (lr > 0.0) rate.y.low = std::min(rate.y.low.value_or(0.5 * lr), 0.5 * lr);
    }
  }
  Panel kept = panel_of({.label = "images kept (1000)",
                         .low = 0.0,
                         .high = 1.1e-3 * largest_of(runs, &TrainingCurve::kept_images)});
  bool any_kept = false;
  // One run: training and test in two colours. Several: a colour a run, training as a line, test as points;
  // the legend of the first panel explains both for all.
  const bool one = runs.size() == 1;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const TrainingCurve& run = runs[i];
    const int colour = static_cast<int>(i);
    const auto add = [&](Panel& panel, const char* part, std::vector<double> y, int which) {
      if (!has_values(y)) return;
      const bool is_test = which == 1;
      panel.series.push_back({.label = one && &panel == &loss ? part : "",
                              .x = from_one(run.epoch),
                              .y = std::move(y),
                              .low = {},
                              .high = {},
                              .style = !one && is_test ? Series::Style::kPoints : style_for(run.epoch),
                              .colour = one ? which : colour});
    };
    add(loss, "training", run.train_loss, 0);
    add(loss, "test", run.test_loss, 1);
    add(accuracy, "training", times(run.train_accuracy, 100.0), 0);
    add(accuracy, "test", times(run.test_accuracy, 100.0), 1);
    const auto add_run = [&](Panel& panel, std::vector<double> y) {
      panel.series.push_back({.label = "",
                              .x = from_one(run.epoch),
                              .y = std::move(y),
                              .low = {},
                              .high = {},
                              .style = Series::Style::kSteps,
                              .colour = colour});
    };
    add_run(rate, run.lr);
    add_run(kept, times(run.kept_images, 1e-3));
    any_kept = any_kept || varies(run.kept_images);
  }
  if (!one) {
    const auto explain = [&](const std::string& label, Series::Style style, int colour) {
      loss.series.push_back(
          {.label = label, .x = {}, .y = {}, .low = {}, .high = {}, .style = style, .colour = colour});
    };
    for (std::size_t i = 0; i < runs.size(); ++i)
      explain(runs[i].name, Series::Style::kLine, static_cast<int>(i));
    explain("training", style_for(runs.front().epoch), Series::kNeutral);
    explain("test", Series::Style::kPoints, Series::kNeutral);
  }
  Figure figure{.title = one ? runs.front().name : "", .panels = {loss, accuracy, rate}};
  if (any_kept) figure.panels.push_back(kept);
  for (Panel& panel : figure.panels) {
    panel.x.label = "epoch";
    panel.x.low = 1.0;
    panel.x.high = std::max(2.0, 1.0 + largest_of(runs, &TrainingCurve::epoch));
  }
  return figure;
}

}  // namespace certus
