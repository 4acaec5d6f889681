#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <vector>

#include "certus/metrics/dominance.h"
#include "certus/metrics/estimate.h"
#include "certus/metrics/load_logs.h"
#include "certus/report/document.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// For the library's own sources: no installed header shows a type of the JSON library.
using Json = nlohmann::ordered_json;

struct JsonValue::Held {
  Json value;
};

/// The JSON value of a document.
inline Json& json_in(Document& document) {
  return document.json.held().value;
}
inline const Json& json_in(const Document& document) {
  return document.json.held().value;
}

/// Values as the JSON output writes them, wherever they stand.

/// The value, or null.
template <typename Value>
Json json_of(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// [{"<at>": ..., "value": ..., "lower": ..., "upper": ...}, ...]
Json json_of(const std::vector<Estimate>& estimates, const char* at);

/// {"n": ..., "alpha": ..., "sigma": ...}, or null
Json json_of(const Budget& budget);
Json json_of(const std::optional<Budget>& budget);

/// [[from, to], ...]
Json json_of(const std::vector<PInterval>& intervals);

/// [{"log": ..., "error": ...}, ...]
Json json_of(std::span<const UnreadLog> unread);

}  // namespace certus
