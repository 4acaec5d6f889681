#include "certus/report/gradient_norm_figure.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/metrics/easy_and_hard.h"
#include "certus/report/csv_columns.h"

namespace certus {
namespace {

constexpr std::size_t kBins = 10;  // of p_A

/// The middles of the parts of [0, 1] that means_by_p has.
std::vector<double> bin_middles() {
  std::vector<double> middles;
  for (std::size_t i = 0; i < kBins; ++i)
    middles.push_back((static_cast<double>(i) + 0.5) / static_cast<double>(kBins));
  return middles;
}

Axis p_axis() {
  return {.label = "p_A of the label under noise", .low = 0.0, .high = 1.0};
}

template <typename Model>
Series by_p(const Model& model, const std::vector<double>& values, std::string label, int colour, int dash) {
  return {.label = std::move(label),
          .x = bin_middles(),
          .y = means_by_p(model.correct, model.samples, values, kBins),
          .low = {},
          .high = {},
          .style = Series::Style::kLinePoints,
          .colour = colour,
          .dash = dash};
}

std::vector<double> percent(std::vector<double> shares) {
  for (double& share : shares) share *= 100.0;
  return shares;
}

/// p_A of a row: counts that are counts.
void add_votes(const std::filesystem::path& path, double correct, double samples, std::int64_t& row_samples,
               std::vector<std::int64_t>& votes) {
  const bool whole = correct == std::floor(correct) && samples == std::floor(samples);
  if (!whole || samples < 1.0 || correct < 0.0 || correct > samples ||
      (row_samples != 0 && samples != static_cast<double>(row_samples))) {
    fail(ErrorKind::kData, path, ": an image has ", correct, " correct of ", samples,
         " samples, expected counts of one number of samples; damaged file?");
  }
  row_samples = static_cast<std::int64_t>(samples);
  votes.push_back(static_cast<std::int64_t>(correct));
}

void check_norm(const std::filesystem::path& path, double norm) {
  if (!(norm >= 0.0))
    fail(ErrorKind::kData, path, ": a gradient norm is ", norm, ", expected a number of at least 0");
}

constexpr const char* kNormTable = "the --images of certus analyze gradnorm";
constexpr const char* kAttackTable = "the --images of certus analyze attack";

}  // namespace

Figure gradient_norm_figure(const std::vector<GradientNorms>& models) {
  const auto bars_of = [](const char* label, int colour) {
    return Series{.label = label,
                  .x = {},
                  .y = {},
                  .low = {},
                  .high = {},
                  .style = Series::Style::kBars,
                  .colour = colour};
  };
  Panel bars{.title = "",
             .x = {.label = "", .low = -0.6, .high = static_cast<double>(models.size()) - 0.4},
             .y = {.label = "mean gradient norm", .low = 0.0},
             .series = {bars_of("easy, p_A > 0.5", 0), bars_of("hard", 1)}};
  Panel curves{.title = "",
               .x = p_axis(),
               .y = {.label = "mean gradient norm", .scale = Axis::Scale::kLogarithmic},
               .series = {}};
  for (std::size_t i = 0; i < models.size(); ++i) {
    const GradientNorms& model = models[i];
    const EasyAndHard found = easy_and_hard(model.correct, model.samples, model.norm);
    const auto place = static_cast<double>(i);
    bars.x.ticks.push_back({place, model.model});
    bars.series[0].x.push_back(place - 0.2);
    bars.series[0].y.push_back(found.norm_easy.value_or(0.0));
    bars.series[1].x.push_back(place + 0.2);
    bars.series[1].y.push_back(found.norm_hard.value_or(0.0));
    curves.series.push_back(by_p(model, model.norm, model.model, static_cast<int>(i), 0));
  }
  return {.title = "Gradient norms under noise", .panels = {std::move(bars), std::move(curves)}};
}

Figure attack_figure(const std::vector<AttackedNorms>& models) {
  Panel norms{.title = "",
              .x = p_axis(),
              .y = {.label = "mean gradient norm", .scale = Axis::Scale::kLogarithmic},
              .series = {}};
  Panel wrong{.title = "",
              .x = p_axis(),
              .y = {.label = "draws misclassified (%)", .low = 0.0, .high = 100.0},
              .series = {}};
  // One model: before and after in two colours. Several: a colour each, and the legend explains both apart.
  const bool one = models.size() == 1;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const AttackedNorms& model = models[i];
    const int before = static_cast<int>(i);
    const int after = one ? 1 : before;
    norms.series.push_back(by_p(model, model.norm_before, one ? "before" : "", before, 0));
    norms.series.push_back(by_p(model, model.norm_after, one ? "after" : "", after, 1));
    wrong.series.push_back(by_p(model, percent(model.wrong_before), "", before, 0));
    wrong.series.push_back(by_p(model, percent(model.wrong_after), "", after, 1));
  }
  if (!one) {
    const auto explain = [&](const std::string& label, int colour, int dash) {
      norms.series.push_back(
          {.label = label, .x = {}, .y = {}, .low = {}, .high = {}, .colour = colour, .dash = dash});
    };
    for (std::size_t i = 0; i < models.size(); ++i) explain(models[i].model, static_cast<int>(i), 0);
    explain("before", Series::kNeutral, 0);
    explain("after", Series::kNeutral, 1);
  }
  return {.title = one ? models.front().model + ": sphere attack" : "Sphere attack",
          .panels = {std::move(norms), std::move(wrong)}};
}

