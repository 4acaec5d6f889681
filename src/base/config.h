#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "certus/base/parameters.h"

namespace certus {

/// Where a configuration comes from.
struct ConfigText {
  std::string name;     ///< for messages: "presets/cifar10/gaussian-0.50.toml"
  std::string content;  ///< TOML
};

/// A resolved configuration: every setting of the schema has a value of its kind, within its range.
class Config {
 public:
  /// Later texts override earlier ones, and `overrides` ("noise.sigma=0.5", as given to --set) override all
  /// texts. Values of overrides are TOML, but text and choices need no quotes. A whole number is accepted as
  /// a real number; NaN and infinity are not. Fails, naming text and line, on syntax errors, on values of the
  /// wrong kind or out of range, and on unknown keys (naming the nearest known key). Also fails when a
  /// required setting is absent.
  Config(std::vector<Parameter> schema, const std::vector<ConfigText>& texts,
         const std::vector<std::string>& overrides);

  std::int64_t integer(const std::string& key) const;
  double real(const std::string& key) const;

  /// A struct that describes settings (parameters.h), all of them in the schema, with their values.
  template <class Struct>
  Struct read() const {
    Struct object{};
    Parameters parameters(Parameters::Names::kSettings);
    object.describe(parameters);
    for (const Parameter& each : parameters.descriptions())
      parameters.assign(each.name, value(each.name, each.kind));
    return object;
  }

  const std::vector<Parameter>& schema() const { return schema_; }

  /// The value of a setting of any kind, as TOML writes it, text without quotes.
  std::string plain_text(const std::string& key) const;

  /// A setting that a text or an override gives.
  struct Given {
    std::string key;
    std::string where;     ///< for messages: "mine.toml:3", "--set noise.sigma=0.5"
    std::size_t text = 0;  ///< the index of the text; overrides have the index after the last text
  };
  /// All of them, in the order in which they were read.
  const std::vector<Given>& given() const { return given_; }

  /// The whole configuration as TOML, each setting with its help as a comment; reading it gives the same
  /// configuration.
  /// @param without  keys of settings to leave out
  std::string to_toml(const std::vector<std::string>& without = {}) const;

 private:
  const ParameterValue& value(const std::string& key, Parameter::Kind kind) const;

  std::vector<Parameter> schema_;
  std::map<std::string, ParameterValue> values_;
  std::vector<Given> given_;
};

/// Removes a top-level key, such as `include = "base.toml"` or one with a list of texts, from a configuration
/// and returns what it holds. Its lines become empty, so that later messages still name the right lines. The
/// result is empty when the key is absent. Fails on syntax errors and on values that are not text.
std::vector<std::string> take_texts(ConfigText& text, const std::string& key);

/// Every value of a configuration that has no schema, by its key ("noise.sigma"): numbers as their shortest
/// text, text without quotes, lists as "[ 60, 80 ]". Fails on syntax errors.
std::map<std::string, std::string> plain_values(const ConfigText& text);

}  // namespace certus
