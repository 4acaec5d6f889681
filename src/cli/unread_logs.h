#pragma once

#include <string>
#include <vector>

#include "certus/base/error.h"
#include "certus/report/document.h"

namespace certus::cli {

/// The logs of a command that cannot be read while others can: they are left out, the output says so, and
/// their errors come last.
class UnreadLogs {
 public:
  void add(const std::string& path, const Error& error);
  bool empty() const { return logs_.empty(); }

  /// Fails with the first error unless at least `least` logs are left.
  void check_left(std::size_t left, std::size_t least) const;

  /// One line for the output: how many are left out, and which. Nothing when all could be read.
  void warn(Document& document) const;

  /// [{"log": ..., "error": ...}, ...]
  Json json() const;

  /// Prints the errors, one line each, after all other output. Returns the exit status: 1 if there are any.
  int tell() const;

 private:
  struct Unread {
    std::string path;
    Error error;
  };
  std::vector<Unread> logs_;
};

}  // namespace certus::cli
