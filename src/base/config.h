#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace certus {

/// One description of a setting: it makes the reader, its messages and the generated reference.
struct Setting {
  enum class Kind { kFlag, kInteger, kReal, kText, kChoice, kIntegers };
  std::string key;  ///< table and name: "noise.sigma"
  Kind kind = Kind::kText;
  std::string help;               ///< what it is, with its unit
  std::string default_text = {};  ///< as TOML writes it, text without quotes
  bool required = false;          ///< there is no default
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_excluded = false;   ///< the value must be greater than low
  bool high_excluded = false;  ///< the value must be less than high
  std::vector<std::string> choices = {};
};

/// What a value of the setting has to be, as messages say it: "a number above 0", "one of l2, linf".
std::string expected_text(const Setting& setting);

/// Where a configuration comes from.
struct ConfigText {
  std::string name;     ///< for messages: "presets/cifar10/gaussian-0.50.toml"
  std::string content;  ///< TOML
};

/// A resolved configuration: every setting of the schema has a value of its kind, within its range.
class Config {
 public:
  /// Later texts override earlier ones; `overrides` ("noise.sigma=0.5", as --set has them) override all.
  /// Values of overrides are TOML, but text and choices need no quotes. A whole number is a real, too; NaN
  /// and infinity are not. Fails, naming text and line, on syntax errors, wrong kinds and ranges, and on
  /// unknown keys with the nearest known one; fails, too, when a required setting is absent.
  Config(std::vector<Setting> schema, const std::vector<ConfigText>& texts,
         const std::vector<std::string>& overrides);

  bool flag(const std::string& key) const;
  std::int64_t integer(const std::string& key) const;
  double real(const std::string& key) const;
  const std::string& text(const std::string& key) const;  ///< of kText and kChoice
  const std::vector<std::int64_t>& integers(const std::string& key) const;

  const std::vector<Setting>& schema() const { return schema_; }

  /// The whole configuration as TOML, each setting with its help as a comment; reading it gives the same
  /// configuration.
  std::string to_toml() const;

 private:
  using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>>;
  const Value& value(const std::string& key, Setting::Kind kind) const;

  std::vector<Setting> schema_;
  std::map<std::string, Value> values_;
};

/// Takes what a key of the top level holds, such as `include = "base.toml"` or a list of texts, out of a
/// configuration: its lines become empty, so that later messages still name the right ones. Empty when the
/// key is absent; fails on syntax errors and on values that are no text.
std::vector<std::string> take_texts(ConfigText& text, const std::string& key);

/// Every value of a configuration without a schema, by its key ("noise.sigma"): numbers in their shortest
/// text, text without quotes, lists as "[ 60, 80 ]". Fails on syntax errors.
std::map<std::string, std::string> plain_values(const ConfigText& text);

}  // namespace certus
