#include "certus/data/loaded_file.h"

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/sha256.h"
#include "certus/data/gzip.h"

namespace certus {

std::filesystem::path plain_or_gz(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::filesystem::path packed = path.string() + ".gz";
  return !std::filesystem::exists(path, ignored) && std::filesystem::exists(packed, ignored) ? packed : path;
}

LoadedFile load_file(const std::filesystem::path& path) {
  LoadedFile file{.path = plain_or_gz(path), .content = {}, .sha256 = {}};
  file.content = read_file(file.path, kMaxLoadedBytes);
  if (file.path != path) file.content = gunzip(file.path, file.content, kMaxLoadedBytes);
  file.sha256 = sha256_hex(file.content);
  return file;
}

std::string likely_cause(const std::string& content) {
  if (content.empty()) return "the file is empty";
  if (content.starts_with('<')) return "it begins with '<', an HTML page saved under this name?";
  return "truncated, or another file under this name?";
}

}  // namespace certus
