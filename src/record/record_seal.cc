#include "certus/record/record_seal.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/sha256.h"
#include "certus/record/manifest_json.h"
#include "certus/record/run_manifest.h"

namespace certus {
namespace {

using Json = nlohmann::ordered_json;

Json without_seal(Json json) {
  for (const char* name : kSealFields) json.erase(name);
  return json;
}

/// Of all fields but the seal itself, in their order. White space does not count.
std::string sha256_of_fields(const Json& json) {
  return sha256_hex(text_of_manifest_json(without_seal(json)));
}

/// The manifest of a record that was opened for writing, without its seal.
Json unsealed_manifest(const std::filesystem::path& record) {
  const std::optional<Json> json = read_manifest_json(record);
  if (!json)
    fail(ErrorKind::kFile, manifest_path(record),
         ": is gone, or is not the manifest it was; removed during the run?");
  return without_seal(*json);
}

std::string sealed_text(Json unsealed, const std::string& sha256_of_rows) {
  const std::string fields = sha256_of_fields(unsealed);
  unsealed[kRowsSha256] = sha256_of_rows;
  unsealed[kFieldsSha256] = fields;
  return text_of_manifest_json(unsealed);
}

}  // namespace

void seal_record(const std::filesystem::path& record) {
  write_file(manifest_path(record), sealed_text(unsealed_manifest(record), sha256_of_file(record)),
             Overwrite::kAllow);
}

std::string sealed_manifest_text(const RunManifest& manifest, std::string_view record) {
  return sealed_text(Json::parse(manifest_text(manifest)), sha256_hex(record));
}

void unseal_record(const std::filesystem::path& record) {
  write_file(manifest_path(record), text_of_manifest_json(unsealed_manifest(record)), Overwrite::kAllow);
}

SealState seal_state(const std::filesystem::path& record) {
  const std::optional<Json> json = read_manifest_json(record);
  if (!json) return SealState::kNone;
  const auto rows = json->find(kRowsSha256), fields = json->find(kFieldsSha256);
  if (rows == json->end() && fields == json->end()) return SealState::kNone;
  if (rows == json->end() || fields == json->end() || *fields != sha256_of_fields(*json))
    return SealState::kFieldsChanged;
  return *rows == sha256_of_file(record) ? SealState::kFits : SealState::kRowsChanged;
}

std::string broken_seal_text(const std::filesystem::path& record, SealState state) {
  const bool rows = state == SealState::kRowsChanged;
  return join_text(rows ? record : manifest_path(record),
                   ": was changed after its run ended: ", rows ? "its rows are" : "its fields are",
                   " not those of field '", rows ? kRowsSha256 : kFieldsSha256,
                   "' in the manifest; damaged or edited? Without the fields '", kRowsSha256, "' and '",
                   kFieldsSha256, "' it is read as an unfinished record");
}

void check_seal(const std::filesystem::path& record) {
  const SealState state = seal_state(record);
  if (state == SealState::kRowsChanged || state == SealState::kFieldsChanged)
    fail(ErrorKind::kData, broken_seal_text(record, state));
}

}  // namespace certus
