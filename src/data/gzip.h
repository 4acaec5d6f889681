#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace certus {

/// What gzip packed; files joined end to end give their contents in a row. The checksum and the length that
/// gzip stores are verified. Fails, naming `path`, when the bytes are damaged, cut short, followed by
/// anything else or not gzip at all, or when they hold more than `max_bytes`.
std::string gunzip(const std::filesystem::path& path, std::string_view packed, std::size_t max_bytes);

}  // namespace certus
