#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;  // OpenSSL's EVP_MD_CTX

namespace certus {

/// SHA-256 of a message that arrives in pieces (FIPS 180-4), computed by OpenSSL. Copies continue
/// independently of each other.
class Sha256 {
 public:
  Sha256();
  Sha256(const Sha256& other);
  Sha256& operator=(const Sha256& other);
  ~Sha256() = default;

  Sha256& update(std::string_view bytes);

  /// The digest of everything so far, as 64 lower-case hexadecimal digits. More pieces may follow.
  std::string hex() const;

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

/// SHA-256 of a text, and of the content of a file, in hexadecimal. Fails when the file cannot be read.
std::string sha256_hex(std::string_view bytes);
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace certus
