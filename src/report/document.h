#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "certus/metrics/estimate.h"
#include "certus/report/table.h"

namespace certus {

using Json = nlohmann::ordered_json;

/// What a command has to say: tables and sentences for people, one JSON value for machines.
struct Document {
  std::vector<std::variant<Table, std::string>> blocks;
  Json json;

  void add(Table table) { blocks.emplace_back(std::move(table)); }
  void add(std::string sentence) { blocks.emplace_back(std::move(sentence)); }
};

/// The document in one format; sentences become plain lines, % comments in LaTeX and # comments in CSV.
std::string render(const Document& document, Format format);

/// [{"<at>": ..., "value": ..., "lower": ..., "upper": ...}, ...]
Json json_of(const std::vector<Estimate>& estimates, const char* at);

/// The value, or null.
template <typename Value>
Json json_of(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace certus
