#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace certus {

/// SHA-256 of a message that comes in pieces (FIPS 180-4). Copies continue independently.
class Sha256 {
 public:
  /// kPortable leaves the SHA instructions of the processor alone; the digest is the same.
  enum class Kernel { kQuickest, kPortable };

  explicit Sha256(Kernel kernel = Kernel::kQuickest) : kernel_(kernel) {}
  Sha256& update(std::string_view bytes);

  /// The digest of everything so far as 64 lower-case hexadecimal digits; more may follow.
  std::string hex() const;

 private:
  Kernel kernel_;
  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> block_{};  ///< the first length_ % 64 bytes are pending
  std::uint64_t length_ = 0;               ///< in bytes
};

/// SHA-256 of a text, and of the content of a file, in hexadecimal. Fails when the file cannot be read.
std::string sha256_hex(std::string_view bytes);
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace certus
