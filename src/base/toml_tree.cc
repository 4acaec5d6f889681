#include "certus/base/toml_tree.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/nesting.h"
#include "certus/base/number_text.h"
#include "certus/base/toml_parser.h"

namespace certus {
namespace {

TomlNode node_of(const toml::node& node, const std::string& text_name);

TomlNode table_node(const toml::table& table, const std::string& text_name) {
  struct Entry {
    toml::source_position at;
    std::string key;
    const toml::node* node;
  };
  std::vector<Entry> entries;
  for (const auto& [key, value] : table) {
    entries.push_back({key.source().begin, std::string(key.str()), &value});
  }
  std::ranges::stable_sort(entries, [](const Entry& a, const Entry& b) { return a.at < b.at; });
  TomlNode out{.kind = TomlNode::Kind::kTable, .line = table.source().begin.line};
  for (const Entry& entry : entries) {
    out.entries.push_back({entry.key, node_of(*entry.node, text_name)});
    // The line of a key is more useful than that of its value: tables of dotted keys have no line
    // of their own.
    out.entries.back().value.line = entry.at.line;
  }
  return out;
}

TomlNode node_of(const toml::node& node, const std::string& text_name) {
  using Kind = TomlNode::Kind;
  const std::size_t line = node.source().begin.line;
  if (const auto* table = node.as_table()) return table_node(*table, text_name);
  if (const auto* list = node.as_array()) {
    TomlNode out{.kind = Kind::kList, .line = line};
    for (const toml::node& each : *list) out.items.push_back(node_of(each, text_name));
    return out;
  }
  if (const auto* text = node.as_string()) return {.kind = Kind::kText, .line = line, .text = text->get()};
  if (const auto* flag = node.as_boolean()) {
    return {.kind = Kind::kFlag, .line = line, .text = flag->get() ? "true" : "false"};
  }
  if (const auto* number = node.as_integer()) {
    return {.kind = Kind::kInteger, .line = line, .text = std::to_string(number->get())};
  }
  if (const auto* number = node.as_floating_point()) {
    return {.kind = Kind::kReal, .line = line, .text = round_trip_text(number->get())};
  }
  fail(ErrorKind::kConfig, text_name, ':', line,
       ": found a date or a time, expected text, a number, true or "
       "false, a list or a table");
}

void append_flat(const TomlNode& table, const std::string& prefix,
                 std::vector<std::pair<std::string, TomlNode>>& out) {
  for (const auto& [key, node] : table.entries) {
    if (node.is_table()) {
      append_flat(node, prefix + key + '.', out);
    } else {
      out.emplace_back(prefix + key, node);
    }
  }
}

}  // namespace

const TomlNode* TomlNode::find(const std::string& key) const {
  const auto found = std::ranges::find(entries, key, &TomlEntry::key);
  return found == entries.end() ? nullptr : &found->value;
}

std::string found_text(const TomlNode& node) {
  switch (node.kind) {
    case TomlNode::Kind::kTable:
      return "a table";
    case TomlNode::Kind::kList:
      return "a list";
    case TomlNode::Kind::kText:
      return join_text('\'', node.text, '\'');
    default:
      return node.text;
  }
}

TomlNode parse_toml(const ConfigText& text) {
  check_toml_nesting(text.name, text.content);
  try {
    return table_node(toml::parse(text.content), text.name);
  } catch (const toml::parse_error& error) {
    fail(ErrorKind::kConfig, text.name, ':', error.source().begin.line, ": ", error.description());
  }
}

std::vector<std::pair<std::string, TomlNode>> flat_entries(const TomlNode& table) {
  std::vector<std::pair<std::string, TomlNode>> out;
  append_flat(table, "", out);
  return out;
}

}  // namespace certus
