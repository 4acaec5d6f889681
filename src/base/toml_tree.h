#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "certus/base/config.h"

namespace certus {

struct TomlEntry;

/// A TOML text as a tree of plain values, for texts without a fixed schema. Every node knows its line.
struct TomlNode {
  enum class Kind { kTable, kList, kText, kInteger, kReal, kFlag };
  Kind kind = Kind::kTable;
  std::size_t line = 0;            ///< from 1
  std::string text;                ///< kText: the text itself; numbers and flags: as TOML writes them
  std::vector<TomlNode> items;     ///< kList
  std::vector<TomlEntry> entries;  ///< kTable, in the order of the file

  bool is_table() const { return kind == Kind::kTable; }
  bool is_list() const { return kind == Kind::kList; }
  /// The entry with that key, or null.
  const TomlNode* find(const std::string& key) const;
};

struct TomlEntry {
  std::string key;
  TomlNode value;
};

/// What a node is, for messages: "a table", "'text'", "0.5".
std::string found_text(const TomlNode& node);

/// The top table of a text. Fails, naming text and line, on syntax errors and on dates, which nothing here
/// uses.
TomlNode parse_toml(const ConfigText& text);

/// The values below a table by their dotted keys, in order: {"sphere_attack.steps", node}.
std::vector<std::pair<std::string, TomlNode>> flat_entries(const TomlNode& table);

}  // namespace certus
