#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace certus {

/// What gzip packed. Fails, naming `path`, when the bytes are damaged, cut short, no gzip at all, or hold
/// more than `max_bytes`.
std::string gunzip(const std::filesystem::path& path, std::string_view packed, std::size_t max_bytes);

}  // namespace certus
