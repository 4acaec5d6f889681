#include "certus/report/training_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "certus/base/error.h"
#include "certus/metrics/seed_spread.h"
#include "certus/report/csv_columns.h"
#include "certus/report/method_colours.h"

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

std::vector<TrainingSeeds> over_seeds(const std::vector<TrainingCurve>& runs) {
  std::vector<std::string> names;
  std::map<std::string, std::vector<const TrainingCurve*>> by_name;
  for (const TrainingCurve& run : runs) {
    if (!by_name.contains(run.name)) names.push_back(run.name);
    by_name[run.name].push_back(&run);
  }
  std::vector<TrainingSeeds> groups;
  for (const std::string& name : names) {
    const auto& members = by_name[name];
    TrainingSeeds group{.runs = members.size(), .mean = {}, .low = {}, .high = {}};
    for (TrainingCurve* curve : {&group.mean, &group.low, &group.high}) curve->name = name;
    for (const double epoch : members.front()->epoch) {
      std::vector<std::size_t> rows;
      for (const TrainingCurve* run : members) {
        const auto found = std::find(run->epoch.begin(), run->epoch.end(), epoch);
        if (found != run->epoch.end()) rows.push_back(static_cast<std::size_t>(found - run->epoch.begin()));
      }
      if (rows.size() < members.size()) continue;
      for (const Column& column : kColumns) {
        std::vector<double> values;
        for (std::size_t i = 0; i < members.size(); ++i)
          values.push_back((members[i]->*column.values)[rows[i]]);
        const SeedSpread spread = seed_spread(values);
        (group.mean.*column.values).push_back(spread.mean);
        (group.low.*column.values).push_back(spread.low);
        (group.high.*column.values).push_back(spread.high);
      }
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

namespace {

Panel panel_of(Axis y) {
  return {.title = "", .x = {}, .y = std::move(y), .series = {}};
}

Panel rate_panel(const std::vector<TrainingCurve>& runs) {
  // Flat parts should not lie on the frame.
  const double highest_rate = largest_of(runs, &TrainingCurve::lr);
  Panel rate = panel_of({.label = "learning rate", .scale = Axis::Scale::kLogarithmic});
  if (highest_rate > 0.0) rate.y.high = 2.0 * highest_rate;
  for (const TrainingCurve& run : runs) {
    for (const double lr : run.lr) {
      if (lr > 0.0) rate.y.low = std::min(rate.y.low.value_or(0.5 * lr), 0.5 * lr);
    }
  }
  return rate;
}

/// Adds a column of a group, in the look of `series`, where it has values.
void add_column(Panel& panel, const TrainingSeeds& group, std::vector<double> TrainingCurve::*column,
                double unit, Series series) {
  if (!has_values(group.mean.*column)) return;
  series.x = from_one(group.mean.epoch);
  series.y = times(group.mean.*column, unit);
  if (group.runs > 1) {
    series.low = times(group.low.*column, unit);
    series.high = times(group.high.*column, unit);
  }
  panel.series.push_back(std::move(series));
}

/// The legend of several runs: their colours, then what lines and points are.
void explain_runs(Panel& panel, const std::vector<TrainingSeeds>& groups,
                  const std::vector<std::string>& names, const std::vector<int>& colours) {
  const auto explain = [&](const std::string& label, Series::Style style, int colour) {
    panel.series.push_back(
        {.label = label, .x = {}, .y = {}, .low = {}, .high = {}, .style = style, .colour = colour});
  };
  for (std::size_t i = 0; i < groups.size(); ++i) explain(names[i], Series::Style::kLine, colours[i]);
  explain("training", style_for(groups.front().mean.epoch), Series::kNeutral);
  explain("test", Series::Style::kPoints, Series::kNeutral);
}

/// What the spread of several seeds is.
std::vector<std::string> notes_on_seeds(const std::vector<TrainingSeeds>& groups) {
  std::vector<std::string> notes;
  for (const TrainingSeeds& group : groups) {
    if (group.runs == 1) continue;
    notes.push_back(join_text(group.mean.name, ": mean over ", group.runs,
                              " seeds, with its range from the lowest to the highest of them, at the ",
                              group.mean.epoch.size(), " epochs that all of them have"));
  }
  return notes;
}

}  // namespace

Figure training_figure(const std::vector<TrainingCurve>& runs) {
  const std::vector<TrainingSeeds> groups = over_seeds(runs);
  std::vector<std::string> names;
  for (const TrainingSeeds& group : groups) names.push_back(group.mean.name);
  const std::vector<int> colours = method_colours(names);
  Panel loss = panel_of({.label = "loss (nats)"});
  Panel accuracy = panel_of({.label = "noisy accuracy (%)", .low = 0.0});
  Panel rate = rate_panel(runs);
  Panel kept = panel_of({.label = "images kept (1000)",
                         .low = 0.0,
                         .high = 1.1e-3 * largest_of(runs, &TrainingCurve::kept_images)});
  bool any_kept = false;
  // One run: training and test in two colours. Several: a colour for each, training as a line, test as
  // points; the legend of the first panel explains both for all.
  const bool one = groups.size() == 1;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const TrainingSeeds& group = groups[i];
    const auto add = [&](Panel& panel, std::vector<double> TrainingCurve::*column, double unit,
                         const Series& series) { add_column(panel, group, column, unit, series); };
    const Series training{.label = {},
                          .x = {},
                          .y = {},
                          .low = {},
                          .high = {},
                          .style = style_for(group.mean.epoch),
                          .colour = one ? 0 : colours[i]};
    Series test = training;
    if (!one) {
      test.style = Series::Style::kPoints;
      test.spread = Series::Spread::kErrorBars;
    }
    if (one) test.colour = 1;
    const auto called = [&](Series series, const char* label) {
      if (one) series.label = label;
      return series;
    };
    add(loss, &TrainingCurve::train_loss, 1.0, called(training, "training"));
    add(loss, &TrainingCurve::test_loss, 1.0, called(test, "test"));
    add(accuracy, &TrainingCurve::train_accuracy, 100.0, training);
    add(accuracy, &TrainingCurve::test_accuracy, 100.0, test);
    Series steps = training;
    steps.style = Series::Style::kSteps;
    add(rate, &TrainingCurve::lr, 1.0, steps);
    add(kept, &TrainingCurve::kept_images, 1e-3, steps);
    any_kept = any_kept || varies(group.mean.kept_images);
  }
  if (!one) explain_runs(loss, groups, names, colours);
  Figure figure{.title = one ? names.front() : "", .panels = {loss, accuracy, rate}};
  figure.notes = notes_on_seeds(groups);
  if (any_kept) figure.panels.push_back(kept);
  for (Panel& panel : figure.panels) {
    panel.x.label = "epoch";
    panel.x.low = 1.0;
    panel.x.high = std::max(2.0, 1.0 + largest_of(runs, &TrainingCurve::epoch));
  }
  return figure;
}

}  // namespace certus
