#pragma once

#include <string>
#include <variant>
#include <vector>

#include "certus/report/json_values.h"
#include "certus/report/table.h"

namespace certus {

/// What a command reports: tables and sentences for people, one JSON value for machines.
struct Document {
  std::vector<std::variant<Table, std::string>> blocks;
  Json json;

  void add(Table table) { blocks.emplace_back(std::move(table)); }
  /// A table that may have many columns: as text it is shown in parts, for a terminal of 100 columns.
  void add_wide(Table table) {
    table.is_wide = true;
    add(std::move(table));
  }
  void add(std::string sentence) { blocks.emplace_back(std::move(sentence)); }
};

/// The document in one format; sentences become plain lines, % comments in LaTeX and # comments in CSV.
std::string render(const Document& document, Format format);

}  // namespace certus
