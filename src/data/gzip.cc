#include "certus/data/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "certus/base/error.h"

namespace certus {

// Uses zlib although libarchive, which is linked as well, can read gzip: up to version 3.6.2 at least,
// libarchive skips the checksum and the length at the end of a file, and accepts a file with a changed byte
// or with other data after it.
std::string gunzip(const std::filesystem::path& path, std::string_view packed, std::size_t max_bytes) {
  if (!packed.starts_with("\x1f\x8b")) {
    fail(ErrorKind::kData, path, ": does not begin as gzip files do (1f 8b); ",
         packed.starts_with('<') ? "it begins with '<', an HTML page saved under this name?"
                                 : "expected a gzip file, or the plain file without .gz in its name");
  }
  if (packed.size() > std::numeric_limits<uInt>::max()) {
    fail(ErrorKind::kData, path, ": ", packed.size(), " bytes, expected a gzip file of less than 4 GiB");
  }
  z_stream stream{};
  CERTUS_CHECK(inflateInit2(&stream, 16 + MAX_WBITS) == Z_OK);
  struct End {
    z_stream& stream;
    ~End() { inflateEnd(&stream); }
  } const end{stream};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string content;
  std::string piece(1 << 18, '\0');
  for (;;) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    const int code = inflate(&stream, Z_NO_FLUSH);
    content.append(piece, 0, piece.size() - stream.avail_out);
    if (content.size() > max_bytes) {
      fail(ErrorKind::kData, path, ": unpacks to more than ", max_bytes,
           " bytes; not the file its name says");
    }
    if (code == Z_STREAM_END) {
      if (stream.avail_in == 0) return content;
      if (inflateReset(&stream) != Z_OK) break;  // several gzip files may be joined end to end
    } else if (code == Z_BUF_ERROR && stream.avail_in == 0) {
      fail(ErrorKind::kData, path, ": gzip data ends too early, after ", packed.size(),
           " bytes; truncated download?");
    } else if (code != Z_OK) {
      break;
    }
  }
  fail(ErrorKind::kData, path, ": gzip data is corrupt near byte ", packed.size() - stream.avail_in, " (",
       std::string_view(stream.msg != nullptr ? stream.msg : "unknown reason"),
       "); damaged or incomplete download?");
}

}  // namespace certus
