#include "certus/report/training_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"

namespace certus {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

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
  LineReader reader(path);
  std::string_view line;
  if (!reader.next(line)) fail(ErrorKind::kData, path, ": is empty, expected train.csv of a training run");
  std::array<std::size_t, kColumns.size()> places{};
  const auto header = split_text(line, ',');
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    const auto found = std::find(header.begin(), header.end(), kColumns[i].name);
    if (found == header.end()) {
      fail(ErrorKind::kData, path, " line 1: has no column '", kColumns[i].name,
           "', expected train.csv of a training run");
    }
    places[i] = static_cast<std::size_t>(found - header.begin());
  }
  const std::size_t columns = header.size();
  TrainingCurve curve;
  const auto absolute = std::filesystem::absolute(path);
  curve.name = absolute.parent_path().filename().string();
  if (curve.name.empty()) curve.name = absolute.filename().string();
  while (reader.next(line)) {
    if (!reader.line_is_whole()) break;
    const auto cells = split_text(line, ',');
    if (cells.size() != columns) {
      fail(ErrorKind::kData, path, " line ", reader.line_number(), ": ", cells.size(), " columns, expected ",
           columns, "; damaged file?");
    }
    for (std::size_t i = 0; i < kColumns.size(); ++i) {
      const std::string_view cell = cells[places[i]];
      const auto value = cell.empty() ? std::optional(kNone) : parse_double(cell);
      if (!value) {
        fail(ErrorKind::kData, path, " line ", reader.line_number(), " column ", kColumns[i].name, ": '",
             cell, "', expected a number");
      }
      (curve.*kColumns[i].values).push_back(*value);
    }
  }
  if (curve.epoch.empty()) fail(ErrorKind::kData, path, ": has no epochs yet");
  return curve;
}

Figure training_figure(const std::vector<TrainingCurve>& runs) {
  const auto panel_of = [](Axis y) { return Panel{.title = "", .x = {}, .y = std::move(y), .series = {}}; };
  Panel loss = panel_of({.label = "loss (nats)"});
  Panel accuracy = panel_of({.label = "accuracy under noise (%)", .low = 0.0});
  // Flat parts should not lie on the frame.
  const double highest_rate = largest_of(runs, &TrainingCurve::lr);
  Panel rate = panel_of({.label = "learning rate", .logarithmic = true});
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
  // One run: train and test in two colours. Several: a colour a run, training as a line, test as points.
  const bool one = runs.size() == 1;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const TrainingCurve& run = runs[i];
    const int colour = static_cast<int>(i);
    const auto label = [&](const char* part) { return one ? std::string(part) : run.name + ", " + part; };
    const auto add = [&](Panel& panel, const char* part, std::vector<double> y, int which) {
      if (!has_values(y)) return;
      const bool is_test = std::string_view(part) == "test";
      panel.series.push_back({.label = label(part),
                              .x = run.epoch,
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
      panel.series.push_back({.label = one ? "" : run.name,
                              .x = run.epoch,
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
  Figure figure{.title = one ? runs.front().name : "", .panels = {loss, accuracy, rate}};
  if (any_kept) figure.panels.push_back(kept);
  figure.panels.back().x.label = "epoch";
  for (Panel& panel : figure.panels) {
    panel.x.low = 0.0;
    panel.x.high = std::max(1.0, largest_of(runs, &TrainingCurve::epoch));
  }
  return figure;
}

}  // namespace certus
