#include "certus/model/normalization.h"

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"

namespace certus {
namespace {

struct Named {
  std::string_view name;
  Normalization value;
};

const std::vector<Named>& known() {
  static const std::vector<Named> list{
      {"cifar10", {{0.4914F, 0.4822F, 0.4465F}, {0.2023F, 0.1994F, 0.2010F}}},
      {"cifar100", {{0.5071F, 0.4867F, 0.4408F}, {0.2675F, 0.2565F, 0.2761F}}},
      {"imagenet", {{0.485F, 0.456F, 0.406F}, {0.229F, 0.224F, 0.225F}}},
  };
  return list;
}

[[noreturn]] void unknown(std::string_view text) {
  fail(
      ErrorKind::kConfig, "normalization '", text,
      "' is not known; expected cifar10, cifar100, imagenet, none, or numbers as 0.5,0.5,0.5/0.25,0.25,0.25");
}

std::vector<float> numbers(std::string_view list, std::string_view text) {
  std::vector<float> values;
  for (const std::string_view part : split_text(list, ',')) {
    const auto value = parse_double(part);
    if (!value || !(*value > -1e6 && *value < 1e6)) unknown(text);
    values.push_back(static_cast<float>(*value));
  }
  return values;
}

std::string numbers_text(const std::vector<float>& values) {
  std::string text;
  for (const float value : values) text += (text.empty() ? "" : ",") + round_trip_text(value);
  return text;
}

}  // namespace

std::optional<Normalization> parse_normalization(std::string_view text) {
  if (text == "none") return std::nullopt;
  for (const Named& named : known()) {
    if (named.name == text) return named.value;
  }
  const auto parts = split_text(text, '/');
  if (parts.size() != 2) unknown(text);
  Normalization value{numbers(parts[0], text), numbers(parts[1], text)};
  if (value.mean.size() != value.std.size()) unknown(text);
  for (const float std : value.std) {
    if (!(std > 0.0F)) unknown(text);
  }
  return value;
}

std::string normalization_text(const std::optional<Normalization>& normalization) {
  if (!normalization) return "none";
  for (const Named& named : known()) {
    if (named.value == *normalization) return std::string(named.name);
  }
  return numbers_text(normalization->mean) + '/' + numbers_text(normalization->std);
}

}  // namespace certus
