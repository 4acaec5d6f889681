#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace certus {

/// Another parameter, and the value that it must have.
struct ParameterCondition {
  std::string name;
  std::string value;  ///< as TOML writes it, text without quotes
};

/// The value of a parameter of any kind.
using ParameterValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>,
                                    std::vector<std::string>>;

/// The one description of something that a user can set: an option of a command or a setting of a TOML file.
/// Readers, messages, help pages and the generated references are all made from it.
struct Parameter {
  enum class Kind { kFlag, kInteger, kReal, kText, kChoice, kIntegers, kTexts };
  std::string name;  ///< as users write it: "--sigma", "noise.sigma"
  Kind kind = Kind::kText;
  std::string help;               ///< what it is, with its unit
  std::string default_text = {};  ///< what holds when it is absent; of a setting: as TOML writes it
  bool required = false;          ///< there is no default
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_excluded = false;   ///< the value must be greater than low
  bool high_excluded = false;  ///< the value must be less than high
  std::vector<std::string> choices = {};
  /// The program looks at this parameter only when all of these hold.
  std::vector<ParameterCondition> read_if = {};

  // How a help page shows an option.
  std::string value_name = {};  ///< what stands for the value: "N"
  std::string short_name = {};  ///< "-o"
  std::string group = {};       ///< heading
  bool is_everyday = true;      ///< --help shows it, not only --help-all

  // These complete a description in the line that adds it (parameters.h).
  Parameter& in(double least, double most);
  Parameter& at_least(double least);
  Parameter& at_most(double most);
  Parameter& above(double bound);
  Parameter& below(double bound);
  Parameter& one_of(std::vector<std::string> names);
  Parameter& shown_as(std::string value);
  Parameter& letter(char c);             ///< 'o': also -o
  Parameter& usually(std::string text);  ///< what holds when it is absent, in words
  Parameter& must_be_given();
  Parameter& only_if(std::string other, std::string value);
  Parameter& rarely();  ///< only --help-all shows it
};

/// What a value has to be, as messages say it: "a number above 0", "one of l2, linf".
std::string expected_text(const Parameter& parameter);

/// Whether a number is finite and within the range.
bool is_in_range(const Parameter& parameter, double value);

}  // namespace certus
