#include "certus/base/sha256.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "certus/base/error.h"
#include "certus/base/uninterrupted.h"

namespace certus {

void Sha256::Free::operator()(evp_md_ctx_st* context) const {
  EVP_MD_CTX_free(context);
}

// OpenSSL refuses these calls only when there is no memory or no SHA-256, and every build of
// OpenSSL has SHA-256.
Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  CERTUS_CHECK(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

Sha256::Sha256(const Sha256& other) : context_(EVP_MD_CTX_new()) {
  CERTUS_CHECK(context_ != nullptr && EVP_MD_CTX_copy_ex(context_.get(), other.context_.get()) == 1);
}

Sha256& Sha256::operator=(const Sha256& other) {
  if (this != &other) CERTUS_CHECK(EVP_MD_CTX_copy_ex(context_.get(), other.context_.get()) == 1);
  return *this;
}

Sha256& Sha256::update(std::string_view bytes) {
  CERTUS_CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
  return *this;
}

std::string Sha256::hex() const {
  const Sha256 last = *this;  // finishing a digest ends it
  std::array<unsigned char, 32> digest{};
  CERTUS_CHECK(EVP_DigestFinal_ex(last.context_.get(), digest.data(), nullptr) == 1);
  std::string text;
  for (const unsigned char byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 0xf];
  }
  return text;
}

std::string sha256_hex(std::string_view bytes) {
  return Sha256().update(bytes).hex();
}

std::string sha256_of_file(const std::filesystem::path& path) {
  const int file = uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
  if (file < 0) fail(ErrorKind::kFile, path, ": cannot be opened: ", std::string_view(std::strerror(errno)));
  Sha256 hash;
  std::vector<char> buffer(1 << 18);
  ssize_t got = 0;
  do {
    got = ::read(file, buffer.data(), buffer.size());
    if (got > 0) hash.update({buffer.data(), static_cast<std::size_t>(got)});
  } while (got > 0 || (got < 0 && errno == EINTR));
  const int error = errno;
  ::close(file);
  if (got < 0) fail(ErrorKind::kFile, path, ": cannot be read: ", std::string_view(std::strerror(error)));
  return hash.hex();
}

}  // namespace certus
