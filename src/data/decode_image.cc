#include "certus/data/decode_image.h"

// jpeglib.h needs stdio and stddef to be included before it.
#include <jerror.h>
#include <jpeglib.h>
#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>

#include "certus/base/error.h"
#include "certus/base/file.h"

namespace certus {
namespace {

constexpr std::size_t kMaxPixels = std::size_t{1}
                                   << 27;  // a picture of 400 MB; larger ones are attacks or mistakes

constexpr std::size_t kMaxScans = 500;
constexpr std::size_t kMaxScannedPixels = std::size_t{1} << 32;

// Both libraries leave their functions by longjmp, which runs no destructors. So everything that they fill
// lives in structs that the callers below own, and the functions with setjmp hold only plain values.

struct JpegReader {
  jpeg_decompress_struct info{};
  jpeg_error_mgr errors{};
  std::jmp_buf leave{};
  char problem[JMSG_LENGTH_MAX]{};
  jpeg_progress_mgr progress{};
  bool too_large = false;
  bool too_many_scans = false;
  std::vector<std::uint8_t> samples;
  std::vector<JSAMPROW> rows;
};

JpegReader& reader_of(j_common_ptr info) {
  return *static_cast<JpegReader*>(info->client_data);
}

[[noreturn]] void leave_jpeg(j_common_ptr info) {
  JpegReader& reader = reader_of(info);
  info->err->format_message(info, reader.problem);
  std::longjmp(reader.leave, 1);  // NOLINT(cert-err52-cpp): the library's error exit
}

void take_jpeg_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  // These warnings mean that pixels were made up; with other warnings (stray bytes between segments)
  // nothing is lost.
  const int code = info->err->msg_code;
  if (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE) leave_jpeg(info);
}

/// Progressive pictures are painted in scans, each over all pixels, and a file of a few bytes per scan may
/// have thousands. Usual ones have about ten.
void stop_at_many_scans(j_common_ptr info) {
  JpegReader& reader = reader_of(info);
  const auto scans = static_cast<std::size_t>(std::max(0, reader.info.input_scan_number));
  const std::size_t pixels = std::size_t{reader.info.image_width} * reader.info.image_height;
  if (scans <= kMaxScans && scans * pixels <= kMaxScannedPixels) return;
  reader.too_many_scans = true;
  std::longjmp(reader.leave, 1);  // NOLINT(cert-err52-cpp): the library's error exit
}

/// Fills reader.samples; returns false with reader.problem set when the file is damaged.
bool run_jpeg(JpegReader& reader, std::string_view bytes) {
  jpeg_decompress_struct& info = reader.info;
  info.err = jpeg_std_error(&reader.errors);
  info.client_data = &reader;
  reader.errors.error_exit = leave_jpeg;
  reader.errors.emit_message = take_jpeg_message;
  if (setjmp(reader.leave) != 0) return false;
  jpeg_create_decompress(&info);
  info.client_data = &reader;
  reader.progress.progress_monitor = stop_at_many_scans;
  info.progress = &reader.progress;
  jpeg_mem_src(&info, reinterpret_cast<const unsigned char*>(bytes.data()),
               static_cast<unsigned long>(bytes.size()));
  jpeg_read_header(&info, TRUE);
  if (std::size_t{info.image_width} * info.image_height > kMaxPixels) {
    reader.too_large = true;
    return false;
  }
  const bool four_inks = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
  info.out_color_space = four_inks ? JCS_CMYK : JCS_RGB;
  jpeg_start_decompress(&info);
  const std::size_t row_bytes =
      std::size_t{info.output_width} * static_cast<std::size_t>(info.output_components);
  reader.samples.resize(row_bytes * info.output_height);
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = reader.samples.data() + row_bytes * info.output_scanline;
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
  return true;
}

/// Converts inks to light, as Pillow does. Adobe's files store the inks inverted.
std::vector<std::uint8_t> rgb_of_inks(const std::vector<std::uint8_t>& inks, bool inverted) {
  std::vector<std::uint8_t> rgb;
  rgb.reserve(inks.size() / 4 * 3);
  for (std::size_t i = 0; i < inks.size(); i += 4) {
    const auto ink = [&](std::size_t c) { return inverted ? 255 - inks[i + c] : int{inks[i + c]}; };
    const int light = 255 - ink(3);
    for (std::size_t c = 0; c < 3; ++c) {
      const int product = ink(c) * light + 128;
      rgb.push_back(static_cast<std::uint8_t>(light - ((product >> 8) + product) / 256));
    }
  }
  return rgb;
}

[[noreturn]] void fail_damaged(const std::filesystem::path& path, const char* format, const char* problem) {
  fail(ErrorKind::kData, path, ": ", std::string_view(format),
       " cannot be decoded: ", std::string_view(problem),
       "; expected a whole picture, this one is truncated or damaged");
}

[[noreturn]] void fail_too_large(const std::filesystem::path& path, std::size_t width, std::size_t height) {
  fail(ErrorKind::kData, path, ": picture of ", width, 'x', height, " pixels, expected at most ", kMaxPixels,
       " pixels");
}

ByteImage decode_jpeg(const std::filesystem::path& path, std::string_view bytes) {
  JpegReader reader;
  const bool whole = run_jpeg(reader, bytes);
  const std::size_t width = reader.info.image_width;
  const std::size_t height = reader.info.image_height;
  const bool four_inks = reader.info.out_color_space == JCS_CMYK;
  const bool inverted = reader.info.saw_Adobe_marker != 0;
  jpeg_destroy_decompress(&reader.info);
  if (reader.too_large) fail_too_large(path, width, height);
  if (reader.too_many_scans) {
    fail(ErrorKind::kData, path, ": a progressive JPEG of ", reader.info.input_scan_number, " scans of ",
         width, 'x', height, " pixels, expected at most ", kMaxScans, " scans and ", kMaxScannedPixels,
         " pixels in all of them; made to take long?");
  }
  if (!whole) fail_damaged(path, "JPEG", reader.problem);
  return {.height = static_cast<std::int64_t>(height),
          .width = static_cast<std::int64_t>(width),
          .rgb = four_inks ? rgb_of_inks(reader.samples, inverted) : std::move(reader.samples)};
}

struct PngReader {
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::string_view rest;
  char problem[256]{};
  bool too_large = false;
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<std::uint8_t> rgb;
  std::vector<png_bytep> rows;
};

[[noreturn]] void leave_png(png_structp png, png_const_charp message) {
  auto* reader = static_cast<PngReader*>(png_get_error_ptr(png));
  std::snprintf(reader->problem, sizeof reader->problem, "%s", message);
  png_longjmp(png, 1);
}

void ignore_png_warning(png_structp, png_const_charp) {}

void read_png_bytes(png_structp png, png_bytep out, std::size_t size) {
  auto* reader = static_cast<PngReader*>(png_get_io_ptr(png));
  if (size > reader->rest.size()) png_error(png, "the file ends too early");
  std::memcpy(out, reader->rest.data(), size);
  reader->rest.remove_prefix(size);
}

bool run_png(PngReader& reader) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_set_read_fn(reader.png, &reader, read_png_bytes);
  png_read_info(reader.png, reader.info);
  reader.width = png_get_image_width(reader.png, reader.info);
  reader.height = png_get_image_height(reader.png, reader.info);
  if (reader.width * reader.height > kMaxPixels) {
    reader.too_large = true;
    return false;
  }
  png_set_expand(reader.png);
  png_set_strip_16(reader.png);
  png_set_gray_to_rgb(reader.png);
  png_set_strip_alpha(reader.png);
  png_set_interlace_handling(reader.png);
  png_read_update_info(reader.png, reader.info);
  if (png_get_rowbytes(reader.png, reader.info) != 3 * reader.width)
    png_error(reader.png, "unexpected pixel format");
  reader.rgb.resize(3 * reader.width * reader.height);
  reader.rows.resize(reader.height);
  for (std::size_t y = 0; y < reader.height; ++y) reader.rows[y] = reader.rgb.data() + 3 * reader.width * y;
  png_read_image(reader.png, reader.rows.data());
  png_read_end(reader.png, nullptr);
  return true;
}

