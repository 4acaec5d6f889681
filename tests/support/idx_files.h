#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>

#include "support/temp_dir.h"

namespace certus::test {

inline std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

/// An idx file of 28x28 images, image i all bytes i; and of labels i mod 10.
inline std::string idx_images(std::uint32_t count) {
  std::string bytes = big_endian(2051) + big_endian(count) + big_endian(28) + big_endian(28);
  for (std::uint32_t i = 0; i < count; ++i) bytes += std::string(784, static_cast<char>(i));
  return bytes;
}
inline std::string idx_labels(std::uint32_t count) {
  std::string bytes = big_endian(2049) + big_endian(count);
  for (std::uint32_t i = 0; i < count; ++i) bytes += static_cast<char>(i % 10);
  return bytes;
}

/// That many images and labels as MNIST's files of a half, "train" or "t10k", below the folder.
inline void write_mnist(const TempDir& folder, const std::string& half, std::uint32_t count) {
  folder.write("mnist/" + half + "-images-idx3-ubyte", idx_images(count));
  folder.write("mnist/" + half + "-labels-idx1-ubyte", idx_labels(count));
}

inline std::string gzipped(std::string plain) {
  z_stream stream{};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, static_cast<uLong>(plain.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(plain.data());
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace certus::test
