#include "certus/base/parameters.h"

#include <algorithm>

#include "certus/base/error.h"

namespace certus {

std::string Parameters::text_of(bool value) {
  return value ? "true" : "false";
}

std::string Parameters::text_of(double value) {
  return round_trip_text(value);
}

std::string Parameters::text_of(std::int64_t value) {
  return std::to_string(value);
}

std::string Parameters::text_of(const std::vector<std::int64_t>& value) {
  std::string out;
  for (const std::int64_t each : value) out += join_text(out.empty() ? "" : ", ", each);
  return join_text('[', out, ']');
}

std::string Parameters::full_name(const std::string& name) const {
  if (names_ == Names::kSettings) return table_.empty() ? name : join_text(table_, '.', name);
  std::string option = "--" + name;
  std::ranges::replace(option, '_', '-');
  return option;
}

Parameter& Parameters::push(const std::string& name, Parameter::Kind kind, std::string help,
                            std::string usual, Assign assign) {
  const std::string full = full_name(name);
  CERTUS_CHECK(std::ranges::none_of(bound_, [&](const Bound& each) { return each.about.name == full; }));
  const bool is_absent_flag = kind == Parameter::Kind::kFlag && names_ == Names::kOptions;
  bound_.push_back({.about = {.name = full,
                              .kind = kind,
                              .help = std::move(help),
                              .default_text = is_absent_flag ? "" : std::move(usual)},
                    .assign = std::move(assign)});
  bound_.back().about.group = group_;
  return bound_.back().about;
}

std::vector<Parameter> Parameters::descriptions() const {
  std::vector<Parameter> all;
  for (const Bound& each : bound_) all.push_back(each.about);
  return all;
}

void Parameters::assign(const std::string& name, const ParameterValue& value) const {
  const auto found = std::ranges::find_if(bound_, [&](const Bound& each) { return each.about.name == name; });
  CERTUS_CHECK(found != bound_.end());
  found->assign(value);
}

}  // namespace certus
