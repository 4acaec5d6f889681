#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <vector>

#include "certus/metrics/dominance.h"
#include "certus/metrics/estimate.h"
#include "certus/metrics/load_logs.h"
#include "certus/stats/certified_radius.h"

namespace certus {

using Json = nlohmann::ordered_json;

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
