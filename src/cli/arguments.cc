#include "certus/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/base/nearest_name.h"
#include "certus/base/number_text.h"

namespace certus::cli {
namespace {

[[noreturn]] void fail_unknown(const Command& command, const std::string& word) {
  const auto distance = [&](const Option& option) { return edit_distance(option.name, word); };
  const auto nearest = std::min_element(command.options.begin(), command.options.end(),
                                        [&](auto& a, auto& b) { return distance(a) < distance(b); });
  const std::string hint = nearest != command.options.end() && distance(*nearest) <= 3
                               ? join_text("; did you mean ", nearest->name, '?')
                               : join_text("; certus ", command.name, " --help lists them");
  fail(ErrorKind::kConfig, command.name, ": unknown option ", word, hint);
}

double checked_number(const Option& option, const std::string& text) {
  const auto value = parse_double(text);
  const bool whole = option.kind == Option::Kind::kInteger;
  // 1e5 is how people write 100000; a whole number may come so.
  const bool right = value && std::isfinite(*value) && *value >= option.low && *value <= option.high &&
                     (!whole || *value == std::floor(*value));
  if (!right) {
    fail(ErrorKind::kConfig, option.name, " is '", text, "', expected a ", whole ? "whole number" : "number",
         " in [", option.low, ", ", option.high, ']');
  }
  return *value;
}

void check_value(const Option& option, const std::string& text) {
  if (option.kind == Option::Kind::kInteger || option.kind == Option::Kind::kReal)
    checked_number(option, text);
  if (option.kind == Option::Kind::kChoice &&
      std::find(option.choices.begin(), option.choices.end(), text) == option.choices.end()) {
    std::string choices;
    for (const auto& choice : option.choices) choices += (choices.empty() ? "" : ", ") + choice;
    fail(ErrorKind::kConfig, option.name, " is '", text, "', expected one of ", choices,
         did_you_mean(text, option.choices));
  }
}

}  // namespace

void fail_unknown_word(const std::string& command, const std::string& what, const std::string& word,
                       const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  fail(ErrorKind::kConfig, command, command.empty() ? "" : ": ", "unknown ", what, " '", word,
       "', expected one of ", list, did_you_mean(word, names));
}

Arguments::Arguments(const Command& command, const std::vector<std::string>& words) : command_(command) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::map<std::string, std::string> texts;
  std::map<std::string, bool> flags;
  std::map<std::string, CLI::Option*> parsed;
  for (const Option& option : command.options) {
    const std::string names = option.short_name.empty() ? option.name : option.short_name + "," + option.name;
    parsed[option.name] = option.kind == Option::Kind::kFlag ? app.add_flag(names, flags[option.name])
                          : option.repeatable
                              ? app.add_option(names, repeated_[option.name])->allow_extra_args(false)
                              : app.add_option(names, texts[option.name]);
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes them last first
  } catch (const CLI::ParseError& error) {
    for (const Option& option : command.options) {
      const auto is_it = [&](const std::string& word) {
        return word == option.name || (!option.short_name.empty() && word == option.short_name);
      };
      const auto times = std::count_if(words.begin(), words.end(), is_it);
      if (times > 1 && !option.repeatable)
        fail(ErrorKind::kConfig, option.name, " is given ", times, " times, expected once");
      if (!words.empty() && is_it(words.back()) && option.kind != Option::Kind::kFlag) {
        fail(ErrorKind::kConfig, option.name, " lacks its value ", option.value_name);
      }
    }
    fail(ErrorKind::kConfig, command.name, ": ", std::string_view(error.what()));
  }
  for (const std::string& word : app.remaining()) {
    if (word.size() > 1 && word[0] == '-') fail_unknown(command, word);
    positionals_.push_back(word);
  }
  const Positional& wanted = command.positional;
  if (positionals_.size() > wanted.most) {
    fail(ErrorKind::kConfig, command.name, ": '", positionals_[wanted.most], "' is one argument too many");
  }
  if (positionals_.size() < wanted.least) {
    fail(ErrorKind::kConfig, command.name, ": ", wanted.name,
         wanted.least > 1 ? join_text(" is missing: at least ", wanted.least, " are needed") : " is missing",
         "; certus ", command.name, " --help shows examples");
  }
  for (const Option& option : command.options) {
    if (parsed[option.name]->count() == 0 || option.repeatable) continue;
    if (option.kind != Option::Kind::kFlag) check_value(option, texts[option.name]);
    values_[option.name] = option.kind == Option::Kind::kFlag ? "true" : texts[option.name];
  }
}

const Option& Arguments::option(const std::string& name) const {
  const auto found =
      std::find_if(command_.options.begin(), command_.options.end(), [&](auto& o) { return o.name == name; });
  CERTUS_CHECK(found != command_.options.end());
  return *found;
}

std::optional<std::string> Arguments::text(const std::string& name) const {
  CERTUS_CHECK(!option(name).name.empty());
  const auto found = values_.find(name);
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> Arguments::texts(const std::string& name) const {
  CERTUS_CHECK(option(name).repeatable);
  return repeated_.at(name);
}

bool Arguments::flag(const std::string& name) const {
  return text(name).has_value();
}

std::optional<double> Arguments::real(const std::string& name) const {
  const auto given = text(name);
  return given ? std::optional(checked_number(option(name), *given)) : std::nullopt;
}

std::optional<std::int64_t> Arguments::integer(const std::string& name) const {
  const auto given = real(name);
  return given ? std::optional(static_cast<std::int64_t>(*given)) : std::nullopt;
}

std::string Arguments::given_or_default(const std::string& name) const {
  std::string value = text(name).value_or(option(name).default_text);
  if (value.empty()) fail(ErrorKind::kConfig, command_.name, ": ", name, " is missing; ", option(name).help);
  return value;
}

std::int64_t Arguments::integer_or_default(const std::string& name) const {
  return static_cast<std::int64_t>(checked_number(option(name), given_or_default(name)));
}

double Arguments::real_or_default(const std::string& name) const {
  return checked_number(option(name), given_or_default(name));
}

std::string Arguments::text_or_default(const std::string& name) const {
  return given_or_default(name);
}

}  // namespace certus::cli
