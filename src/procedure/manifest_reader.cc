#include "certus/procedure/manifest_reader.h"

#include <algorithm>
#include <utility>

#include "certus/base/error.h"
#include "certus/base/number_text.h"

namespace certus {
namespace {

const ManifestField* find_field(const RunManifest& manifest, const std::string& name) {
  const auto found = std::find_if(manifest.fields.begin(), manifest.fields.end(),
                                  [&](const ManifestField& field) { return field.name == name; });
  return found == manifest.fields.end() ? nullptr : &*found;
}

std::string text_of(std::int64_t value) {
  return std::to_string(value);
}
std::string text_of(double value) {
  return round_trip_text(value);
}
std::string text_of(const std::string& value) {
  return '"' + value + '"';
}
std::string text_of(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ", ") + round_trip_text(value);
  return '[' + text + ']';
}

}  // namespace

ManifestReader::ManifestReader(const RunManifest& manifest, std::string file)
    : manifest_(manifest), file_(std::move(file)) {}

template <typename Value>
Value ManifestReader::get(const std::string& name, const char* expected) {
  read_.push_back(name);
  const ManifestField* const field = find_field(manifest_, name);
  if (field != nullptr) {
    if (const auto* const value = std::get_if<Value>(&field->value)) return *value;
  }
  refuse(name, join_text(expected, "; damaged manifest?"));
}

std::int64_t ManifestReader::whole(const std::string& name) {
  return get<std::int64_t>(name, "a whole number");
}

double ManifestReader::number(const std::string& name) {
  const ManifestField* const field = find_field(manifest_, name);
  if (field != nullptr && std::holds_alternative<std::int64_t>(field->value))
    return static_cast<double>(whole(name));  // whole numbers are numbers, too
  return get<double>(name, "a number");
}

std::string ManifestReader::text(const std::string& name) {
  return get<std::string>(name, "a text");
}

std::vector<double> ManifestReader::numbers(const std::string& name) {
  return get<std::vector<double>>(name, "a list of numbers");
}

std::int64_t ManifestReader::whole_or(const std::string& name, std::int64_t missing) {
  return find_field(manifest_, name) == nullptr ? missing : whole(name);
}

double ManifestReader::number_or(const std::string& name, double missing) {
  return find_field(manifest_, name) == nullptr ? missing : number(name);
}

std::string ManifestReader::text_or(const std::string& name, const std::string& missing) {
  return find_field(manifest_, name) == nullptr ? missing : text(name);
}

std::vector<double> ManifestReader::numbers_or(const std::string& name, const std::vector<double>& missing) {
  return find_field(manifest_, name) == nullptr ? missing : numbers(name);
}

void ManifestReader::refuse(const std::string& name, const std::string& expected) const {
  const ManifestField* const field = find_field(manifest_, name);
  const std::string found = field == nullptr
                                ? "missing"
                                : std::visit([](const auto& value) { return text_of(value); }, field->value);
  fail(ErrorKind::kData, file_, ": field '", name, "' is ", found, ", expected ", expected);
}

void ManifestReader::finish() const {
  for (const ManifestField& field : manifest_.fields) {
    if (std::find(read_.begin(), read_.end(), field.name) != read_.end()) continue;
    fail(ErrorKind::kData, file_, ": field '", field.name, "' does not belong to procedure '",
         manifest_.procedure, "', expected only fields that it has; another run's manifest?");
  }
}

}  // namespace certus