ByteImage decode_png(const std::filesystem::path& path, std::string_view bytes) {
  PngReader reader;
  reader.rest = bytes;
  reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, leave_png, ignore_png_warning);
  CERTUS_CHECK(reader.png != nullptr);
  reader.info = png_create_info_struct(reader.png);
  const bool whole = reader.info != nullptr && run_png(reader);
  png_destroy_read_struct(&reader.png, &reader.info, nullptr);
  if (reader.too_large) fail_too_large(path, reader.width, reader.height);
  if (!whole) fail_damaged(path, "PNG", reader.problem);
  return {.height = static_cast<std::int64_t>(reader.height),
          .width = static_cast<std::int64_t>(reader.width),
          .rgb = std::move(reader.rgb)};
}

}  // namespace

ByteImage decode_image(const std::filesystem::path& path, std::string_view bytes) {
  if (bytes.starts_with("\xff\xd8\xff")) return decode_jpeg(path, bytes);
  if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return decode_png(path, bytes);
  fail(ErrorKind::kData, path, ": is neither JPEG nor PNG by its first bytes, expected one of them; ",
       bytes.empty()            ? "the file is empty"
       : bytes.starts_with('<') ? "it begins with '<', an HTML page saved under this name?"
                                : "another kind of file under this name?");
}

ByteImage decode_image(const std::filesystem::path& path) {
  return decode_image(path, read_file(path, kMaxPictureBytes));
}

}  // namespace certus
