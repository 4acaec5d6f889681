#include "certus/base/sha256.h"

#include "certus/base/error.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

// Messages of FIPS 180-4's examples (NIST, "Secure Hash Standard", SHA256.pdf and the long message).
TEST(Sha256, AgreesWithTheStandardsExamples) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                       "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(sha256_hex(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotCareHowTheMessageIsCut) {
  std::string message;
  for (int i = 0; i < 500; ++i) message += static_cast<char>(i * 37 % 251);
  const std::string whole = sha256_hex(message);
  for (std::size_t piece = 1; piece <= 130; ++piece) {
    Sha256 hash;
    for (std::size_t at = 0; at < message.size(); at += piece) {
      hash.update(std::string_view(message).substr(at, piece));
    }
    EXPECT_EQ(hash.hex(), whole) << piece;
    EXPECT_EQ(hash.hex(), whole) << "asking twice changes nothing";
  }
}

TEST(Sha256, PadsEveryLengthAroundABlock) {
  // Digest over the digests of 0 to 200 letters; reference: hashlib of Python 3.11.
  Sha256 all;
  for (std::size_t length = 0; length <= 200; ++length) all.update(sha256_hex(std::string(length, 'x')));
  EXPECT_EQ(all.hex(), "75013a3fd49991ead9d8a57ea80485c088443c3406a0e8fa003ed57144041eb4");
}

TEST(Sha256, CopiesContinueIndependently) {
  Sha256 first;
  first.update("ab");
  Sha256 second = first;
  second.update("x");
  EXPECT_EQ(first.update("c").hex(), sha256_hex("abc"));
  EXPECT_EQ(second.hex(), sha256_hex("abx"));
  second = first;
  EXPECT_EQ(second.update("d").hex(), sha256_hex("abcd"));
  EXPECT_EQ(first.hex(), sha256_hex("abc"));
}

TEST(Sha256, ReadsFiles) {
  const test::TempDir dir;
  EXPECT_EQ(sha256_of_file(dir.write("a", std::string(1'000'000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  const auto missing = dir / "missing";
  EXPECT_EQ(test::error_of([&] { sha256_of_file(missing); }),
            missing.string() + ": cannot be opened: No such file or directory");
  EXPECT_EQ(test::error_of([&] { sha256_of_file(dir.path()); }),
            dir.path().string() + ": cannot be read: Is a directory");
}

}  // namespace
}  // namespace certus
