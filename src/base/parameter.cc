#include "certus/base/parameter.h"

#include <cmath>

#include "certus/base/error.h"

namespace certus {
namespace {

using Kind = Parameter::Kind;

/// " above 0", " in [0, 1)"; empty without bounds.
std::string range_text(const Parameter& parameter) {
  const bool has_low = std::isfinite(parameter.low);
  const bool has_high = std::isfinite(parameter.high);
  const auto bound = [&](double value) {  // a bound of one million is written 1000000, not 1e+06
    return parameter.kind == Kind::kReal ? join_text(value) : join_text(static_cast<std::int64_t>(value));
  };
  if (has_low && has_high) {
    return join_text(" in ", parameter.low_excluded ? '(' : '[', bound(parameter.low), ", ",
                     bound(parameter.high), parameter.high_excluded ? ')' : ']');
  }
  if (has_low) return (parameter.low_excluded ? " above " : " of at least ") + bound(parameter.low);
  if (has_high) return (parameter.high_excluded ? " below " : " of at most ") + bound(parameter.high);
  return "";
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

}  // namespace

Parameter& Parameter::in(double least, double most) {
  return at_least(least).at_most(most);
}

Parameter& Parameter::at_least(double least) {
  low = least;
  low_excluded = false;
  return *this;
}

Parameter& Parameter::at_most(double most) {
  high = most;
  high_excluded = false;
  return *this;
}

Parameter& Parameter::above(double bound) {
  low = bound;
  low_excluded = true;
  return *this;
}

Parameter& Parameter::below(double bound) {
  high = bound;
  high_excluded = true;
  return *this;
}

Parameter& Parameter::one_of(std::vector<std::string> names) {
  CERTUS_CHECK(kind == Kind::kText || kind == Kind::kChoice);
  kind = Kind::kChoice;
  choices = std::move(names);
  return *this;
}

Parameter& Parameter::shown_as(std::string value) {
  value_name = std::move(value);
  return *this;
}

Parameter& Parameter::letter(char c) {
  short_name = {'-', c};
  return *this;
}

Parameter& Parameter::usually(std::string text) {
  default_text = std::move(text);
  return *this;
}

Parameter& Parameter::must_be_given() {
  required = true;
  default_text.clear();
  return *this;
}

Parameter& Parameter::only_if(std::string other, std::string value) {
  read_if.push_back({std::move(other), std::move(value)});
  return *this;
}

Parameter& Parameter::rarely() {
  is_everyday = false;
  return *this;
}

std::string expected_text(const Parameter& parameter) {
  switch (parameter.kind) {
    case Kind::kFlag:
      return "true or false";
    case Kind::kInteger:
      return "a whole number" + range_text(parameter);
    case Kind::kReal:
      return range_text(parameter).empty() ? "a finite number" : "a number" + range_text(parameter);
    case Kind::kText:
      return "text in quotes";
    case Kind::kChoice:
      return "one of " + joined(parameter.choices);
    case Kind::kIntegers:
      return "a list of whole numbers" +
             (range_text(parameter).empty() ? "" : ", each" + range_text(parameter));
    case Kind::kTexts:
      return "a list of texts in quotes";
  }
  return "";
}

bool is_in_range(const Parameter& parameter, double value) {
  return std::isfinite(value) && (parameter.low_excluded ? value > parameter.low : value >= parameter.low) &&
         (parameter.high_excluded ? value < parameter.high : value <= parameter.high);
}

}  // namespace certus
