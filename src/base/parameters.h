#pragma once

#include <concepts>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "certus/base/parameter.h"

namespace certus {

namespace detail {
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
}  // namespace detail

/// Binds the fields of structs to their descriptions. A struct describes itself once:
///
///   struct Search {
///     std::int64_t steps = 10;
///     std::optional<double> width;
///     void describe(Parameters& p) {
///       p.add("steps", steps, "steps of the search").in(1, 1000);
///       p.add("width", width, "largest step").above(0);
///     }
///   };
///
/// The field's type gives the kind, its value gives the default, and an optional field has none. The same
/// description serves as the options --steps and --width of a command and as settings of a TOML file.
class Parameters {
 public:
  /// How users write names: --step-size, or table.step_size.
  enum class Names { kOptions, kSettings };
  explicit Parameters(Names names) : names_(names) {}
  virtual ~Parameters() = default;
  Parameters(const Parameters&) = delete;
  Parameters& operator=(const Parameters&) = delete;

  /// The table of the settings that follow; options have none.
  void table(std::string name) { table_ = std::move(name); }
  /// The heading of the options that follow.
  void group(std::string title) { group_ = std::move(title); }

  /// A field of type bool, int64, int, double, text, path, a list of whole numbers or of texts, or an
  /// optional of these. The field has to stay where it is as long as values are assigned.
  /// @param name  in lower case with underscores: "step_size"
  template <class Field>
  Parameter& add(const std::string& name, Field& field, const std::string& help) {
    return push(name, kind_of<Field>(), help, default_of(field),
                [&field](const ParameterValue& value) { assign_to(field, value); });
  }

  /// A field of an enumeration, or an optional of one, with the names of its values.
  template <class Enum, class Field>
  Parameter& add_choice(const std::string& name, Field& field,
                        std::vector<std::pair<std::string, Enum>> values, const std::string& help) {
    std::string usual;
    std::vector<std::string> names;
    for (const auto& [text, value] : values) {
      names.push_back(text);
      if (field == value) usual = text;
    }
    return push(name, Parameter::Kind::kChoice, help, usual,
                [&field, values](const ParameterValue& given) {
                  for (const auto& [text, value] : values)
                    if (text == std::get<std::string>(given)) field = value;
                })
        .one_of(std::move(names));
  }

  /// A flag that gives the field this value. Several flags may have one field.
  template <class Field>
  Parameter& add_flag(const std::string& name, Field& field, std::type_identity_t<Field> value,
                      const std::string& help) {
    return push(name, Parameter::Kind::kFlag, help, "", [&field, value](const ParameterValue& given) {
      if (std::get<bool>(given)) field = value;
    });
  }

  /// A field that is written as text of a form of its own, such as a range of numbers.
  /// @param read  makes the value of the text and of the parameter's name as users write it; fails, naming
  ///              that, on anything else
  template <class Field>
  Parameter& add_parsed(
      const std::string& name, Field& field,
      std::type_identity_t<std::function<Field(const std::string& text, const std::string& name)>> read,
      const std::string& help) {
    return push(name, Parameter::Kind::kText, help, "",
                [&field, read = std::move(read), full = full_name(name)](const ParameterValue& value) {
                  field = read(std::get<std::string>(value), full);
                });
  }

  /// All descriptions, in the order in which they were added.
  std::vector<Parameter> descriptions() const;

  /// Sets the field of that name ("--steps", "search.steps") to a value of the parameter's kind and within
  /// its range.
  void assign(const std::string& name, const ParameterValue& value) const;

 private:
  using Assign = std::function<void(const ParameterValue&)>;
  struct Bound {
    Parameter about;
    Assign assign;
  };

  template <class Field>
  static constexpr Parameter::Kind kind_of() {
    using Kind = Parameter::Kind;
    if constexpr (detail::IsOptional<Field>::value)
      return kind_of<typename Field::value_type>();
    else if constexpr (std::same_as<Field, bool>)
      return Kind::kFlag;
    else if constexpr (std::integral<Field>)
      return Kind::kInteger;
    else if constexpr (std::floating_point<Field>)
      return Kind::kReal;
    else if constexpr (std::same_as<Field, std::vector<std::int64_t>>)
      return Kind::kIntegers;
    else if constexpr (std::same_as<Field, std::vector<std::string>>)
      return Kind::kTexts;
    else
      return Kind::kText;
  }

  static std::string text_of(bool value);
  static std::string text_of(double value);
  static std::string text_of(std::int64_t value);
  static std::string text_of(const std::string& value) { return value; }
  static std::string text_of(const std::vector<std::int64_t>& value);
  static std::string text_of(const std::vector<std::string>&) { return {}; }

  template <class Field>
  static std::string default_of(const Field& field) {
    if constexpr (detail::IsOptional<Field>::value)
      return field ? default_of(*field) : std::string();
    else if constexpr (std::same_as<Field, std::filesystem::path>)
      return field.string();
    else if constexpr (std::integral<Field> && !std::same_as<Field, bool>)
      return text_of(static_cast<std::int64_t>(field));
    else
      return text_of(field);
  }

  template <class Field>
  static void assign_to(Field& field, const ParameterValue& value) {
    if constexpr (detail::IsOptional<Field>::value)
      assign_to(field.emplace(), value);
    else if constexpr (std::same_as<Field, bool>)
      field = std::get<bool>(value);
    else if constexpr (std::integral<Field>)
      field = static_cast<Field>(std::get<std::int64_t>(value));
    else if constexpr (std::floating_point<Field>)
      field = static_cast<Field>(std::get<double>(value));
    else if constexpr (std::same_as<Field, std::filesystem::path>)
      field = std::get<std::string>(value);
    else
      field = std::get<Field>(value);
  }

  Parameter& push(const std::string& name, Parameter::Kind kind, std::string help, std::string usual,
                  Assign assign);
  std::string full_name(const std::string& name) const;

  Names names_;
  std::string table_;
  std::string group_;
  std::deque<Bound> bound_;  // descriptions are completed after they were added, so they must not move
};

/// The settings that a struct describes.
template <class Struct>
std::vector<Parameter> settings_of() {
  Struct object{};
  Parameters parameters(Parameters::Names::kSettings);
  object.describe(parameters);
  return parameters.descriptions();
}

}  // namespace certus
