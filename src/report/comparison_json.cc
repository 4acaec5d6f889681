#include "certus/report/comparison_json.h"

namespace certus {
namespace {

Json test_json(const PairedTest& test) {
  Json points = Json::array();
  for (const auto& point : test.points) {
    points.push_back({{"p", point.p},
                      {"only_a", point.only_a},
                      {"only_b", point.only_b},
                      {"decided", point.decided},
                      {"decidable", point.decidable}});
  }
  Json lead = nullptr;
  if (test.lead)
    lead = {{"ahead", test.lead->side > 0 ? "a" : "b"},
            {"from", test.lead->range.from},
            {"to", test.lead->range.to}};
  Json decidable = nullptr;
  if (test.decidable) decidable = {{"from", test.decidable->from}, {"to", test.decidable->to}};
  return {{"verdict", verdict_text(test.verdict)},
          {"images", test.images},
          {"level", test.level},
          {"lead", lead},
          {"decidable", decidable},
          {"crossings", json_of(test.crossings)},
          {"points", points}};
}

Json pair_json(const PairComparison& pair, const std::vector<LoadedLog>& logs) {
  const Dominance& d = pair.dominance;
  Json json{{"a", logs[pair.a].log.path},
            {"b", logs[pair.b].log.path},
            {"sigma", *logs[pair.a].sigma.value},
            {"relation", relation_text(d.relation)},
            {"a_below", json_of(d.a_below)},
            {"b_below", json_of(d.b_below)},
            {"crossings", d.crossings},
            {"largest_lead", {{"value", d.largest_lead}, {"p", d.lead_at}}},
            {"largest_deficit", {{"value", d.largest_deficit}, {"p", d.deficit_at}}}};
  if (pair.test)
    json["paired_test"] = test_json(*pair.test);
  else
    json["no_test"] = no_test_text(pair.no_test);
  if (!pair.p_a_change.empty()) {
    json["p_a_change"] = json_of(pair.p_a_change, "p");
    json["certified_accuracy_change"] = json_of(pair.certified_accuracy_change, "radius");
  }
  return json;
}

Json best_json(const BestOverSigma& method) {
  Json entry{{"method", method.method}, {"sigmas", method.sigmas}, {"points", Json::array()}};
  for (const auto& point : method.points) {
    entry["points"].push_back({{"radius", point.radius}, {"value", point.value}, {"sigma", point.sigma}});
    if (!point.interval) continue;
    entry["points"].back()["lower"] = point.interval->lower;
    entry["points"].back()["upper"] = point.interval->upper;
  }
  return entry;
}

}  // namespace

Json comparison_json(const LogComparison& found) {
  Json json{{"dominates", Json::array()},
            {"pairs", Json::array()},
            {"best_over_sigma", Json::array()},
            {"warnings", found.set.warnings()},
            {"unreadable", json_of(std::span<const UnreadLog>(found.unread))}};
  for (const PairComparison& pair : found.pairs) {
    const std::string& a = found.set.logs[pair.a].log.path;
    const std::string& b = found.set.logs[pair.b].log.path;
    if (pair.dominance.relation == Relation::kBetter) json["dominates"].push_back({a, b});
    if (pair.dominance.relation == Relation::kWorse) json["dominates"].push_back({b, a});
    json["pairs"].push_back(pair_json(pair, found.set.logs));
  }
  for (const BestOverSigma& method : found.best_over_sigma)
    json["best_over_sigma"].push_back(best_json(method));
  return json;
}

}  // namespace certus
