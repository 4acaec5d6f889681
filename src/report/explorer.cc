#include "certus/report/explorer.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/class_view.h"
#include "certus/metrics/comparability.h"
#include "certus/metrics/draws_spent.h"
#include "certus/metrics/pair_comparison.h"
#include "certus/report/method_names.h"
#include "certus/report/packed_votes.h"

namespace certus {
namespace {

/// Intervals and crossings of a pair that the page lists; curves of different budgets cross thousands of
/// times.
constexpr std::size_t kListed = 4;

Json logged_json(const LoadedLog& loaded, const ExplorerOptions& options) {
  Json accuracy = Json::array();
  for (const Estimate& e : certified_accuracy(loaded.log, options.radii, options.confidence))
    accuracy.push_back({{"radius", e.at}, {"value", e.value}});
  return {{"acr", json_of(acr_at(loaded, {}))}, {"accuracy", accuracy}};
}

/// Packed votes; of an anytime record those of each n.
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
                       {"votes", votes_json(entry.groups, !log.is_anytime())},
                       {"unknownAbstained", entry.unknown_abstained},
                       {"unknownOther", entry.unknown_other}});
  }
  return classes;
}

Json rounding_json(const PaDistribution& p_a) {
  if (p_a.least_groups() == nullptr || !p_a.has_one_n()) return nullptr;
  return {{"least", packed_votes(*p_a.least_groups())}, {"most", packed_votes(*p_a.most_groups())}};
}

/// What an anytime record has beside its votes: the ends of the images' intervals and what the band adds.
Json stopped_json(const LoadedLog& loaded, const PaDistribution& p_a, double confidence) {
  return {{"meanDraws", draws_spent(loaded).mean},
          {"steps", PaDistribution::kIntervalSteps},
          {"least", packed_votes(*p_a.least_groups())},
          {"most", packed_votes(*p_a.most_groups())},
          {"halfWidth", p_a.band_half_width(confidence)}};
}

Json log_json(const LoadedLog& loaded, const PaDistribution& p_a, const AuditResult& audit,
              const std::string& method, const ExplorerOptions& options) {
  const Budget budget = loaded.budget();
  Json findings = Json::array();
  for (const Finding& f : audit.findings) findings.push_back({{"code", f.code}, {"message", f.message}});
  Json json{{"path", loaded.log.path},
            {"method", method},
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
  return json;
}

Json intervals_json(std::span<const PInterval> intervals) {
  Json out = Json::array();
  for (const PInterval& i : intervals) out.push_back({i.from, i.to});
  return out;
}

Json pair_json(const PairComparison& pair) {
  const Dominance& d = pair.dominance;
  const auto listed = [](const auto& list) { return std::span(list).first(std::min(list.size(), kListed)); };
  const auto unlisted = [&](const auto& list) { return list.size() - listed(list).size(); };
  Json test = nullptr;
  if (pair.test) {
    test = {{"verdict", verdict_text(pair.test->verdict)},
            {"crossings", intervals_json(pair.test->crossings)}};
  }
  return {{"a", pair.a},
          {"b", pair.b},
          {"relation", relation_text(d.relation)},
          {"aBelow", intervals_json(listed(d.a_below))},
          {"bBelow", intervals_json(listed(d.b_below))},
          {"moreBelow", Json::array({unlisted(d.a_below), unlisted(d.b_below)})},
          {"crossings", listed(d.crossings)},
          {"moreCrossings", unlisted(d.crossings)},
          {"largestLead", {{"value", d.largest_lead}, {"p", d.lead_at}}},
          {"largestDeficit", {{"value", d.largest_deficit}, {"p", d.deficit_at}}},
          {"test", test}};
}

}  // namespace

Json explorer_data(std::span<const LoadedLog> logs, std::span<const AuditResult> audits,
                   const ExplorerOptions& options) {
  CERTUS_CHECK(!logs.empty() && logs.size() == audits.size());
  std::vector<std::string> paths;
  std::vector<PaDistribution> p_a;
  for (const LoadedLog& loaded : logs) {
    paths.push_back(loaded.log.path);
    p_a.emplace_back(loaded.log, loaded.budget().n);
  }
  const std::vector<std::string> methods = method_names(paths);
  Json data{{"format", 1},
            {"certus", certus_version()},
            {"title", options.title},
            {"command", options.command},
            {"confidence", options.confidence},
            {"logs", Json::array()},
            {"pairs", Json::array()},
            {"warnings", comparability_warnings(logs)}};
  for (std::size_t i = 0; i < logs.size(); ++i)
    data["logs"].push_back(log_json(logs[i], p_a[i], audits[i], methods[i], options));
  Json& pairs = data["pairs"];
  compare_pairs(logs, p_a, {.confidence = options.confidence, .p = {}}, [&](const PairComparison& pair) {
    pairs.push_back(pair_json(pair));
    if (options.on_pair) options.on_pair(pairs.size());
  });
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

}  // namespace certus
