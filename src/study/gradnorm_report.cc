#include "certus/study/gradnorm_report.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/metrics/easy_and_hard.h"
#include "certus/module/torch_backend.h"
#include "certus/recipe/expected_draws.h"
#include "certus/report/gradient_norm_figure.h"

namespace certus {
namespace {

constexpr const char* kNormSentence =
    "norm: l2 norm of the gradient of an image's loss with respect to all learned parameters; mean over the "
    "images. Batch norm uses its running statistics in every pass, and images are not augmented.";
constexpr const char* kLossSentence =
    "The loss is the one that a step of the method's last epoch gives the image if it is alone in the step, "
    "with the noise copies, attacks and regularisers of the method; what attacks find counts as constant.";
constexpr const char* kDrawsSentence =
    "times draws: the mean of norm times the number of draws of the image that an epoch is expected to make. "
    "It is 1 without discard and reweight; with them it is 0 for images that discard drops by the p_A found "
    "here, proportional to the sampling weight for the others, and 1 on average over all images.";

void add_norms(std::vector<Cell>& row, const EasyAndHard& found) {
  for (const auto& value : {found.norm_easy, found.norm_hard, found.ratio})
    row.push_back(optional_cell(value, 3));
}

std::int64_t kept_images(const GradientNorms& model) {
  std::int64_t kept = 0;
  for (const double draws : model.draws) kept += draws > 0.0 ? 1 : 0;
  return kept;
}

/// The table and the sentences that say what its numbers are.
Document document_of(const std::vector<GradientNorms>& models, bool of_methods) {
  Table table{.title = join_text("Gradient norms of ",
                                 of_methods ? "each training method's own loss" : "the plain cross entropy",
                                 ": easy (p_A > 0.5) and hard images"),
              .header = {"model", "easy images", "hard images", "norm, easy", "norm, hard", "easy / hard"},
              .rows = {}};
  if (of_methods) {
    table.header.insert(table.header.begin() + 1, "method");
    for (const char* name : {"times draws, easy", "times draws, hard", "times draws, easy / hard"})
      table.header.emplace_back(name);
  }
  Document document;
  document.json = {{"loss", of_methods ? "method" : "cross-entropy"}, {"models", Json::array()}};
  for (const GradientNorms& model : models) {
    const EasyAndHard found = easy_and_hard(model.correct, model.samples, model.norm);
    std::vector<Cell> row{text_cell(model.model)};
    if (of_methods) row.push_back(text_cell(model.loss));
    row.push_back(count_cell(found.easy));
    row.push_back(count_cell(found.hard));
    add_norms(row, found);
    Json json = {{"model", model.model},
                 {"easy_images", found.easy},
                 {"hard_images", found.hard},
                 {"norm_easy", json_of(found.norm_easy)},
                 {"norm_hard", json_of(found.norm_hard)},
                 {"ratio", json_of(found.ratio)}};
    if (of_methods) {
      const EasyAndHard drawn = easy_and_hard(model.correct, model.samples, norms_times_draws(model));
      add_norms(row, drawn);
      json.update({{"method", model.loss},
                   {"kept_images", kept_images(model)},
                   {"norm_times_draws_easy", json_of(drawn.norm_easy)},
                   {"norm_times_draws_hard", json_of(drawn.norm_hard)},
                   {"norm_times_draws_ratio", json_of(drawn.ratio)}});
    }
    table.rows.push_back(std::move(row));
    document.json["models"].push_back(std::move(json));
  }
  document.add(std::move(table));
  document.add(kNormSentence);
  if (of_methods) {
    document.add(kLossSentence);
    document.add(kDrawsSentence);
  }
  return document;
}

/// One row for each image of each model, as read_gradient_norms takes them.
std::string rows_of(const std::vector<GradientNorms>& models, const GradientAnalysis& analysis) {
  std::string rows = "model,loss,idx,label,correct,samples,gradient_norm,expected_draws\n";
  for (const GradientNorms& model : models) {
    for (std::size_t k = 0; k < analysis.images.size(); ++k) {
      rows += join_text(text_cell(model.model).csv, ',', text_cell(model.loss).csv, ',', analysis.images[k],
                        ',', analysis.data.label(analysis.images[k]), ',', model.correct[k], ',',
                        model.samples, ',', model.norm[k], ',', model.draws[k], '\n');
    }
  }
  return rows;
}

/// The norms of one model, and how often training would draw each image.
GradientNorms norms_of(const GradientAnalysis& analysis, const AnalysedModel& model, const LossChoice& choice,
                       const StepLoss& loss) {
  const EstimateControl control = analysis.control(
      model.name + ", gradients", analysis.gradient.draws * loss.copies * std::ssize(analysis.images));
  return {.model = model.name,
          .loss = choice.name,
          .samples = analysis.samples,
          .correct = model.correct,
          .norm = torch_backend().gradient_norms(model.network, analysis.views(), analysis.images, loss,
                                                 analysis.gradient_params(), control),
          .draws = choice.settings ? expected_draws(*choice.settings, model.correct, analysis.samples)
                                   : std::vector<double>(analysis.images.size(), 1.0)};
}

}  // namespace

AnalysisReport gradnorm_report(const GradientAnalysis& analysis, const std::vector<LossChoice>& choices) {
  const bool of_methods = choices.front().settings.has_value();
  std::vector<StepLoss>
      losses;  // all of them now: a missing table of soft labels is told before hours of work
  std::vector<std::string> sentences;
  for (const LossChoice& choice : choices) {
    losses.push_back(choice.settings ? torch_backend().last_epoch_loss(*choice.settings, analysis.data)
                                     : torch_backend().cross_entropy_under_noise());
    std::string sentence = loss_sentence(choice, losses.back());
    if (std::ranges::find(sentences, sentence) == sentences.end()) sentences.push_back(std::move(sentence));
  }
  sentences.push_back(analysis.sentence());
  std::vector<GradientNorms> models;
  std::optional<AnalysedModel> model;
  for (std::size_t i = 0; i < analysis.models.size(); ++i) {
    if (i == 0 || analysis.models[i] != analysis.models[i - 1]) model = analysed_model(analysis, i);
    models.push_back(norms_of(analysis, *model, choices[i], losses[i]));
  }
  AnalysisReport report{.document = document_of(models, of_methods),
                        .rows = rows_of(models, analysis),
                        .figure = gradient_norm_figure(models)};
  report.document.json["sigma"] = analysis.gradient.sigma;
  report.document.json["images"] = analysis.images.size();
  for (const std::string& sentence : sentences) report.document.add(sentence);
  report.figure.notes.insert(report.figure.notes.end(), sentences.begin(), sentences.end());
  return report;
}

}  // namespace certus
