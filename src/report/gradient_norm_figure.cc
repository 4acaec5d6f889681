#include "certus/report/gradient_norm_figure.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "certus/base/error.h"
#include "certus/base/file.h"
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
Series by_p(const Model& model, const std::vector<double>& values, const std::string& label, int colour,
            int dash) {
  return {.label = label,
          .x = bin_middles(),
          .y = means_by_p(model.correct, model.samples, values, kBins),
          .low = {},
          .high = {},
          .style = Series::Style::kLinePoints,
          .colour = colour,
          .dash = dash};
}

/// The same with the range of the middle 80 % of the images. Norms of 0 have no place on a logarithmic axis.
template <typename Model>
Series with_range_by_p(const Model& model, const std::vector<double>& norms, const std::string& label,
                       int colour, int dash) {
  Series series = by_p(model, norms, label, colour, dash);
  series.low = quantiles_by_p(model.correct, model.samples, norms, kBins, 0.1);
  series.high = quantiles_by_p(model.correct, model.samples, norms, kBins, 0.9);
  for (std::size_t i = 0; i < kBins; ++i) {
    if (series.low[i] <= 0.0) series.low[i] = series.high[i] = std::nan("");
    if (series.y[i] <= 0.0) series.y[i] = std::nan("");
  }
  return series;
}

std::vector<double> percent(std::vector<double> shares) {
  for (double& share : shares) share *= 100.0;
  return shares;
}

/// Adds the counts behind p_A of a row. Fails when they are not valid counts.
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

constexpr std::size_t kMostDots = 2000;  // per panel; more would be a blot, and a large file

Series dots_of(const GradientNorms& model) {
  Series dots{.label = "an image",
              .x = {},
              .y = {},
              .low = {},
              .high = {},
              .style = Series::Style::kDots,
              .colour = 4};
  const std::size_t every = (model.norm.size() + kMostDots - 1) / kMostDots;
  for (std::size_t i = 0; i < model.norm.size(); i += every) {
    if (model.norm[i] <= 0.0) continue;
    dots.x.push_back(static_cast<double>(model.correct[i]) / static_cast<double>(model.samples));
    dots.y.push_back(model.norm[i]);
  }
  return dots;
}

/// The means of hard and of easy images, as lines over their halves of p_A.
std::vector<Series> group_means(const GradientNorms& model) {
  const EasyAndHard found = easy_and_hard(model.correct, model.samples, model.norm);
  const auto line = [](std::string label, double from, double to, const std::optional<double>& mean) {
    const double y = mean.value_or(0.0) > 0.0 ? *mean : std::nan("");
    return Series{.label = std::move(label),
                  .x = {from, to},
                  .y = {y, y},
                  .low = {},
                  .high = {},
                  .colour = 1,
                  .dash = 1};
  };
  return {line("mean of hard, of easy images", 0.0, 0.5, found.norm_hard),
          line("", 0.5, 1.0, found.norm_easy)};
}

bool are_drawn_unlike(const GradientNorms& model) {
  return std::any_of(model.draws.begin(), model.draws.end(), [](double draws) { return draws != 1.0; });
}

/// Without points for a model that draws all images alike: the legend may still name it.
Series mean_times_draws(const GradientNorms& model) {
  Series series = by_p(model, norms_times_draws(model), "mean of norm times draws", 2, 2);
  if (!are_drawn_unlike(model)) series.x = series.y = {};
  for (double& y : series.y) {
    if (y <= 0.0) y = std::nan("");
  }
  return series;
}

/// One axis for all panels, so that they can be compared: whole decades around the norms. The smallest
/// hundredth of each model's norms may fall below it, because few images would take most of the room.
Axis common_axis(const std::vector<GradientNorms>& models) {
  double low = std::numeric_limits<double>::infinity();
  double high = 0.0;
  for (const GradientNorms& model : models) {
    std::vector<double> norms = model.norm;
    std::erase_if(norms, [](double norm) { return norm <= 0.0; });
    if (norms.empty()) continue;
    std::sort(norms.begin(), norms.end());
    low = std::min(low, norms[norms.size() / 100]);
    high = std::max(high, norms.back());
  }
  Axis axis{.label = "gradient norm", .scale = Axis::Scale::kLogarithmic};
  if (high > 0.0) {
    const double top = std::ceil(std::log10(high));
    axis.high = std::pow(10.0, top);
    axis.low = std::pow(10.0, std::min(std::floor(std::log10(low)), top - 1.0));
  }
  return axis;
}

/// What distinguishes the panels: models or losses, or both, without the folder they share.
std::vector<std::string> panel_titles(const std::vector<GradientNorms>& models) {
  std::vector<std::string> titles;
  for (const GradientNorms& model : models) {
    const auto same =
        std::count_if(models.begin(), models.end(), [&](auto& each) { return each.model == model.model; });
    const bool one_model = same == std::ssize(models) && same > 1;
    titles.push_back(same == 1 || model.loss.empty() ? model.model
                     : one_model                     ? model.loss
                                                     : model.model + ", " + model.loss);
  }
  std::string folder = titles.empty() ? "" : titles.front().substr(0, titles.front().rfind('/') + 1);
  for (const std::string& title : titles) {
    while (!title.starts_with(folder)) {
      folder.pop_back();
      folder.resize(folder.rfind('/') + 1);  // npos + 1 is 0
    }
  }
  for (std::string& title : titles) title.erase(0, folder.size());
  return titles;
}

