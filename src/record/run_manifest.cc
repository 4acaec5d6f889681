#include "certus/record/run_manifest.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "certus/base/build_info.h"
#include "certus/base/error.h"

namespace certus {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kFormat = "certus-record";
constexpr int kVersion = 1;
constexpr std::size_t kMaxBytes = 16 << 20;

/// The one list of fields: writing, reading and comparing all walk it.
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
  if (manifest.procedure == Procedure::kCertifyAt) {
    visit("radii", manifest.radii);
    visit("boundary", manifest.boundary);
    visit("worth", manifest.worth);
  }
  if (manifest.procedure == Procedure::kCertifyTransfer) {
    visit("cheap_engine", manifest.cheap_engine);
    visit("cheap_precision", manifest.cheap_precision);
    visit("paired", manifest.paired);
    visit("alpha_paired", manifest.alpha_paired);
  }
  if (manifest.procedure == Procedure::kCertifyWidth) visit("width", manifest.width);
  if (is_anytime(manifest.procedure)) {
    visit("growth", manifest.growth);
    visit("top_up", manifest.top_up);
  }
}

constexpr std::array<const char*, 7> kProcedures = {
    "certify",       "certify-two-class",  "predict",         "certify-at",
    "certify-width", "certify-randomized", "certify-transfer"};

template <typename Value>
bool has_type(const Json& json) {
  if constexpr (std::is_same_v<Value, std::string>) return json.is_string();
  if constexpr (std::is_same_v<Value, std::vector<double>>) {
    return json.is_array() &&
           std::all_of(json.begin(), json.end(), [](const Json& e) { return e.is_number(); });
  }
  if constexpr (std::is_floating_point_v<Value>) return json.is_number();
  return std::is_unsigned_v<Value> ? json.is_number_unsigned() : json.is_number_integer();
}

template <typename Value>
constexpr const char* kTypeName = std::is_same_v<Value, std::string>           ? "a text"
                                  : std::is_same_v<Value, std::vector<double>> ? "a list of numbers"
                                  : std::is_floating_point_v<Value>            ? "a number"
                                                                               : "a whole number";

/// Fields that manifests of version 1 did not have from the start.
bool is_newer(std::string_view name) {
  return name == "selection" || name == "images" || name == "classes" || name == "noise" ||
         name == "noise_check";
}

Json to_json(const RunManifest& manifest) {
  Json json{{"format", kFormat}, {"version", kVersion}};
  json["procedure"] = kProcedures[static_cast<std::size_t>(manifest.procedure)];
  each_field(manifest, [&](const char* name, const auto& value) { json[name] = value; });
  return json;
}

}  // namespace

std::string certus_version() {
  const BuildInfo info = build_info();
  return info.commit.empty() ? std::string(info.version) : join_text(info.version, " (", info.commit, ')');
}

std::filesystem::path manifest_path(const std::filesystem::path& record) {
  // with_extension would eat the ".25" of an extensionless noise_0.25.
  return record.extension() == ".tsv" ? std::filesystem::path(record).replace_extension(".json")
                                      : std::filesystem::path(record.string() + ".json");
}

std::string manifest_text(const RunManifest& manifest) {
  return to_json(manifest).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_manifest(const std::filesystem::path& record, const RunManifest& manifest, Overwrite overwrite) {
  write_file(manifest_path(record), manifest_text(manifest), overwrite);
}

std::optional<RunManifest> read_manifest(const std::filesystem::path& record) {
  const auto path = manifest_path(record);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  const Json json = Json::parse(read_file(path, kMaxBytes), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("format") || json["format"] != kFormat) return std::nullopt;
  if (!json.contains("version") || json["version"] != kVersion) {
    fail(ErrorKind::kData, path, ": field 'version' is not ", kVersion, "; written by a newer certus?");
  }
  RunManifest manifest;
  if (json.contains("procedure")) {  // records written before there were several lack it
    const auto found = std::find(kProcedures.begin(), kProcedures.end(), json["procedure"]);
    if (found == kProcedures.end()) {
      std::string names;
      for (const char* name : kProcedures) names += join_text(names.empty() ? "\"" : ", \"", name, '"');
      fail(ErrorKind::kData, path, ": field 'procedure' is ", json["procedure"].dump(), ", expected one of ",
           names);
    }
    manifest.procedure = static_cast<Procedure>(found - kProcedures.begin());
  }
  each_field(manifest, [&](const char* name, auto& value) {
    using Value = std::remove_reference_t<decltype(value)>;
    const auto found = json.find(name);
    if (found == json.end() && is_newer(name)) return;
    if (found == json.end() || !has_type<Value>(*found)) {
      fail(ErrorKind::kData, path, ": field '", name, "' is ",
           found == json.end() ? "missing" : found->dump(), ", expected ", kTypeName<Value>,
           "; damaged manifest?");
    }
    value = found->template get<Value>();
  });
  if (manifest.n0 < 0) fail(ErrorKind::kData, path, ": field 'n0' is ", manifest.n0, ", expected 0 or more");
  for (std::size_t i = 0; i < manifest.radii.size(); ++i) {
    if (manifest.radii[i] >= 0.0 && (i == 0 || manifest.radii[i] > manifest.radii[i - 1])) continue;
    fail(ErrorKind::kData, path, ": field 'radii' has ", manifest.radii[i],
         ", expected radii from 0 on, each above the last");
  }
  if (manifest.procedure == Procedure::kCertifyTransfer &&
      !(manifest.alpha_paired > 0.0 && manifest.alpha_paired < manifest.budget.alpha)) {
    fail(ErrorKind::kData, path, ": field 'alpha_paired' is ", manifest.alpha_paired,
         ", expected a part of alpha = ", manifest.budget.alpha);
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
  for (const auto& [name, value] : a.items()) {
    if (name != "noise_check" && b[name] != value)
      return ManifestDifference{name, value.dump(), b[name].dump()};
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
