#include "certus/data/archive_members.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>
#include <set>

#include "certus/base/error.h"

namespace certus {
namespace {

std::string reason(archive* reader) {
  const char* text = archive_error_string(reader);
  return text != nullptr ? text : "unknown reason";
}

std::string content_of(archive* reader, const std::filesystem::path& path, const ArchiveMember& member) {
  std::string content;
  std::string piece(1 << 18, '\0');
  for (;;) {
    const la_ssize_t got = archive_read_data(reader, piece.data(), piece.size());
    if (got < 0) {
      fail(ErrorKind::kData, path, ": ", member.name, " cannot be unpacked: ", reason(reader),
           "; damaged or incomplete download?");
    }
    if (got == 0) return content;
    content.append(piece, 0, static_cast<std::size_t>(got));
    if (static_cast<std::int64_t>(content.size()) > member.max_bytes) {
      fail(ErrorKind::kData, path, ": ", member.name, " has more than ", member.max_bytes,
           " bytes; not the archive its name says");
    }
  }
}

}  // namespace

void read_archive_members(const std::filesystem::path& path, const std::vector<ArchiveMember>& wanted,
                          const std::function<void(const std::string&, std::string)>& take) {
  const std::unique_ptr<archive, decltype(&archive_read_free)> reader(archive_read_new(), archive_read_free);
  CERTUS_CHECK(reader != nullptr);
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_format_tar(reader.get());
  if (archive_read_open_filename(reader.get(), path.c_str(), 1 << 16) != ARCHIVE_OK) {
    fail(ErrorKind::kData, path, ": is not a .tar.gz archive: ", reason(reader.get()));
  }
  std::set<std::string> seen;
  archive_entry* entry = nullptr;
  int code = ARCHIVE_OK;
  while ((code = archive_read_next_header(reader.get(), &entry)) == ARCHIVE_OK || code == ARCHIVE_WARN) {
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr) continue;
    const auto member =
        std::find_if(wanted.begin(), wanted.end(), [&](const ArchiveMember& m) { return m.name == name; });
    if (member == wanted.end()) continue;
    if (archive_entry_filetype(entry) != AE_IFREG || !seen.insert(member->name).second) {
      fail(ErrorKind::kData, path, ": ", member->name, " appears twice or is not a regular file");
    }
    take(member->name, content_of(reader.get(), path, *member));
  }
  if (code != ARCHIVE_EOF) {
    fail(ErrorKind::kData, path, ": is damaged: ", reason(reader.get()), "; incomplete download?");
  }
  for (const ArchiveMember& member : wanted) {
    if (!seen.contains(member.name)) {
      fail(ErrorKind::kData, path, ": has no ", member.name, "; not the archive its name says");
    }
  }
}

}  // namespace certus
