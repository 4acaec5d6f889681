#include "certus/study/gradnorm_report.h"

#include <algorithm>

#include "certus/module/torch_backend.h"
#include "certus/recipe/expected_draws.h"
#include "certus/report/gradient_norm_figure.h"
#include "certus/report/gradnorm_document.h"
#include "certus/report/json_values.h"

namespace certus {
namespace {

std::vector<int> labels_of(const GradientAnalysis& analysis) {
  std::vector<int> labels;
  for (const std::int64_t image : analysis.images) labels.push_back(analysis.data.label(image));
  return labels;
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
      losses;  // all are made now: a missing table of soft labels is reported before hours of work
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
  AnalysisReport report{.document = gradnorm_document(models, of_methods),
                        .rows = gradnorm_rows(models, analysis.images, labels_of(analysis)),
                        .figure = gradient_norm_figure(models)};
  json_in(report.document)["sigma"] = analysis.gradient.sigma;
  json_in(report.document)["images"] = analysis.images.size();
  for (const std::string& sentence : sentences) report.document.add(sentence);
  report.figure.notes.insert(report.figure.notes.end(), sentences.begin(), sentences.end());
  return report;
}

}  // namespace certus