bool is_attack_table(const std::filesystem::path& path) {
  const auto header = csv_header(path);
  return std::find(header.begin(), header.end(), "norm_after") != header.end();
}

std::vector<GradientNorms> read_gradient_norms(const std::filesystem::path& path) {
  const CsvColumns columns(path, {"model", "correct", "samples", "gradient_norm"}, kNormTable);
  const auto correct = columns.numbers("correct");
  const auto samples = columns.numbers("samples");
  const auto norms = columns.numbers("gradient_norm");
  std::vector<GradientNorms> models;
  for (std::size_t row = 0; row < columns.rows(); ++row) {
    const std::string& name = columns.text(row, "model");
    auto model = std::find_if(models.begin(), models.end(), [&](auto& m) { return m.model == name; });
    if (model == models.end()) model = models.insert(model, {.model = name, .correct = {}, .norm = {}});
    add_votes(path, correct[row], samples[row], model->samples, model->correct);
    check_norm(path, norms[row]);
    model->norm.push_back(norms[row]);
  }
  if (models.empty()) fail(ErrorKind::kData, path, ": has no images, expected ", kNormTable);
  return models;
}

AttackedNorms read_attacked_norms(const std::filesystem::path& path) {
  const CsvColumns columns(
      path, {"correct", "samples", "draws", "wrong_before", "wrong_after", "norm_before", "norm_after"},
      kAttackTable);
  const auto correct = columns.numbers("correct");
  const auto samples = columns.numbers("samples");
  const auto draws = columns.numbers("draws");
  AttackedNorms model{.model = path.stem().string(),
                      .correct = {},
                      .norm_before = columns.numbers("norm_before"),
                      .norm_after = columns.numbers("norm_after"),
                      .wrong_before = columns.numbers("wrong_before"),
                      .wrong_after = columns.numbers("wrong_after")};
  for (std::size_t row = 0; row < columns.rows(); ++row) {
    add_votes(path, correct[row], samples[row], model.samples, model.correct);
    check_norm(path, model.norm_before[row]);
    check_norm(path, model.norm_after[row]);
    for (auto* wrong : {&model.wrong_before, &model.wrong_after}) {
      double& share = (*wrong)[row];
      if (!(share >= 0.0 && share <= draws[row] && draws[row] > 0.0)) {
        fail(ErrorKind::kData, path, ": an image has ", share, " wrong of ", draws[row],
             " draws, expected a part of them; damaged file?");
      }
      share /= draws[row];
    }
  }
  if (model.correct.empty()) fail(ErrorKind::kData, path, ": has no images, expected ", kAttackTable);
  return model;
}

}  // namespace certus
