#include "certus/base/config.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <sstream>

#include "certus/base/error.h"
#include "certus/base/nearest_name.h"
#include "certus/base/nesting.h"
#include "certus/base/number_text.h"
#include "certus/base/toml_parser.h"

namespace certus {
namespace {

using Value = ParameterValue;
using Kind = Parameter::Kind;

bool is_text(Kind kind) {
  return kind == Kind::kText || kind == Kind::kChoice;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

/// The node as a value of the setting; empty when it is of another kind or out of range.
std::optional<Value> value_of(const Parameter& setting, const toml::node& node) {
  switch (setting.kind) {
    case Kind::kFlag:
      if (const auto* flag = node.as_boolean()) return flag->get();
      return {};
    case Kind::kInteger:
      if (const auto* number = node.as_integer();
          number && is_in_range(setting, static_cast<double>(number->get()))) {
        return number->get();
      }
      return {};
    case Kind::kReal:
      if (!node.is_number()) return {};
      if (const double number = *node.value<double>(); is_in_range(setting, number)) return number;
      return {};
    case Kind::kText:
      if (const auto* text = node.as_string()) return text->get();
      return {};
    case Kind::kChoice:
      if (const auto* text = node.as_string();
          text && std::ranges::find(setting.choices, text->get()) != setting.choices.end()) {
        return text->get();
      }
      return {};
    case Kind::kIntegers: {
      const auto* list = node.as_array();
      if (!list) return {};
      std::vector<std::int64_t> numbers;
      for (const toml::node& each : *list) {
        if (!each.is_integer()) return {};
        numbers.push_back(each.as_integer()->get());
        if (!is_in_range(setting, static_cast<double>(numbers.back()))) return {};
      }
      return numbers;
    }
    case Kind::kTexts:  // only options are repeated
      return {};
  }
  return {};
}

/// A value as TOML writes it, on one line. toml++ can do that, too, but it computes where to break lines with
/// the logarithm of numbers, which is undefined for NaN and for small ones.
std::string toml_text(const toml::node& node) {
  std::string text;
  const auto add = [&](const std::string& part) { text += join_text(text.empty() ? "" : ", ", part); };
  if (const auto* list = node.as_array()) {
    for (const toml::node& each : *list) add(toml_text(each));
    return text.empty() ? "[]" : join_text("[ ", text, " ]");
  }
  if (const auto* table = node.as_table()) {
    for (const auto& [key, value] : *table) add(join_text(key.str(), " = ", toml_text(value)));
    return text.empty() ? "{}" : join_text("{ ", text, " }");
  }
  if (const auto* words = node.as_string()) return join_text('\'', words->get(), '\'');
  if (const auto* number = node.as_floating_point()) return round_trip_text(number->get());
  std::ostringstream out;
  node.visit([&](const auto& value) { out << value; });
  return out.str();
}

/// What was found there, for messages.
std::string found_text(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (const auto* number = node.as_floating_point()) {
    // To TOML, a whole number written with a decimal point is not an integer; without the point the message
    // would be puzzling.
    const std::string text = round_trip_text(number->get());
    return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
  }
  return toml_text(node);
}

[[noreturn]] void fail_value(const Parameter& setting, const std::string& where, const std::string& found) {
  fail(ErrorKind::kConfig, where, ": ", setting.name, " is ", found, ", expected ", expected_text(setting));
}

Value checked_value(const Parameter& setting, const toml::node& node, const std::string& where) {
  auto value = value_of(setting, node);
  if (!value) fail_value(setting, where, found_text(node));
  return *std::move(value);
}

std::string_view name_within_table(std::string_view key) {
  return key.substr(key.rfind('.') + 1);
}

[[noreturn]] void fail_unknown(const std::vector<Parameter>& schema, const std::string& key,
                               const std::string& where) {
  // The right name in the wrong table counts as nearer than another name that happens to have
  // the same length.
  const auto distance = [&](const Parameter& setting) {
    const bool same_name = name_within_table(setting.name) == name_within_table(key);
    return std::min(edit_distance(setting.name, key), same_name ? std::size_t{3} : std::string::npos);
  };
  const auto nearest =
      std::ranges::min_element(schema, [&](auto& a, auto& b) { return distance(a) < distance(b); });
  fail(ErrorKind::kConfig, where, ": unknown key '", key, '\'',
       nearest == schema.end() ? "" : join_text("; did you mean '", nearest->name, "'?"));
}

const Parameter* find_setting(const std::vector<Parameter>& schema, const std::string& key) {
  const auto found = std::ranges::find(schema, key, &Parameter::name);
  return found == schema.end() ? nullptr : &*found;
}

toml::table parse(const ConfigText& text) {
  check_toml_nesting(text.name, text.content);
  try {
    return toml::parse(text.content);
  } catch (const toml::parse_error& error) {
    fail(ErrorKind::kConfig, text.name, ':', error.source().begin.line, ": ", error.description());
  }
}

/// Stores a value of the setting, together with the place it comes from.
using PutValue = std::function<void(const Parameter& setting, Value value, const std::string& where)>;

/// Stores every value below `table`, whose key is `prefix` ("noise.", empty at the top).
void read_table(const std::vector<Parameter>& schema, const std::string& text_name, const std::string& prefix,
                const toml::table& table, const PutValue& put) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    const std::string where = join_text(text_name, ':', name.source().begin.line);
    if (const Parameter* setting = find_setting(schema, key)) {
      put(*setting, checked_value(*setting, node, where), where);
    } else if (const auto* inner = node.as_table();
               inner && (!inner->empty() || std::ranges::any_of(schema, [&](const Parameter& each) {
                 return each.name.starts_with(key + '.');
               }))) {
      read_table(schema, text_name, key + '.', *inner, put);
    } else {
      fail_unknown(schema, key, where);
    }
  }
}

/// A value given outside a file: TOML, or plain text where the setting is text. Empty when TOML
/// cannot read it.
std::optional<toml::table> parse_alone(const Parameter& setting, const std::string& text) {
  const bool quoted = text.starts_with('"') || text.starts_with('\'');
  if (is_text(setting.kind) && !quoted) return toml::table{{"value", text}};
  try {
    toml::table table = toml::parse("value = " + text);
    if (table.size() == 1) return table;
  } catch (const toml::parse_error&) {
  }
  return {};
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

void read_override(const std::vector<Parameter>& schema, const std::string& text, const PutValue& put) {
  const std::string where = "--set " + text;
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    fail(ErrorKind::kConfig, where, ": no '=', expected KEY=VALUE, for example ",
         schema.empty() ? "KEY" : schema.front().name, "=VALUE");
  }
  const std::string key(trimmed(std::string_view(text).substr(0, equals)));
  const std::string value(trimmed(std::string_view(text).substr(equals + 1)));
  const Parameter* setting = find_setting(schema, key);
  if (!setting) fail_unknown(schema, key, where);
  const auto table = parse_alone(*setting, value);
  if (!table) fail_value(*setting, where, join_text('\'', value, '\''));
  put(*setting, checked_value(*setting, *table->get("value"), where), where);
}

std::string quoted_text(const std::string& text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += join_text("\\u00", kHex[byte >> 4], kHex[byte & 0xf]);
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + '"';
}

std::string toml_text(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* number = std::get_if<double>(&value)) return round_trip_text(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return quoted_text(*text);
  std::vector<std::string> numbers;
  for (const std::int64_t each : std::get<std::vector<std::int64_t>>(value)) {
    numbers.push_back(std::to_string(each));
  }
  return join_text('[', joined(numbers), ']');
}

void add_plain_values(const toml::table& table, const std::string& prefix,
                      std::map<std::string, std::string>& values) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    if (const auto* inner = node.as_table()) {
      add_plain_values(*inner, key + '.', values);
    } else if (const auto* text = node.as_string()) {
      values[key] = text->get();
    } else {
      values[key] = toml_text(node);
    }
  }
}

