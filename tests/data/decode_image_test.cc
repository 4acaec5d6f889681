#include "certus/data/decode_image.h"

#include <thread>

#include "certus/base/sha256.h"
#include "support/pictures.h"
#include "support/shared_files.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::encoded_picture;
using test::error_of;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string digest(const ByteImage& picture) {
  return sha256_hex({reinterpret_cast<const char*>(picture.rgb.data()), picture.rgb.size()});
}

// Each scan of a few bytes is painted over the whole picture.
TEST(DecodeImage, RefusesJpegsOfVeryManyScans) {
  std::string jpeg = encoded_picture("jpeg_progressive");
  const std::size_t begin = jpeg.find("\xff\xda");
  std::size_t end = begin + 2;  // the first scan ends before the next marker
  while (jpeg[end] != '\xff' || jpeg[end + 1] == '\0') ++end;
  const std::string scan = jpeg.substr(begin, end - begin);
  for (int i = 0; i < 400; ++i) jpeg.insert(begin, scan);
  EXPECT_NO_THROW(decode_image("a.jpg", jpeg));
  for (int i = 0; i < 200; ++i) jpeg.insert(begin, scan);
  EXPECT_EQ(
      error_of([&] { decode_image("a.jpg", jpeg); }),
      "a.jpg: a progressive JPEG of 501 scans of 19x13 pixels, expected at most 500 scans and 4294967296 "
      "pixels in all of them; made to take long?");
}

TEST(DecodeImage, RefusesTheJpegOfTheReview) {
  CERTUS_NEEDS_SHARED("hostile");
  EXPECT_THAT(error_of([] { decode_image(test::shared_file("hostile") / "prog-scans.jpg"); }),
              HasSubstr("expected at most 500 scans"));
}

TEST(DecodeImage, GivesPillowsBytesForEveryKind) {
  for (const auto& row : test::read_rows(test::golden_file("pillow.json"), "encoded")) {
    const ByteImage picture = decode_image("p", test::bytes_of_hex(row["hex"]));
    EXPECT_EQ(picture.width, row["width"]);
    EXPECT_EQ(picture.height, row["height"]);
    EXPECT_EQ(digest(picture), row["sha256"]) << row["name"];
  }
}

TEST(DecodeImage, RefusesATruncatedFileWhereverItIsCut) {
  ::testing::internal::CaptureStderr();
  for (const char* name : {"jpeg", "jpeg_progressive", "jpeg_grey", "png", "png_palette"}) {
    const std::string whole = encoded_picture(name);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      EXPECT_THROW(decode_image("cut", whole.substr(0, size)), Error)
          << name << ' ' << size << " of " << whole.size();
    }
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(DecodeImage, SaysWhatIsWrong) {
  const std::string jpeg = encoded_picture("jpeg");
  EXPECT_EQ(error_of([&] { decode_image("a.jpg", jpeg.substr(0, jpeg.size() / 2 + 100)); }),
            "a.jpg: JPEG cannot be decoded: Premature end of JPEG file; expected a whole picture, this one "
            "is truncated "
            "or damaged");
  const std::string png = encoded_picture("png");
  EXPECT_EQ(error_of([&] { decode_image("a.png", png.substr(0, png.size() - 5)); }),
            "a.png: PNG cannot be decoded: the file ends too early; expected a whole picture, this one is "
            "truncated or "
            "damaged");
  std::string flipped = png;
  flipped[png.size() / 2] = static_cast<char>(flipped[png.size() / 2] ^ 1);
  EXPECT_THAT(error_of([&] { decode_image("a.png", flipped); }),
              StartsWith("a.png: PNG cannot be decoded: "));
  EXPECT_EQ(error_of([&] { decode_image("a.png", "<!DOCTYPE html>"); }),
            "a.png: is neither JPEG nor PNG by its first bytes, expected one of them; it begins with '<', an "
            "HTML page "
            "saved under this name?");
  EXPECT_EQ(error_of([&] { decode_image("a.png", ""); }),
            "a.png: is neither JPEG nor PNG by its first bytes, expected one of them; the file is empty");
  EXPECT_THAT(error_of([&] { decode_image("a.gif", "GIF89a"); }), HasSubstr("another kind of file"));
}

TEST(DecodeImage, NeverCrashesOnDamagedBytes) {
  for (const char* name : {"jpeg", "jpeg_progressive", "png", "png_palette", "png_alpha"}) {
    const std::string whole = encoded_picture(name);
    for (std::size_t at = 0; at < whole.size(); ++at) {
      for (const unsigned mask : {0x01u, 0x80u, 0xffu}) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ mask);
        try {
          const ByteImage picture = decode_image("damaged", damaged);
          EXPECT_EQ(picture.rgb.size(), static_cast<std::size_t>(3 * picture.width * picture.height));
        } catch (const Error&) {
        }
      }
    }
  }
}

TEST(DecodeImage, RefusesAPictureOfAbsurdSize) {
  std::string png = encoded_picture("jpeg");
  // Height and width stand behind the start-of-frame marker ff c0, its length and the precision.
  const std::size_t frame = png.find("\xff\xc0");
  ASSERT_NE(frame, std::string::npos);
  for (std::size_t i = 5; i < 9; ++i) png[frame + i] = '\x7f';
  EXPECT_EQ(error_of([&] { decode_image("big.jpg", png); }),
            "big.jpg: picture of 32639x32639 pixels, expected at most 134217728 pixels");
}

TEST(DecodeImage, WorksInManyThreads) {
  const std::string jpeg = encoded_picture("jpeg");
  const ByteImage expected = decode_image("p", jpeg);
  std::vector<std::thread> threads;
  std::vector<int> right(4, 0);
  for (std::size_t t = 0; t < right.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        right[t] += decode_image("p", jpeg) == expected ? 1 : 0;
        EXPECT_THROW(decode_image("p", jpeg.substr(0, jpeg.size() - 2)), Error);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, std::vector<int>(4, 50));
}

}  // namespace
}  // namespace certus
