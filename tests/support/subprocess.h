#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace certus::test {

/// A program running beside the test; ended, if need be, with the scope.
class Subprocess {
 public:
  struct Limits {
    long file_bytes = -1;    ///< largest file it may write; writing beyond fails as on a full disk
    long memory_bytes = -1;  ///< most that it may ask for
    std::vector<std::string> environment = {};  ///< "NAME=value", beside that of the test
  };

  /// Starts it; its standard output and error go to files in `folder`.
  Subprocess(const std::vector<std::string>& words, const std::filesystem::path& folder, Limits limits);
  ~Subprocess();
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  bool is_running();
  void send(int signal) const;
  /// Waits for its end. The exit code, or 128 + the signal that ended it.
  int wait();
  std::string out() const;
  std::string err() const;

 private:
  std::filesystem::path folder_;
  pid_t process_ = -1;
  int code_ = -1;
};

}  // namespace certus::test