std::string table_of(const std::string& key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

}  // namespace

Config::Config(std::vector<Parameter> schema, const std::vector<ConfigText>& texts,
               const std::vector<std::string>& overrides)
    : schema_(std::move(schema)) {
  std::set<std::string> keys;
  for (const Parameter& setting : schema_) {
    CERTUS_CHECK(keys.insert(setting.name).second);
    if (setting.required) continue;
    const auto table = is_text(setting.kind) ? toml::table{{"value", setting.default_text}}
                                             : toml::parse("value = " + setting.default_text);
    const auto value = value_of(setting, *table.get("value"));
    CERTUS_CHECK(value.has_value());
    values_[setting.name] = *value;
  }
  std::size_t number = 0;
  const PutValue put = [&](const Parameter& setting, Value value, const std::string& where) {
    values_[setting.name] = std::move(value);
    given_.push_back({.key = setting.name, .where = where, .text = number});
  };
  for (const ConfigText& text : texts) {
    read_table(schema_, text.name, "", parse(text), put);
    ++number;
  }
  for (const std::string& text : overrides) read_override(schema_, text, put);
  for (const Parameter& setting : schema_) {
    if (values_.contains(setting.name)) continue;
    const std::string where = texts.empty() ? "" : texts.back().name + ": ";
    fail(ErrorKind::kConfig, where, setting.name, " is not set and has no default, expected ",
         expected_text(setting), " (", setting.help, "); set it there or with --set ", setting.name,
         "=VALUE");
  }
}

