#pragma once

#include <cstddef>
#include <initializer_list>
#include <set>
#include <string>
#include <vector>

#include "certus/base/parameters.h"

namespace certus::cli {

/// Fails on a word that is none of `names`, with the nearest one if it may be a typing error: "theory:
/// unknown topic 'toi', expected one of toy, trivial; did you mean toy?".
/// @param command  whose word it is; empty: that of the program
[[noreturn]] void fail_unknown_word(const std::string& command, const std::string& what,
                                    const std::string& word, const std::vector<std::string>& names);

/// What stands on the line without dashes.
struct Positional {
  std::string name;
  std::string help;
  std::size_t least = 0;
  std::size_t most = 0;
};

/// The options and words of one command, bound to the fields of its struct.
class CommandLine : public Parameters {
 public:
  /// @param command  for messages: "certify"
  explicit CommandLine(std::string command) : Parameters(Names::kOptions), command_(std::move(command)) {}

  /// The words without dashes; a command calls one of these at most once.
  void words(std::string name, std::vector<std::string>& field, std::string help, std::size_t least,
             std::size_t most);
  void word(std::string name, std::string& field, std::string help);                 ///< has to be given
  void word(std::string name, std::filesystem::path& field, std::string help);       ///< has to be given
  void word(std::string name, std::optional<std::string>& field, std::string help);  ///< may be given

  const Positional& positional() const { return positional_; }

  /// Parses the words of a line and sets the fields. Fails with one line naming the option, what was found
  /// and what was expected.
  void parse(const std::vector<std::string>& line);

  /// Whether the line that was parsed has this option ("--data"): for those whose default would not tell.
  bool has(const std::string& option) const { return given_.contains(option); }
  /// The first of these that the line has, or null.
  const char* first_of(std::initializer_list<const char*> options) const;

 private:
  void take_words(const std::vector<std::string>& words) const;

  std::string command_;
  Positional positional_;
  std::function<void(const std::vector<std::string>&)> take_words_;
  std::set<std::string> given_;
};

}  // namespace certus::cli
