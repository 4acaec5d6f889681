#pragma once

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace certus {

inline constexpr const char* kRowsSha256 = "rows_sha256";
inline constexpr const char* kFieldsSha256 = "fields_sha256";
inline constexpr std::array kSealFields{kRowsSha256, kFieldsSha256};

/// The manifest beside a record as it stands in its file. Empty when there is no such file or when it is not
/// one of ours.
std::optional<nlohmann::ordered_json> read_manifest_json(const std::filesystem::path& record);

/// The content of a manifest file: JSON, even where a name is not UTF-8.
std::string text_of_manifest_json(const nlohmann::ordered_json& json);

}  // namespace certus