const Value& Config::value(const std::string& key, Kind kind) const {
  const Parameter* setting = find_setting(schema_, key);
  CERTUS_CHECK(setting != nullptr);
  CERTUS_CHECK(setting->kind == kind || (is_text(kind) && is_text(setting->kind)));
  return values_.at(key);
}

std::int64_t Config::integer(const std::string& key) const {
  return std::get<std::int64_t>(value(key, Kind::kInteger));
}

double Config::real(const std::string& key) const {
  return std::get<double>(value(key, Kind::kReal));
}

std::string Config::plain_text(const std::string& key) const {
  CERTUS_CHECK(values_.contains(key));
  const Value& value = values_.at(key);
  const auto* text = std::get_if<std::string>(&value);
  return text ? *text : toml_text(value);
}

std::string Config::to_toml(const std::vector<std::string>& without) const {
  const auto is_left_out = [&](const Parameter& setting) {
    return std::ranges::find(without, setting.name) != without.end();
  };
  // Tables come in the order in which the schema first names them. Keys without a table have to come first.
  std::vector<std::string> tables{""};
  for (const Parameter& setting : schema_) {
    if (!is_left_out(setting) && std::ranges::find(tables, table_of(setting.name)) == tables.end())
      tables.push_back(table_of(setting.name));
  }
  std::string out;
  for (const std::string& table : tables) {
    if (!table.empty()) out += join_text(out.empty() ? "" : "\n", '[', table, "]\n");
    for (const Parameter& setting : schema_) {
      if (table_of(setting.name) != table || is_left_out(setting)) continue;
      out += join_text("# ", setting.help, '\n', name_within_table(setting.name), " = ",
                       toml_text(values_.at(setting.name)), '\n');
    }
  }
  return out;
}

std::vector<std::string> take_texts(ConfigText& text, const std::string& key) {
  const toml::table table = parse(text);
  const auto found = table.find(key);
  if (found == table.end()) return {};
  const toml::node& node = found->second;
  const auto first_line = found->first.source().begin.line;
  std::vector<std::string> taken;
  const auto take = [&](const toml::node& each) {
    if (!each.is_string()) {
      fail(ErrorKind::kConfig, text.name, ':', first_line, ": ", key, " is ", found_text(node),
           ", expected text in quotes or a list of texts in quotes");
    }
    taken.push_back(each.as_string()->get());
  };
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& each : *list) take(each);
  } else {
    take(node);
  }
  std::string rest;
  toml::source_index line = 1;
  for (const char c : text.content) {
    const bool is_taken = line >= first_line && line <= node.source().end.line;
    if (!is_taken || c == '\n') rest += c;
    if (c == '\n') ++line;
  }
  text.content = std::move(rest);
  return taken;
}

std::map<std::string, std::string> plain_values(const ConfigText& text) {
  std::map<std::string, std::string> values;
  add_plain_values(parse(text), "", values);
  return values;
}

}  // namespace certus
