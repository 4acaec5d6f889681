#include "certus/record/run_manifest.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "certus/base/build_info.h"
#include "certus/base/error.h"
#include "certus/base/nesting.h"
#include "certus/base/whole_number.h"
#include "certus/record/manifest_json.h"

namespace certus {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kFormat = "certus-record";
constexpr int kVersion = 1;
constexpr std::size_t kMaxBytes = 16 << 20;
constexpr std::int64_t kMostSelectionVotes = 1'000'000'000;
constexpr std::int64_t kMostImages = 1'000'000'000'000;
constexpr std::int64_t kMostClasses = 1'000'001;  // numbered from 0 to 1,000,000

/// The fields of every manifest: writing, reading and comparing all use this list.
template <typename Manifest, typename Visit>
void each_field(Manifest& manifest, Visit visit) {
  visit("sigma", manifest.budget.sigma);
  visit("n0", manifest.n0);
  visit("n", manifest.budget.n);
  visit("alpha", manifest.budget.alpha);
  visit("seed", manifest.seed);
  visit("selection", manifest.selection);
  visit("images", manifest.images);
  visit("classes", manifest.classes);
  visit("model", manifest.model);
  visit("data", manifest.data);
  visit("preprocessing", manifest.preprocessing);
  visit("engine", manifest.engine);
  visit("precision", manifest.precision);
  visit("noise", manifest.noise);
  visit("noise_check", manifest.noise_check);
  visit("certus", manifest.certus);
}

template <typename Value>
bool has_type(const Json& json) {
  if constexpr (std::is_same_v<Value, std::string>) return json.is_string();
  if constexpr (std::is_floating_point_v<Value>) return json.is_number();
  return std::is_unsigned_v<Value> ? json.is_number_unsigned() : whole_number(json).has_value();
}

template <typename Value>
constexpr const char* kTypeName = std::is_same_v<Value, std::string> ? "a text"
                                  : std::is_floating_point_v<Value>  ? "a number"
                                                                     : "a whole number";

/// Fields that manifests of version 1 did not have from the start.
bool is_newer(std::string_view name) {
  return name == "selection" || name == "images" || name == "classes" || name == "noise" ||
         name == "noise_check";
}

Json to_json(const RunManifest& manifest) {
  Json json{{"format", kFormat}, {"version", kVersion}};
  json["procedure"] = manifest.procedure;
  each_field(manifest, [&](const char* name, const auto& value) { json[name] = value; });
  for (const ManifestField& field : manifest.fields)
    std::visit([&](const auto& value) { json[field.name] = value; }, field.value);
  return json;
}

/// A field of any procedure.
ManifestField procedure_field(const std::filesystem::path& path, const std::string& name, const Json& json) {
  const bool is_list =
      json.is_array() && std::all_of(json.begin(), json.end(), [](const Json& e) { return e.is_number(); });
  if (json.is_string()) return {name, json.get<std::string>()};
  if (const auto whole = whole_number(json)) return {name, *whole};
  if (json.is_number()) return {name, json.get<double>()};
  if (is_list) return {name, json.get<std::vector<double>>()};
  fail(ErrorKind::kData, path, ": field '", name, "' is ", json.dump(),
       ", expected a number, a text or a list of numbers; damaged manifest?");
}

}  // namespace

std::string certus_version() {
  const BuildInfo info = build_info();
  return info.commit.empty() ? std::string(info.version) : join_text(info.version, " (", info.commit, ')');
}

std::filesystem::path manifest_path(const std::filesystem::path& record) {
  // with_extension would remove the ".25" of noise_0.25, a name without extension.
  return record.extension() == ".tsv" ? std::filesystem::path(record).replace_extension(".json")
                                      : std::filesystem::path(record.string() + ".json");
}

std::string manifest_text(const RunManifest& manifest) {
  return text_of_manifest_json(to_json(manifest));
}

void write_manifest(const std::filesystem::path& record, const RunManifest& manifest, Overwrite overwrite) {
  write_file(manifest_path(record), manifest_text(manifest), overwrite);
}

