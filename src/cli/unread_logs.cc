#include "certus/cli/unread_logs.h"

#include <cstdio>

namespace certus::cli {

int tell_unread(std::span<const UnreadLog> unread) {
  std::fflush(stdout);  // what could be read comes first
  for (const UnreadLog& log : unread) std::fprintf(stderr, "certus: left out: %s\n", log.error.what());
  return unread.empty() ? 0 : 1;
}

}  // namespace certus::cli
