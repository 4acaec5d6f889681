#pragma once

#include <string>

#include "certus/cli/command.h"

namespace certus::cli {

/// Descriptions of options in one line each.

inline Option flag_option(std::string name, std::string help) {
  return {.name = std::move(name), .kind = Option::Kind::kFlag, .value_name = {}, .help = std::move(help)};
}

inline Option text_option(std::string name, std::string value, std::string help, std::string usual = {}) {
  return {.name = std::move(name),
          .kind = Option::Kind::kText,
          .value_name = std::move(value),
          .help = std::move(help),
          .default_text = std::move(usual)};
}

/// May be given several times.
inline Option repeated_option(std::string name, std::string value, std::string help) {
  Option option = text_option(std::move(name), std::move(value), std::move(help));
  option.repeatable = true;
  return option;
}

/// --output, also -o.
inline Option output_option(std::string value, std::string help, std::string usual = {}) {
  Option option = text_option("--output", std::move(value), std::move(help), std::move(usual));
  option.short_name = "-o";
  return option;
}

struct Range {
  double low, high;
};

inline Option number_option(Option::Kind kind, std::string name, std::string value, std::string help,
                            std::string usual, Range range) {
  return {.name = std::move(name),
          .kind = kind,
          .value_name = std::move(value),
          .help = std::move(help),
          .default_text = std::move(usual),
          .low = range.low,
          .high = range.high};
}

inline Option choice_option(std::string name, std::string value, std::string help, std::string usual,
                            std::vector<std::string> choices) {
  return {.name = std::move(name),
          .kind = Option::Kind::kChoice,
          .value_name = std::move(value),
          .help = std::move(help),
          .default_text = std::move(usual),
          .choices = std::move(choices)};
}

}  // namespace certus::cli