std::vector<std::string> notes_of(const std::vector<GradientNorms>& models, const Axis& y) {
  std::vector<std::string> notes{
      "middle 80 %: from the 10 % to the 90 % quantile of the images of a tenth of p_A"};
  for (const GradientNorms& model : models) {
    if (!model.loss.empty()) notes.push_back(join_text(model.model, ": gradient of the loss ", model.loss));
    const auto below = std::count_if(model.norm.begin(), model.norm.end(),
                                     [&](double norm) { return norm < y.low.value_or(0.0); });
    if (below > 0) {
      notes.push_back(join_text(model.model, ": ", below,
                                below == 1 ? " image has a norm" : " images have norms",
                                " below the axis; means count them"));
    }
  }
  return notes;
}

constexpr const char* kNormTable = "the table of images of certus analyze gradnorm";
constexpr const char* kAttackTable = "the table of images of certus analyze attack";

}  // namespace

std::vector<double> norms_times_draws(const GradientNorms& model) {
  CERTUS_CHECK(model.norm.size() == model.draws.size());
  std::vector<double> product = model.norm;
  for (std::size_t i = 0; i < product.size(); ++i) product[i] *= model.draws[i];
  return product;
}

Figure gradient_norm_figure(const std::vector<GradientNorms>& models) {
  Figure figure{
      .title = "Gradient norms of training images under noise", .panels = {}, .small_multiples = true};
  const Axis y = common_axis(models);
  const std::vector<std::string> titles = panel_titles(models);
  const bool weighted = std::any_of(models.begin(), models.end(), are_drawn_unlike);
  for (const GradientNorms& model : models) {
    const bool explains = figure.panels.empty();  // the legend of the first panel is that of all
    Panel panel{.title = titles[figure.panels.size()], .x = p_axis(), .y = y, .series = {dots_of(model)}};
    panel.series.push_back(with_range_by_p(model, model.norm, "mean, and middle 80 %", 0, 0));
    for (Series& mean : group_means(model)) panel.series.push_back(std::move(mean));
    if (weighted) panel.series.push_back(mean_times_draws(model));
    if (!explains) {
      for (Series& series : panel.series) series.label.clear();
    }
    figure.panels.push_back(std::move(panel));
  }
  figure.notes = notes_of(models, y);
  return figure;
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
  // One model: before and after in two colours. Several: a colour each, and the legend
  // explains both separately.
  const bool one = models.size() == 1;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const AttackedNorms& model = models[i];
    const int before = static_cast<int>(i);
    const int after = one ? 1 : before;
    const auto norms_by_p = [&](const std::vector<double>& values, const char* label, int colour, int dash) {
      return one ? with_range_by_p(model, values, label, colour, dash)
                 : by_p(model, values, "", colour, dash);
    };
    norms.series.push_back(norms_by_p(model.norm_before, "before", before, 0));
    norms.series.push_back(norms_by_p(model.norm_after, "after", after, 1));
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
  const auto header = csv_header(path);
  const auto has = [&](const char* name) {
    return std::find(header.begin(), header.end(), name) != header.end();
  };
  std::vector<std::string> names{"model", "correct", "samples", "gradient_norm"};
  for (const char* newer : {"loss", "expected_draws"}) {  // earlier versions wrote neither
    if (has(newer)) names.emplace_back(newer);
  }
  const CsvColumns columns(path, names, kNormTable);
  const auto correct = columns.numbers("correct");
  const auto samples = columns.numbers("samples");
  const auto norms = columns.numbers("gradient_norm");
  const auto draws =
      has("expected_draws") ? columns.numbers("expected_draws") : std::vector<double>(columns.rows(), 1.0);
  std::vector<GradientNorms> models;
  for (std::size_t row = 0; row < columns.rows(); ++row) {
    const std::string& name = columns.text(row, "model");
    const std::string loss = has("loss") ? columns.text(row, "loss") : "";
    auto model = std::find_if(models.begin(), models.end(),
                              [&](auto& m) { return m.model == name && m.loss == loss; });
    if (model == models.end())
      model = models.insert(model, {.model = name, .loss = loss, .correct = {}, .norm = {}, .draws = {}});
    add_votes(path, correct[row], samples[row], model->samples, model->correct);
    check_norm(path, norms[row]);
    if (!(draws[row] >= 0.0))
      fail(ErrorKind::kData, path, ": expected_draws is ", draws[row], ", expected a number of at least 0");
    model->norm.push_back(norms[row]);
    model->draws.push_back(draws[row]);
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

Figure figure_of_norm_files(
    const std::vector<std::string>& paths,
    const std::function<std::vector<std::string>(const std::vector<std::string>&)>& rename) {
  std::for_each(paths.begin(), paths.end(), check_can_read_twice);
  const auto attacks = std::count_if(paths.begin(), paths.end(), is_attack_table);
  if (attacks != 0 && attacks != std::ssize(paths)) {
    fail(ErrorKind::kConfig, attacks, " of ", paths.size(), attacks == 1 ? " files is" : " files are",
         " of analyze attack, the others are not; draw them in separate figures");
  }
  const auto renamed = [&](auto models) {
    std::vector<std::string> names;
    for (const auto& model : models) names.push_back(model.model);
    names = rename(names);
    for (std::size_t i = 0; i < models.size(); ++i) models[i].model = names[i];
    return models;
  };
  if (attacks > 0) {
    std::vector<AttackedNorms> models;
    for (const std::string& path : paths) models.push_back(read_attacked_norms(path));
    return attack_figure(renamed(std::move(models)));
  }
  std::vector<GradientNorms> models;
  for (const std::string& path : paths)
    for (GradientNorms& model : read_gradient_norms(path)) models.push_back(std::move(model));
  return gradient_norm_figure(renamed(std::move(models)));
}

}  // namespace certus
