#include "certus/cli/bench_agreement.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/certify/agreement.h"
#include "certus/certify/image_selection.h"
#include "certus/certify/model_check.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/network_options.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/acr.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/metrics/paired_change.h"
#include "certus/record/certification_record.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;

/// One engine's part of the comparison.
struct Contender {
  EngineChoice choice;
  EngineVotes votes;
  std::string name() const { return choice.engine + ' ' + choice.precision; }
  double images_per_second() const { return static_cast<double>(votes.draws) / votes.seconds; }
  double changed_share() const {
    return static_cast<double>(votes.changed) / static_cast<double>(votes.draws);
  }
};

/// What every engine certifies with.
struct AgreementBudget {
  std::int64_t n0 = 0;
  Budget budget;
  std::uint64_t seed = 0;
};

AgreementBudget budget_asked_for(const Arguments& arguments) {
  const AgreementBudget asked{.n0 = arguments.integer_or_default("--n0"),
                              .budget = {.n = arguments.integer_or_default("--n"),
                                         .alpha = arguments.real_or_default("--alpha"),
                                         .sigma = sigma_of(arguments)},
                              .seed = static_cast<std::uint64_t>(arguments.integer_or_default("--seed"))};
  check_can_certify(asked.n0, asked.budget, asked.budget.alpha);
  return asked;
}

std::string model_path(const Arguments& arguments) {
  const std::vector<std::string>& models = arguments.positionals();
  if (models.size() != 1) {
    fail(ErrorKind::kConfig, "bench --agreement compares engines on one model, found ", models.size());
  }
  if (!std::filesystem::path(models.front()).has_extension()) {
    fail(ErrorKind::kConfig, "bench --agreement needs a trained model, found '", models.front(),
         "'; give model.onnx or model.safetensors");
  }
  return models.front();
}

/// The reference first, then all others that are asked for.
std::vector<EngineChoice> choices_of(const Arguments& arguments) {
  EngineChoice asked = engine_choice(arguments);
  asked.precision = arguments.text("--precision").value_or("");
  if (asked.precision == "f32" && arguments.text("--scales")) {
    fail(ErrorKind::kConfig, "--scales is for --precision int8");
  }
  std::vector<EngineChoice> choices{
      {.engine = reference_engine(), .device = asked.device, .precision = "f32"}};
  check_engine(choices.front());
  for (EngineChoice& choice : matching_engines(asked)) {
    const bool is_reference = choice.engine == choices[0].engine && choice.precision == "f32";
    if (!is_reference) choices.push_back(std::move(choice));
  }
  if (choices.size() == 1) {
    fail(ErrorKind::kConfig, "bench --agreement: ", choices[0].engine,
         " f32 is the reference itself; ask for another --engine or --precision");
  }
  return choices;
}

