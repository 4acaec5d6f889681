#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace certus {

/// Unpacks gzip data; files joined end to end give their contents one after the other. The checksum and the
/// length that gzip stores are verified. Fails, naming `path`, when the bytes are damaged, cut short,
/// followed by anything else or not gzip at all, or when they unpack to more than `max_bytes`.
std::string gunzip(const std::filesystem::path& path, std::string_view packed, std::size_t max_bytes);

}  // namespace certus
