#include "certus/report/packed_votes.h"

#include "certus/base/error.h"

namespace certus {
namespace {

void append_number(std::string& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(0x80 | (number & 0x7f));
  bytes += static_cast<char>(number);
}

std::string base64_text(const std::string& bytes) {
  constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const auto byte = [&](std::size_t i) {
      return at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U;
    };
    const unsigned three = byte(0) << 16 | byte(1) << 8 | byte(2);
    for (std::size_t digit = 0; digit < 4; ++digit) {
      // Digit d needs byte d - 1 and, except for the last digit, byte d.
      const bool is_padding = digit > 1 && at + digit - 1 >= bytes.size();
      text += is_padding ? '=' : kDigits[three >> (18 - 6 * digit) & 63];
    }
  }
  return text;
}

}  // namespace

std::string packed_votes(std::span<const PaDistribution::Group> groups) {
  std::string bytes;
  std::int64_t before = 0;
  for (const auto& group : groups) {
    CERTUS_CHECK(group.images > 0 && group.votes >= before &&
                 (&group == groups.data() || group.votes > before));
    const bool several = group.images > 1;
    append_number(bytes, 2 * static_cast<std::uint64_t>(group.votes - before) + (several ? 1 : 0));
    if (several) append_number(bytes, static_cast<std::uint64_t>(group.images));
    before = group.votes;
  }
  return base64_text(bytes);
}

}  // namespace certus