std::vector<std::int64_t> images_of(const Arguments& arguments, const Dataset& data) {
  const bool is_known = find_known_dataset(arguments.text("--data").value_or("")) != nullptr;
  constexpr std::int64_t kUsualSkip = 100;
  const auto images =
      selected_images({.max = arguments.integer("--max"),
                       .skip = arguments.integer("--skip").value_or(is_known ? kUsualSkip : 1)},
                      data.size());
  if (images.size() < 2) {
    fail(ErrorKind::kConfig,
         "bench --agreement: one image tells nothing of others; a smaller --skip or a "
         "larger --max takes more");
  }
  return images;
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

/// Rows are points of a grid: the reference's value, then what each other engine changes.
struct Changes {
  Table table;
  void add_column(const std::string& name, const std::vector<Estimate>& points, bool is_reference) {
    table.header.push_back(name);
    if (is_reference) {
      for (const Estimate& point : points) {
        table.rows.push_back({exact_cell(point.at), percent_cell(point.value, 2)});
      }
      return;
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      table.rows[i].push_back(change_cell(points[i], 100.0, 2));
    }
  }
};

Document document_of(const std::vector<Contender>& contenders, const Arguments& arguments,
                     const AgreementBudget& asked, const Model& model, const Dataset& data) {
  const double confidence = arguments.real_or_default("--confidence");
  const Budget& budget = asked.budget;
  const CertificationLog& reference = contenders.front().votes.log;
  const std::string reference_name = contenders.front().name();
  const double largest = *std::max_element(reference.radius.begin(), reference.radius.end());
  const std::vector<double> radii = radii_of(arguments, largest);
  const std::vector<double> grid = p_grid_of(arguments);

  Document document;
  document.json = {{"model", model.identity},
                   {"data", data.identity()},
                   {"sigma", budget.sigma},
                   {"n0", asked.n0},
                   {"n", budget.n},
                   {"alpha", budget.alpha},
                   {"seed", asked.seed},
                   {"images", reference.rows()},
                   {"confidence", confidence},
                   {"reference", reference_name},
                   {"engines", Json::array()}};
  Table votes{.title = join_text("Votes on the same noise: ", reference.rows(), " images, ",
                                 grouped_text(asked.n0 + budget.n), " draws each, sigma ", budget.sigma),
              .header = {"engine", "images/s", "changed votes %", "ACR", "its change"},
              .rows = {}};
  Changes accuracy{{.title = join_text("Certified accuracy % of ", reference_name,
                                       " at each radius, and its change in points"),
                    .header = {"radius"},
                    .rows = {}}};
  Changes p_a{{.title = join_text("P(p_A >= p) % of ", reference_name, ", and its change in points"),
               .header = {"p"},
               .rows = {}}};
  for (const Contender& contender : contenders) {
    const CertificationLog& log = contender.votes.log;
    const double acr = average_certified_radius(log);
    Json json{{"engine", contender.choice.engine},
              {"precision", contender.choice.precision},
              {"engine_name", contender.votes.engine.name},
              {"engine_precision", contender.votes.engine.precision},
              {"images_per_second", contender.images_per_second()},
              {"draws", contender.votes.draws},
              {"changed_votes", contender.votes.changed},
              {"changed_share", contender.changed_share()},
              {"acr", acr},
              {"certified_accuracy", json_of(certified_accuracy(log, radii, confidence), "radius")},
              {"p_a", json_of(PaDistribution(log, budget.n).curve(grid, confidence), "p")}};
    const bool is_reference = &contender == &contenders.front();
    std::vector<Cell> row{text_cell(contender.name()), real_cell(contender.images_per_second(), 0)};
    if (is_reference) {
      accuracy.add_column(reference_name, certified_accuracy(log, radii, confidence), true);
      p_a.add_column(reference_name, PaDistribution(log, budget.n).curve(grid, confidence), true);
      row.insert(row.end(), {text_cell("reference"), real_cell(acr, 4), text_cell("-")});
    } else {
      const Estimate acr_by = acr_change(reference, log, confidence);
      const auto accuracy_by = certified_accuracy_change(reference, log, radii, confidence);
      const auto p_a_by = p_a_change(reference, log, budget.n, grid, confidence);
      json["acr_change"] = json_of_change(acr_by);
      json["certified_accuracy_change"] = json_of(accuracy_by, "radius");
      json["p_a_change"] = json_of(p_a_by, "p");
      accuracy.add_column(contender.name(), accuracy_by, false);
      p_a.add_column(contender.name(), p_a_by, false);
      row.insert(row.end(), {percent_cell(contender.changed_share(), 3), real_cell(acr, 4),
                             change_cell(acr_by, 1.0, 4)});
    }
    votes.rows.push_back(std::move(row));
    document.json["engines"].push_back(std::move(json));
  }
  document.add(std::move(votes));
  document.add(std::move(accuracy.table));
  document.add(std::move(p_a.table));
  document.add(join_text("In brackets: ", round_trip_text(100.0 * confidence),
                         " % intervals over the images, paired: exact for shares, the normal approximation "
                         "for ACR. n ",
                         budget.n, ", alpha ", budget.alpha, '.'));
  document.add(acr_caveat());
  return document;
}

}  // namespace

std::vector<Option> agreement_options() {
  Option votes = votes_option();
  votes.default_text = "1000";
  return data_options() + std::vector<Option>{sigma_option(),
                                              votes,
                                              selection_votes_option(),
                                              alpha_option(),
                                              max_option(),
                                              skip_option("100; 1 for a folder of pictures"),
                                              seed_option("which noise"),
                                              radii_option(),
                                              p_option(),
                                              confidence_option()};
}

int run_agreement(const Arguments& arguments) {
  const AgreementBudget asked = budget_asked_for(arguments);
  const std::string path = model_path(arguments);
  const std::vector<EngineChoice> choices = choices_of(arguments);
  const Model model = load_model_of(arguments, path);
  const auto data = open_dataset_of(arguments);
  const std::vector<std::int64_t> images = images_of(arguments, *data);

  InterruptGuard interrupt;
  std::vector<Contender> contenders;
  std::vector<std::unique_ptr<VoteCounter>> counters;
  for (EngineChoice choice : choices) {
    if (choice.precision == "int8") {
      choice.scales = scales_of(arguments, model, path, asked.budget.sigma);
    }
    counters.push_back(make_vote_counter(arguments, model.graph, choice));
    counters.back()->stop = interrupt.flag();
    contenders.push_back({.choice = std::move(choice), .votes = {}});
  }
  check_fits(counters.front()->info(), *data);
  note_slow_int8(choices);

  const SteadyClock clock;
  const double begin = clock.seconds();
  const std::int64_t total = std::ssize(images) * std::ssize(counters) * (asked.n0 + asked.budget.n);
  std::int64_t draws = 0;
  ProgressLine line(30.0);
  std::vector<EngineVotes> votes;
  try {
    votes = compare_engines(
        asked.n0, asked.budget, asked.seed, counters, *data, images, clock, [&](std::int64_t made) {
          draws += made;
          if (!line.is_due()) return;
          const double rate = static_cast<double>(draws) / std::max(1e-9, clock.seconds() - begin);
          line.show(join_text(grouped_text(draws), " of ", grouped_text(total), " draws, ",
                              duration_text(std::round(static_cast<double>(total - draws) / rate)), " left"));
        });
  } catch (const Interrupted&) {
    line.clear();
    std::fprintf(stderr, "interrupted; fewer images (--skip, --max) or a smaller --n take less time\n");
    return kInterrupted;
  }
  line.clear();
  for (std::size_t i = 0; i < votes.size(); ++i) contenders[i].votes = std::move(votes[i]);
  deliver(document_of(contenders, arguments, asked, model, *data), arguments);
  return 0;
}

}  // namespace certus::cli
