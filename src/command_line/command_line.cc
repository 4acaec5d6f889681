#include "certus/command_line/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/base/nearest_name.h"
#include "certus/base/number_text.h"

namespace certus::cli {
namespace {

using Kind = Parameter::Kind;

/// What CLI11 found for each option, and the words that belong to none.
struct Found {
  std::map<std::string, bool> flags;
  std::map<std::string, std::vector<std::string>> texts;
  std::vector<std::string> rest;
};

[[noreturn]] void fail_unknown_option(const std::string& command, const std::string& word,
                                      const std::vector<Parameter>& options) {
  const auto distance = [&](const Parameter& option) { return edit_distance(option.name, word); };
  const auto nearest = std::ranges::min_element(options, {}, distance);
  fail(ErrorKind::kConfig, command, ": unknown option ", word,
       nearest != options.end() && distance(*nearest) <= 3
           ? join_text("; did you mean ", nearest->name, '?')
           : join_text("; certus ", command, " --help lists them"));
}

/// Why CLI11 gave up, in our words where we know.
[[noreturn]] void fail_parse(const std::string& command, const std::vector<std::string>& line,
                             const std::vector<Parameter>& options, const std::string& why) {
  for (const Parameter& option : options) {
    const auto is_it = [&](const std::string& word) {
      return word == option.name || (!option.short_name.empty() && word == option.short_name);
    };
    const auto times = std::ranges::count_if(line, is_it);
    if (times > 1 && option.kind != Kind::kTexts)
      fail(ErrorKind::kConfig, option.name, " is given ", times, " times, expected once");
    if (!line.empty() && is_it(line.back()) && option.kind != Kind::kFlag)
      fail(ErrorKind::kConfig, option.name, " lacks its value, ",
           option.kind == Kind::kText || option.kind == Kind::kTexts ? option.value_name
                                                                     : expected_text(option));
  }
  fail(ErrorKind::kConfig, command, ": ", why);
}

Found split_line(const std::string& command, const std::vector<std::string>& line,
                 const std::vector<Parameter>& options) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  Found found;
  std::map<std::string, std::string> single;
  std::map<std::string, CLI::Option*> parsed;
  for (const Parameter& option : options) {
    const std::string& name = option.name;
    const std::string names = option.short_name.empty() ? name : option.short_name + "," + name;
    parsed[name] = option.kind == Kind::kFlag ? app.add_flag(names, found.flags[name])
                   : option.kind == Kind::kTexts
                       ? app.add_option(names, found.texts[name])->allow_extra_args(false)
                       : app.add_option(names, single[name]);
  }
  try {
    app.parse(std::vector<std::string>(line.rbegin(), line.rend()));  // CLI11 takes them last first
  } catch (const CLI::ParseError& error) {
    fail_parse(command, line, options, error.what());
  }
  for (const auto& [name, text] : single)
    if (parsed.at(name)->count() > 0) found.texts[name] = {text};
  std::erase_if(found.texts, [&](const auto& each) { return parsed.at(each.first)->count() == 0; });
  found.rest = app.remaining();
  return found;
}

/// The text as a value of the option. A whole number may be written as 1e5.
ParameterValue value_of(const Parameter& option, const std::string& text) {
  switch (option.kind) {
    case Kind::kInteger:
    case Kind::kReal: {
      const auto value = parse_double(text);
      const bool whole = option.kind == Kind::kInteger;
      if (!value || !is_in_range(option, *value) || (whole && *value != std::floor(*value)))
        fail(ErrorKind::kConfig, option.name, " is '", text, "', expected ", expected_text(option));
      if (whole) return static_cast<std::int64_t>(*value);
      return *value;
    }
    case Kind::kChoice:
      if (std::ranges::find(option.choices, text) == option.choices.end()) {
        fail(ErrorKind::kConfig, option.name, " is '", text, "', expected ", expected_text(option),
             did_you_mean(text, option.choices));
      }
      return text;
    default:
      return text;
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

void CommandLine::words(std::string name, std::vector<std::string>& field, std::string help,
                        std::size_t least, std::size_t most) {
  positional_ = {.name = std::move(name), .help = std::move(help), .least = least, .most = most};
  take_words_ = [&field](const std::vector<std::string>& given) { field = given; };
}

void CommandLine::word(std::string name, std::string& field, std::string help) {
  positional_ = {.name = std::move(name), .help = std::move(help), .least = 1, .most = 1};
  take_words_ = [&field](const std::vector<std::string>& given) { field = given.at(0); };
}

void CommandLine::word(std::string name, std::filesystem::path& field, std::string help) {
  positional_ = {.name = std::move(name), .help = std::move(help), .least = 1, .most = 1};
  take_words_ = [&field](const std::vector<std::string>& given) { field = given.at(0); };
}

void CommandLine::word(std::string name, std::optional<std::string>& field, std::string help) {
  positional_ = {.name = std::move(name), .help = std::move(help), .least = 0, .most = 1};
  take_words_ = [&field](const std::vector<std::string>& given) {
    if (!given.empty()) field = given[0];
  };
}

const char* CommandLine::first_of(std::initializer_list<const char*> options) const {
  const auto found = std::ranges::find_if(options, [&](const char* option) { return has(option); });
  return found == options.end() ? nullptr : *found;
}

void CommandLine::take_words(const std::vector<std::string>& words) const {
  if (words.size() > positional_.most)
    fail(ErrorKind::kConfig, command_, ": '", words[positional_.most], "' is one argument too many");
  if (words.size() < positional_.least) {
    fail(ErrorKind::kConfig, command_, ": ", positional_.name,
         positional_.least > 1 ? join_text(" is missing: at least ", positional_.least, " are needed")
                               : " is missing",
         "; certus ", command_, " --help shows examples");
  }
  if (take_words_) take_words_(words);
}

void CommandLine::parse(const std::vector<std::string>& line) {
  const std::vector<Parameter> options = descriptions();
  const Found found = split_line(command_, line, options);
  for (const std::string& word : found.rest)
    if (word.size() > 1 && word[0] == '-') fail_unknown_option(command_, word, options);
  take_words(found.rest);
  for (const Parameter& option : options) {
    const auto given = found.texts.find(option.name);
    const bool is_flag = option.kind == Kind::kFlag;
    if (is_flag ? !found.flags.at(option.name) : given == found.texts.end()) {
      if (option.required)
        fail(ErrorKind::kConfig, command_, ": ", option.name, " is missing; ", option.help);
      continue;
    }
    given_.insert(option.name);
    assign(option.name, is_flag                       ? ParameterValue(true)
                        : option.kind == Kind::kTexts ? ParameterValue(given->second)
                                                      : value_of(option, given->second.at(0)));
  }
}

}  // namespace certus::cli
