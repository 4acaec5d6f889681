#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "certus/data/byte_image.h"

namespace certus {

/// Larger files are not pictures.
inline constexpr std::size_t kMaxPictureBytes = std::size_t{1} << 28;

/// Decodes a JPEG or PNG, recognised by its content, as Pillow's open().convert("RGB") does: grey becomes
/// three equal channels, alpha is dropped, of 16 bits the high 8 are kept, orientation tags are ignored.
///
/// Unlike viewers, which show as much as they can, it fails when pixels are missing or damaged (truncated
/// file, bad Huffman code, wrong checksum), naming `path`. Thread-safe; nothing is printed.
ByteImage decode_image(const std::filesystem::path& path, std::string_view bytes);

/// Reads and decodes a file of at most 256 MiB.
ByteImage decode_image(const std::filesystem::path& path);

}  // namespace certus
