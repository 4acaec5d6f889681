#include "certus/report/json_values.h"

namespace certus {

Json json_of(const std::vector<Estimate>& estimates, const char* at) {
  Json out = Json::array();
  for (const Estimate& e : estimates) {
    out.push_back({{at, e.at}, {"value", e.value}, {"lower", e.lower}, {"upper", e.upper}});
  }
  return out;
}

Json json_of(const Budget& budget) {
  return {{"n", budget.n}, {"alpha", budget.alpha}, {"sigma", budget.sigma}};
}

Json json_of(const std::optional<Budget>& budget) {
  return budget ? json_of(*budget) : Json(nullptr);
}

Json json_of(const std::vector<PInterval>& intervals) {
  Json out = Json::array();
  for (const PInterval& i : intervals) out.push_back({i.from, i.to});
  return out;
}

Json json_of(std::span<const UnreadLog> unread) {
  Json out = Json::array();
  for (const UnreadLog& log : unread)
    out.push_back({{"log", log.path}, {"error", std::string(log.error.what())}});
  return out;
}

}  // namespace certus
