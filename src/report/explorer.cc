#include "certus/report/explorer.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/class_view.h"
#include "certus/metrics/comparability.h"
#include "certus/metrics/draws_spent.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/guaranteed_conversion.h"
#include "certus/metrics/log_groups.h"
#include "certus/metrics/method_names.h"
#include "certus/metrics/pair_comparison.h"
#include "certus/report/explorer_data.h"
#include "certus/report/explorer_frame.h"
#include "certus/report/method_colours.h"
#include "certus/report/packed_votes.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

constexpr std::size_t kMostLogsWithItself = 24;

/// How the curves of a method look: its colour and its mark in all figures.
struct MethodLook {
  std::string colour;
  const char* mark;
};

/// As web/src/view/palette.ts calls it.
const char* mark_name(Mark mark) {
  switch (mark) {
    case Mark::kCircle:
      return "circle";
    case Mark::kSquare:
      return "square";
    case Mark::kTriangle:
      return "triangle";
    case Mark::kDiamond:
      return "diamond";
    case Mark::kTriangleDown:
      return "triangle-down";
    case Mark::kOpenCircle:
      return "open-circle";
    case Mark::kOpenSquare:
      return "open-square";
    case Mark::kOpenTriangle:
      return "open-triangle";
  }
  return "circle";
}

MethodLook look_of_place(int place) {
  return {kMethodColours[static_cast<std::size_t>(place) % kMethodColours.size()],
          mark_name(method_mark(place))};
}

/// What the page calls a log and how it draws it.
struct PageEntry {
  std::string method;
  std::size_t group = 0;
  std::string seed;
  MethodLook look;
};

std::vector<PageEntry> page_entries(std::span<const LoadedLog> logs, const ExplorerOptions& options) {
  std::vector<std::string> paths;
  for (const LoadedLog& loaded : logs) paths.push_back(loaded.log.path);
  const std::vector<std::string> methods = options.methods.empty() ? method_names(paths) : options.methods;
  CERTUS_CHECK(methods.size() == logs.size());
  const std::vector<int> places = method_colours(methods);
  std::vector<PageEntry> entries(logs.size());
  const std::vector<LogGroup> groups = log_groups(logs, methods);
  for (std::size_t number = 0; number < groups.size(); ++number) {
    for (std::size_t k = 0; k < groups[number].members.size(); ++k) {
      const std::size_t i = groups[number].members[k];
      entries[i] = {methods[i], number, groups[number].seeds[k], look_of_place(places[i])};
    }
  }
  return entries;
}

Json logged_json(const LoadedLog& loaded, const ExplorerOptions& options) {
  Json accuracy = Json::array();
  for (const Estimate& e : certified_accuracy(loaded.log, options.radii, options.confidence))
    accuracy.push_back({{"radius", e.at}, {"value", e.value}});
  Json json{{"acr", json_of(acr_at(loaded, {}))}, {"accuracy", accuracy}};
  if (const auto most = most_acr_at(loaded, {})) json["acrMost"] = *most;
  return json;
}

/// Packed votes; for an anytime record the votes of each n.
Json votes_json(std::span<const PaDistribution::Group> groups, bool one_n) {
  if (one_n) return packed_votes(groups);
  Json parts = Json::array();
  for (auto begin = groups.begin(); begin != groups.end();) {
    const auto end = std::find_if(begin, groups.end(), [&](auto& group) { return group.n != begin->n; });
    parts.push_back({{"n", begin->n}, {"votes", packed_votes({begin, end})}});
    begin = end;
  }
  return parts;
}

Json classes_json(const CertificationLog& log, std::int64_t n) {
  Json classes = Json::array();
  for (const VotesOfClass& entry : votes_by_class(log, n)) {
    classes.push_back({{"label", entry.label},
                       {"images", entry.images},
                       {"votes", votes_json(entry.groups, log.has_one_n())},
                       {"unknownAbstained", entry.unknown_abstained},
                       {"unknownOther", entry.unknown_other}});
  }
  return classes;
}

Json rounding_json(const PaDistribution& p_a) {
  if (p_a.least_groups() == nullptr || !p_a.has_one_n()) return nullptr;
  return {{"least", packed_votes(*p_a.least_groups())}, {"most", packed_votes(*p_a.most_groups())}};
}

/// The band for p_A itself at some p, rounded outward. Every p takes some milliseconds, so a page of many
/// logs does without.
Json itself_json(const PaDistribution& p_a, double confidence) {
  constexpr int kPoints = 60;
  constexpr double kSteps = 1e6;
  const double decades = std::clamp(std::ceil(std::log10(static_cast<double>(p_a.n()))), 3.0, 9.0);
  const auto grid = probit_grid(kPoints, normal_upper_quantile(std::pow(10.0, -decades)));
  Json json{{"p", grid}, {"lower", Json::array()}, {"upper", Json::array()}};
  for (const Estimate& at : p_a_itself(p_a, grid, confidence)) {
    json["lower"].push_back(std::floor(at.lower * kSteps) / kSteps);
    json["upper"].push_back(std::ceil(at.upper * kSteps) / kSteps);
  }
  return json;
}

/// What an anytime record has besides its votes: the ends of the images' intervals and what the band adds.
Json stopped_json(const LoadedLog& loaded, const PaDistribution& p_a, double confidence) {
  return {{"meanDraws", draws_spent(loaded).mean},
          {"steps", PaDistribution::kIntervalSteps},
          {"least", packed_votes(*p_a.least_groups())},
          {"most", packed_votes(*p_a.most_groups())},
          {"halfWidth", p_a.band_half_width(confidence)}};
}