std::string text_of_manifest_json(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<Json> read_manifest_json(const std::filesystem::path& record) {
  const auto path = manifest_path(record);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  Json json = Json::parse(read_json_text(path, kMaxBytes), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("format") || json["format"] != kFormat) return std::nullopt;
  return json;
}

std::optional<RunManifest> read_manifest(const std::filesystem::path& record) {
  const auto path = manifest_path(record);
  const std::optional<Json> found_json = read_manifest_json(record);
  if (!found_json) return std::nullopt;
  const Json& json = *found_json;
  if (!json.contains("version") || json["version"] != kVersion) {
    fail(ErrorKind::kData, path, ": field 'version' is not ", kVersion, "; written by a newer certus?");
  }
  RunManifest manifest;
  if (json.contains("procedure")) {  // records written before there were several procedures lack it
    if (!json["procedure"].is_string()) {
      fail(ErrorKind::kData, path, ": field 'procedure' is ", json["procedure"].dump(),
           ", expected the name of a procedure");
    }
    manifest.procedure = json["procedure"].get<std::string>();
  }
  std::set<std::string> common{"format", "version", "procedure", kRowsSha256, kFieldsSha256};
  each_field(manifest, [&](const char* name, auto& value) {
    using Value = std::remove_reference_t<decltype(value)>;
    common.insert(name);
    const auto found = json.find(name);
    if (found == json.end() && is_newer(name)) return;
    if (found == json.end() || !has_type<Value>(*found)) {
      fail(ErrorKind::kData, path, ": field '", name, "' is ",
           found == json.end() ? "missing" : found->dump(), ", expected ", kTypeName<Value>,
           "; damaged manifest?");
    }
    value = found->template get<Value>();
  });
  const auto check_range = [&](const char* name, std::int64_t value, std::int64_t most) {
    if (value >= 0 && value <= most) return;
    fail(ErrorKind::kData, path, ": field '", name, "' is ", value, ", expected a whole number from 0 to ",
         most, "; damaged manifest?");
  };
  constexpr double kLeastSigma = 1e-6, kMostSigma = 1e6;  // as the options have it
  if (!(manifest.budget.sigma >= kLeastSigma && manifest.budget.sigma <= kMostSigma)) {
    fail(ErrorKind::kData, path, ": field 'sigma' is ", manifest.budget.sigma, ", expected a number from ",
         kLeastSigma, " to ", kMostSigma, "; damaged manifest?");
  }
  check_range("n0", manifest.n0, kMostSelectionVotes);
  check_range("images", manifest.images, kMostImages);
  check_range("classes", manifest.classes, kMostClasses);
  for (const auto& [name, value] : json.items()) {
    if (!common.contains(name)) manifest.fields.push_back(procedure_field(path, name, value));
  }
  try {
    check_budget(manifest.budget);
  } catch (const Error& error) {
    fail(ErrorKind::kData, path, ": ", std::string_view(error.what()));
  }
  return manifest;
}

std::optional<ManifestDifference> manifest_difference(const RunManifest& first, const RunManifest& second) {
  const Json a = to_json(first);
  const Json b = to_json(second);
  const auto text = [](const Json& json, const std::string& name) {
    return json.contains(name) ? json[name].dump() : std::string("missing");
  };
  for (const Json* json : {&a, &b}) {  // each may have fields that the other lacks
    for (const auto& [name, value] : json->items()) {
      if (name != "noise_check" && text(a, name) != text(b, name))
        return ManifestDifference{name, text(a, name), text(b, name)};
    }
  }
  return std::nullopt;
}

void check_same_manifest(const std::filesystem::path& record, const RunManifest& found,
                         const RunManifest& expected) {
  if (const auto differs = manifest_difference(found, expected)) {
    fail(ErrorKind::kConfig, manifest_path(record), ": field '", differs->field, "' is ", differs->first,
         " in the run to be resumed and ", differs->second,
         " now; resume with the old value or write to another file");
  }
}

}  // namespace certus
