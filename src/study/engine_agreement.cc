#include "certus/study/engine_agreement.h"

#include <algorithm>

#include "certus/base/clock.h"
#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/certify/model_check.h"
#include "certus/engines/int8_scales.h"
#include "certus/metrics/acr.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/metrics/paired_change.h"
#include "certus/procedure/procedure.h"
#include "certus/report/budget_text.h"
#include "certus/report/json_values.h"

namespace certus {
namespace {

/// The reference first, then all others that are asked for.
std::vector<EngineChoice> choices_of(const EngineChoice& asked) {
  std::vector<EngineChoice> choices{
      {.engine = reference_engine(), .device = asked.device, .precision = "f32"}};
  check_engine(choices.front());
  for (EngineChoice& choice : matching_engines(asked)) {
    const bool is_reference = choice.engine == choices[0].engine && choice.precision == "f32";
    if (!is_reference) choices.push_back(std::move(choice));
  }
  if (choices.size() == 1) {
    fail(ErrorKind::kConfig, choices[0].engine,
         " f32 is the reference itself; ask for another engine or precision");
  }
  return choices;
}

std::vector<std::int64_t> images_of(const ImageSelection& selection, std::int64_t size) {
  auto images = selected_images(selection, size);
  if (images.size() < 2) {
    fail(ErrorKind::kConfig, Remedy{"skip"}, "the selection has ", images.size(),
         images.size() == 1 ? " image" : " images", ", and intervals need at least 2");
  }
  return images;
}

std::vector<EngineVotes> votes_of(const AgreementStudy& study, const Dataset& data,
                                  const std::vector<std::int64_t>& images,
                                  const std::vector<std::unique_ptr<VoteCounter>>& voters) {
  const SteadyClock clock;
  const double begin = clock.seconds();
  AgreementProgress progress;
  progress.draws_total = std::ssize(images) * std::ssize(voters) * (study.n0 + study.budget.n);
  return compare_engines(
      study.n0, study.budget, study.seed, voters, data, images, clock, [&](std::int64_t made) {
        progress.draws_done += made;
        const double rate =
            static_cast<double>(progress.draws_done) / std::max(1e-9, clock.seconds() - begin);
        progress.seconds_left = static_cast<double>(progress.draws_total - progress.draws_done) / rate;
        study.on_progress(progress);
      });
}

Json json_of_change(const Estimate& change) {
  return {{"value", change.value}, {"lower", change.lower}, {"upper", change.upper}};
}

std::string signed_text(double value, int decimals) {
  return (value > 0.0 ? "+" : "") + fixed_text(value, decimals);
}

/// "+0.40 (-0.21 to 1.30)"
Cell change_cell(const Estimate& change, double unit, int decimals) {
  return {
      join_text(signed_text(unit * change.value, decimals), " (", signed_text(unit * change.lower, decimals),
                " to ", signed_text(unit * change.upper, decimals), ')'),
      round_trip_text(unit * change.value)};
}

/// The document as it grows, engine by engine.
class DocumentMaker {
 public:
  DocumentMaker(const AgreementReport& report, const AgreementView& view)
      : report_(report), view_(view), reference_(report.engines.front().votes.log) {
    if (view_.radii.empty()) view_.radii = usual_radii(std::ranges::max(reference_.radius));
    const std::string name = engine_label(report.engines.front().choice);
    const Budget& budget = report.budget;
    json_in(document_) = {{"model", report.model},
                          {"data", report.data},
                          {"sigma", budget.sigma},
                          {"n0", report.n0},
                          {"n", budget.n},
                          {"alpha", budget.alpha},
                          {"seed", report.seed},
                          {"images", reference_.rows()},
                          {"confidence", view.confidence},
                          {"reference", name},
                          {"engines", Json::array()}};
    votes_.title = join_text("Votes on the same noise: ", reference_.rows(), " images, ",
                             grouped_text(report.n0 + budget.n), " draws each, sigma ", budget.sigma);
    votes_.header = {"engine", "images/s", "changed votes %", "ACR", "its change"};
    accuracy_.title =
        join_text("Certified accuracy % of ", name, " at each radius, and its change in points");
    accuracy_.header = {"radius"};
    p_a_.title = join_text("P(p_A >= p) % of ", name, ", and its change in points");
    p_a_.header = {"p"};
  }