Json log_json(const LoadedLog& loaded, const PaDistribution& p_a, const AuditResult& audit,
              const PageEntry& entry, const std::vector<std::string>& class_names,
              const ExplorerOptions& options, bool with_itself) {
  const Budget budget = loaded.budget();
  Json findings = Json::array();
  for (const Finding& f : audit.findings) findings.push_back({{"code", f.code}, {"message", f.message}});
  Json json{{"path", loaded.log.path},
            {"method", entry.method},
            {"group", entry.group},
            {"seed", entry.seed},
            {"colour", entry.look.colour},
            {"mark", entry.look.mark},
            {"classNames", class_names},
            {"sigma", budget.sigma},
            {"n", budget.n},
            {"alpha", budget.alpha},
            {"sources",
             {{"sigma", source_text(loaded.sigma.source)},
              {"n", source_text(loaded.n.source)},
              {"alpha", source_text(loaded.alpha.source)}}},
            {"images", loaded.log.rows()},
            {"abstained", abstentions(loaded.log)},
            {"logged", logged_json(loaded, options)},
            {"classes", classes_json(loaded.log, budget.n)},
            {"rounding", rounding_json(p_a)},
            {"notes", loaded.notes},
            {"findings", findings},
            {"manifest", loaded.manifest ? Json::parse(manifest_text(*loaded.manifest)) : Json(nullptr)}};
  if (!p_a.has_one_n()) json["stopped"] = stopped_json(loaded, p_a, options.confidence);
  if (p_a.has_one_n() && with_itself) json["paItself"] = itself_json(p_a, options.confidence);
  return json;
}

char relation_letter(Relation relation) {
  switch (relation) {
    case Relation::kBetter:
      return '+';
    case Relation::kWorse:
      return '-';
    case Relation::kEqual:
      return '=';
    case Relation::kCrosses:
      return 'x';
  }
  return ' ';
}

char verdict_letter(Verdict verdict) {
  switch (verdict) {
    case Verdict::kDominates:
      return '+';
    case Verdict::kDominated:
      return '-';
    case Verdict::kCrosses:
      return 'x';
    case Verdict::kUndecided:
      return '?';
  }
  return ' ';
}

/// A letter for each pair: pages of 200 logs have 19,900 pairs.
Json pairs_json(std::span<const LoadedLog> logs, std::span<const PaDistribution> p_a,
                const PairComparisonOptions& comparison, const std::function<void(std::size_t)>& on_pair) {
  std::string relations;
  std::string verdicts;
  Json crossings = Json::object();
  Json leads = Json::object();
  compare_pairs(logs, p_a, comparison, [&](const PairComparison& pair) {
    if (pair.test && !pair.test->crossings.empty()) {
      crossings[std::to_string(relations.size())] = json_of(pair.test->crossings);
    }
    if (pair.test && pair.test->lead) {
      const PairedTest::Lead& lead = *pair.test->lead;
      leads[std::to_string(relations.size())] = {lead.side, lead.range.from, lead.range.to};
    }
    relations += relation_letter(pair.dominance.relation);
    verdicts += pair.test ? verdict_letter(pair.test->verdict) : ' ';
    if (on_pair) on_pair(relations.size());
  });
  return {{"relations", relations}, {"verdicts", verdicts}, {"crossings", crossings}, {"leads", leads}};
}

}  // namespace

Json explorer_data(std::span<const LoadedLog> logs, std::span<const AuditResult> audits,
                   const ExplorerOptions& options) {
  CERTUS_CHECK(!logs.empty() && logs.size() == audits.size());
  CERTUS_CHECK(options.class_names.empty() || options.class_names.size() == logs.size());
  const std::vector<PageEntry> entries = page_entries(logs, options);
  PairComparisonOptions comparison{.confidence = options.confidence, .p = {}, .only_relation = true};
  std::vector<PaDistribution> p_a;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    p_a.emplace_back(logs[i].log, logs[i].budget().n);
    comparison.groups.push_back(entries[i].group);
  }
  Json data{{"format", 2},
            {"certus", certus_version()},
            {"title", options.title},
            {"command", options.command},
            {"confidence", options.confidence},
            {"logs", Json::array()},
            {"pairs", pairs_json(logs, p_a, comparison, options.on_pair)},
            {"warnings", comparability_warnings(logs)}};
  for (std::size_t i = 0; i < logs.size(); ++i) {
    data["logs"].push_back(
        log_json(logs[i], p_a[i], audits[i], entries[i],
                 options.class_names.empty() ? std::vector<std::string>() : options.class_names[i], options,
                 logs.size() <= kMostLogsWithItself));
  }
  return data;
}

std::string explorer_page(std::string_view frame, const Json& data) {
  constexpr std::string_view kPlace = "{{data}}";
  const std::size_t place = frame.find(kPlace);
  CERTUS_CHECK(place != std::string_view::npos);
  // Pure ASCII, so that U+2028 and its like are escaped by the writer. In JSON the characters that HTML gives
  // a meaning occur within strings only, where an escape means the same.
  const std::string json = data.dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
  std::string page(frame.substr(0, place));
  page.reserve(frame.size() + json.size());
  for (const char c : json) {
    switch (c) {
      case '<':
        page += "\\u003c";
        break;
      case '>':
        page += "\\u003e";
        break;
      case '&':
        page += "\\u0026";
        break;
      default:
        page += c;
    }
  }
  page += frame.substr(place + kPlace.size());
  return page;
}

std::string explorer_page(std::span<const LoadedLog> logs, std::span<const AuditResult> audits,
                          const ExplorerOptions& options) {
  if (explorer_frame().empty()) fail(ErrorKind::kConfig, "the page was left out of this build of certus");
  return explorer_page(explorer_frame(), explorer_data(logs, audits, options));
}

}  // namespace certus
