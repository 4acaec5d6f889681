#pragma once

#include <concepts>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "certus/base/number_text.h"

namespace certus {

/// What a user has to change to solve the problem.
enum class ErrorKind {
  kConfig,  ///< an option or a setting
  kData,    ///< the content of a file
  kFile,    ///< a file that cannot be opened, read or written
  kEngine,  ///< what executes a network
};

/// What would help, in the words of the library: a parameter whose value was missing or wrong ("sigma"), or a
/// piece of work that makes what is missing ("p-correct"), and then with which parameters. How a person asks
/// for it is the business of the program: the command line adds "; give --sigma" to the message.
struct Remedy {
  std::string name;
  std::vector<std::pair<std::string, std::string>> with = {};  ///< of a piece of work: names and values
};

/// The one exception for everything that a user can fix. The message is one line with everything that is
/// needed to find the problem: where it is, what was found, what was expected, and the likely cause. Control
/// characters from a damaged file or an odd name become '?'.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, std::string message);
  Error(ErrorKind kind, Remedy remedy, std::string message);
  ErrorKind kind() const { return kind_; }
  /// Null when the message says all there is to say.
  const Remedy* remedy() const { return remedy_.get(); }

 private:
  ErrorKind kind_;
  std::shared_ptr<const Remedy> remedy_;  // shared, so that a copy cannot fail while it is thrown
};

namespace detail {
inline void append_part(std::string& out, std::string_view part) {
  out += part;
}
template <std::same_as<std::filesystem::path> Path>  // a template, so that text does not convert to it
void append_part(std::string& out, const Path& part) {
  out += part.string();
}
inline void append_part(std::string& out, char part) {
  out += part;
}
void append_part(std::string& out, double part);
template <std::integral T>
requires(!std::same_as<T, char>) void append_part(std::string& out, T part) {
  out += std::to_string(part);
}
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}  // namespace detail

/// Joins the parts into one string: text as it is, numbers with round-trip digits.
template <typename... Parts>
std::string join_text(const Parts&... parts) {
  std::string out;
  (detail::append_part(out, parts), ...);
  return out;
}

/// Throws Error with the joined parts as its message.
template <typename... Parts>
[[noreturn]] void fail(ErrorKind kind, const Parts&... parts) {
  throw Error(kind, join_text(parts...));
}
/// The same, with what would help: fail(ErrorKind::kConfig, Remedy{"sigma"}, path, ": sigma is unknown").
template <typename... Parts>
[[noreturn]] void fail(ErrorKind kind, Remedy remedy, const Parts&... parts) {
  throw Error(kind, std::move(remedy), join_text(parts...));
}

}  // namespace certus

/// Guards conditions that only a bug in certus itself can violate; throws std::logic_error.
#define CERTUS_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::certus::detail::check_failed(#condition, __FILE__, __LINE__))
