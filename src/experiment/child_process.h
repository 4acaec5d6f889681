#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace certus {

/// A program that runs beside this one. It is asked to stop (SIGTERM) when this process dies, however that
/// happens.
class ChildProcess {
 public:
  /// Starts it in `folder`; what it prints goes to the end of `log`.
  /// @param words  the program and its arguments
  ChildProcess(const std::vector<std::string>& words, const std::filesystem::path& folder,
               const std::filesystem::path& log);
  ~ChildProcess();  ///< asks it to stop and waits
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Its exit code, or 128 + the signal that ended it; empty while it runs.
  std::optional<int> code();
  void ask_to_stop() const;
  /// The last whole line that it printed; empty: none yet.
  std::string last_line() const;

 private:
  std::filesystem::path log_;
  std::uintmax_t log_begin_ = 0;
  pid_t process_ = -1;
  std::optional<int> code_;
};

}  // namespace certus
