#include "certus/study/attack_report.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/module/torch_backend.h"
#include "certus/report/gradient_norm_figure.h"
#include "certus/report/json_values.h"

namespace certus {
namespace {

/// Sums over some of the images.
struct Sum {
  std::int64_t images = 0, draws = 0, right = 0, flipped = 0, steps = 0;
  double before = 0.0, after = 0.0;

  void add(const AttackOutcome& each) {
    ++images;
    draws += each.draws;
    right += each.draws - each.wrong_before;
    flipped += each.wrong_after - each.wrong_before;
    steps += each.steps;
    before += each.norm_before;
    after += each.norm_after;
  }
};

std::optional<double> share(auto part, std::int64_t whole) {
  return whole == 0 ? std::optional<double>() : static_cast<double>(part) / static_cast<double>(whole);
}

Cell share_cell(const std::optional<double>& value) {
  return percent_cell(value.value_or(std::nan("")), 1);
}

void add_group(Table& table, Json& groups, const char* name, const Sum& sum) {
  const auto right = share(sum.right, sum.draws);
  const auto turned = share(sum.flipped, sum.right);
  const auto steps = share(sum.steps, sum.right);
  const auto before = share(sum.before, sum.images);
  const auto after = share(sum.after, sum.images);
  table.rows.push_back({text_cell(name), count_cell(sum.images), share_cell(right), share_cell(turned),
                        optional_cell(steps, 2), optional_cell(before, 3), optional_cell(after, 3)});
  groups.push_back({{"images", name},
                    {"number", sum.images},
                    {"right_before", json_of(right)},
                    {"success_rate", json_of(turned)},
                    {"steps", json_of(steps)},
                    {"norm_before", json_of(before)},
                    {"norm_after", json_of(after)}});
}

/// Easy and hard images apart, then together.
Document document_of(const GradientAnalysis& analysis, const AnalysedModel& model,
                     const std::vector<AttackOutcome>& outcomes, const std::string& norm,
                     const std::string& steps_text) {
  Sum easy, hard, all;
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    (2 * model.correct[k] > analysis.samples ? easy : hard).add(outcomes[k]);
    all.add(outcomes[k]);
  }
  Document document;
  json_in(document) = {
      {"model", model.name}, {"sigma", analysis.gradient.sigma}, {"norm", norm}, {"groups", Json::array()}};
  Table table{.title = join_text("Sphere attack on ", model.name, ", ", steps_text),
              .header = {"images", "number", "right before %", "turned wrong %", "steps", "norm before",
                         "norm after"},
              .rows = {}};
  add_group(table, json_in(document)["groups"], "easy, p_A > 0.5", easy);
  add_group(table, json_in(document)["groups"], "hard", hard);
  add_group(table, json_in(document)["groups"], "all", all);
  document.add(std::move(table));
  document.add(
      "Turned wrong and steps: of the draws that were classified right at first; the others stay as they "
      "are. Norms are of the gradient of the plain cross entropy at one noise draw.");
  document.add(analysis.sentence());
  return document;
}

/// As read_attacked_norms takes them.
std::string rows_of(const GradientAnalysis& analysis, const AnalysedModel& model,
                    const std::vector<AttackOutcome>& outcomes) {
  std::string rows =
      "idx,label,correct,samples,draws,wrong_before,wrong_after,steps,norm_before,norm_after\n";
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const AttackOutcome& each = outcomes[k];
    rows += join_text(analysis.images[k], ',', analysis.data.label(analysis.images[k]), ',', model.correct[k],
                      ',', analysis.samples, ',', each.draws, ',', each.wrong_before, ',', each.wrong_after,
                      ',', each.steps, ',', each.norm_before, ',', each.norm_after, '\n');
  }
  return rows;
}

AttackedNorms norms_of(const GradientAnalysis& analysis, const AnalysedModel& model,
                       const std::vector<AttackOutcome>& outcomes) {
  AttackedNorms norms{.model = model.name,
                      .samples = analysis.samples,
                      .correct = model.correct,
                      .norm_before = {},
                      .norm_after = {},
                      .wrong_before = {},
                      .wrong_after = {}};
  for (const AttackOutcome& each : outcomes) {
    norms.norm_before.push_back(each.norm_before);
    norms.norm_after.push_back(each.norm_after);
    const auto draws = static_cast<double>(each.draws);
    norms.wrong_before.push_back(static_cast<double>(each.wrong_before) / draws);
    norms.wrong_after.push_back(static_cast<double>(each.wrong_after) / draws);
  }
  return norms;
}

}  // namespace

AnalysisReport attack_report(const GradientAnalysis& analysis, const SphereAttackParams& attack) {
  const AnalysedModel model = analysed_model(analysis, 0);
  const auto outcomes = torch_backend().analyse_attack(
      model.network, analysis.views(), analysis.images,
      {.gradient = analysis.gradient_params(), .attack = attack},
      analysis.control(model.name + ", attack", analysis.gradient.draws * std::ssize(analysis.images)));
  const std::string norm = sphere_norm_name(attack.norm);
  const std::string steps_text = join_text(attack.steps, " steps of ", attack.step_size, " (", norm, ')');
  AnalysisReport report{.document = document_of(analysis, model, outcomes, norm, steps_text),
                        .rows = rows_of(analysis, model, outcomes),
                        .figure = attack_figure({norms_of(analysis, model, outcomes)})};
  report.figure.notes = {steps_text, analysis.sentence()};
  return report;
}

}  // namespace certus
