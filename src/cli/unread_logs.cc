#include "certus/cli/unread_logs.h"

#include <cstdio>

#include "certus/command_line/print.h"

namespace certus::cli {

int tell_unread(std::span<const UnreadLog> unread) {
  std::fflush(stdout);  // what could be read comes first
  for (const UnreadLog& log : unread) print_err("certus: left out: ", log.error.what(), '\n');
  return unread.empty() ? 0 : 1;
}

}  // namespace certus::cli
