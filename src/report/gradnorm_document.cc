#include "certus/report/gradnorm_document.h"

#include "certus/base/error.h"
#include "certus/metrics/easy_and_hard.h"
#include "certus/report/json_values.h"

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

}  // namespace

Document gradnorm_document(const std::vector<GradientNorms>& models, bool of_methods) {
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
  json_in(document) = {{"loss", of_methods ? "method" : "cross-entropy"}, {"models", Json::array()}};
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
    json_in(document)["models"].push_back(std::move(json));
  }
  document.add(std::move(table));
  document.add(kNormSentence);
  if (of_methods) {
    document.add(kLossSentence);
    document.add(kDrawsSentence);
  }
  return document;
}

std::string gradnorm_rows(const std::vector<GradientNorms>& models, const std::vector<std::int64_t>& images,
                          const std::vector<int>& labels) {
  std::string rows = "model,loss,idx,label,correct,samples,gradient_norm,expected_draws\n";
  for (const GradientNorms& model : models) {
    for (std::size_t k = 0; k < images.size(); ++k) {
      rows += join_text(text_cell(model.model).csv, ',', text_cell(model.loss).csv, ',', images[k], ',',
                        labels[k], ',', model.correct[k], ',', model.samples, ',', model.norm[k], ',',
                        model.draws[k], '\n');
    }
  }
  return rows;
}

}  // namespace certus