  void add(const ComparedEngine& engine) {
    const CertificationLog& log = engine.votes.log;
    const double acr = average_certified_radius(log);
    const double speed = static_cast<double>(engine.votes.draws) / engine.votes.seconds;
    const double changed =
        static_cast<double>(engine.votes.changed) / static_cast<double>(engine.votes.draws);
    const auto accuracy = certified_accuracy(log, view_.radii, view_.confidence);
    const auto p_a = PaDistribution(log, report_.budget.n).curve(view_.p, view_.confidence);
    Json json{{"engine", engine.choice.engine},
              {"precision", engine.choice.precision},
              {"engine_name", engine.votes.engine.name},
              {"engine_precision", engine.votes.engine.precision},
              {"images_per_second", speed},
              {"draws", engine.votes.draws},
              {"changed_votes", engine.votes.changed},
              {"changed_share", changed},
              {"acr", acr},
              {"certified_accuracy", json_of(accuracy, "radius")},
              {"p_a", json_of(p_a, "p")}};
    const std::string name = engine_label(engine.choice);
    std::vector<Cell> row{text_cell(name), real_cell(speed, 0)};
    if (&log == &reference_) {
      add_values(accuracy_, name, accuracy);
      add_values(p_a_, name, p_a);
      row.insert(row.end(), {text_cell("reference"), real_cell(acr, 4), text_cell("-")});
    } else {
      const Estimate change = add_changes(name, log, json);
      row.insert(row.end(), {percent_cell(changed, 3), real_cell(acr, 4), change_cell(change, 1.0, 4)});
    }
    votes_.rows.push_back(std::move(row));
    json_in(document_)["engines"].push_back(std::move(json));
  }

  Document finish() {
    document_.add(std::move(votes_));
    document_.add(std::move(accuracy_));
    document_.add(std::move(p_a_));
    document_.add(join_text("In brackets: ", round_trip_text(100.0 * view_.confidence),
                            " % intervals over the images, paired: exact for shares, the normal "
                            "approximation for ACR. n ",
                            report_.budget.n, ", alpha ", report_.budget.alpha, '.'));
    document_.add(acr_caveat());
    return std::move(document_);
  }

 private:
  /// Rows are points of a grid: the reference's value, then what each other engine changes.
  static void add_values(Table& table, const std::string& name, const std::vector<Estimate>& points) {
    table.header.push_back(name);
    for (const Estimate& point : points)
      table.rows.push_back({exact_cell(point.at), percent_cell(point.value, 2)});
  }
  static void add_column(Table& table, const std::string& name, const std::vector<Estimate>& changes) {
    table.header.push_back(name);
    for (std::size_t i = 0; i < changes.size(); ++i)
      table.rows[i].push_back(change_cell(changes[i], 100.0, 2));
  }

  /// Returns the change of ACR.
  Estimate add_changes(const std::string& name, const CertificationLog& log, Json& json) {
    const Estimate acr = acr_change(reference_, log, view_.confidence);
    const auto accuracy = certified_accuracy_change(reference_, log, view_.radii, view_.confidence);
    const auto p_a = p_a_change(reference_, log, report_.budget.n, view_.p, view_.confidence);
    json["acr_change"] = json_of_change(acr);
    json["certified_accuracy_change"] = json_of(accuracy, "radius");
    json["p_a_change"] = json_of(p_a, "p");
    add_column(accuracy_, name, accuracy);
    add_column(p_a_, name, p_a);
    return acr;
  }

  const AgreementReport& report_;
  AgreementView view_;
  const CertificationLog& reference_;
  Document document_;
  Table votes_, accuracy_, p_a_;
};

}  // namespace

AgreementReport compare_on_same_noise(const AgreementStudy& study) {
  check_can_certify(study.n0, study.budget, study.budget.alpha);
  const std::vector<EngineChoice> choices = choices_of(study.engines.asked);
  const Model model = load_model(study.model, study.model_options);
  const auto data = open_dataset(study.data);
  const std::vector<std::int64_t> images = images_of(study.selection, data->size());
  AgreementReport report{.model = model.identity,
                         .data = data->identity(),
                         .n0 = study.n0,
                         .budget = study.budget,
                         .seed = study.seed};
  std::vector<std::unique_ptr<VoteCounter>> voters;
  for (EngineChoice choice : choices) {
    if (choice.precision == "int8") {
      const double sigma = study.budget.sigma;
      const auto file = study.scales.empty() ? scales_path(study.model, sigma) : study.scales;
      choice.scales = int8_scales(file, model, study.data, sigma, study.engines.on_note);
    }
    voters.push_back(study.engines.voter(model.graph, choice));
    report.engines.push_back({.choice = std::move(choice), .votes = {}});
  }
  check_fits(voters.front()->info(), *data);
  study.engines.note_slow_int8(choices);
  std::vector<EngineVotes> votes = votes_of(study, *data, images, voters);
  for (std::size_t i = 0; i < votes.size(); ++i) report.engines[i].votes = std::move(votes[i]);
  return report;
}

Document agreement_document(const AgreementReport& report, const AgreementView& view) {
  DocumentMaker maker(report, view);
  for (const ComparedEngine& engine : report.engines) maker.add(engine);
  return maker.finish();
}

}  // namespace certus
