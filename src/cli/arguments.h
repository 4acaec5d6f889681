#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "certus/cli/command.h"

namespace certus::cli {

/// Fails on a word that is none of `names`, with the nearest one if it may be a slip: "theory: unknown topic
/// 'toi', expected one of toy, trivial; did you mean toy?".
/// @param command  whose word it is; empty: that of the program
[[noreturn]] void fail_unknown_word(const std::string& command, const std::string& what,
                                    const std::string& word, const std::vector<std::string>& names);

/// The values given for a command, each checked against its description.
class Arguments {
 public:
  /// Fails with one line naming the option, what was found and what was expected.
  Arguments(const Command& command, const std::vector<std::string>& words);

  const std::vector<std::string>& positionals() const { return positionals_; }
  bool flag(const std::string& name) const;
  std::optional<std::int64_t> integer(const std::string& name) const;
  std::optional<double> real(const std::string& name) const;
  std::optional<std::string> text(const std::string& name) const;
  std::vector<std::string> texts(const std::string& name) const;  ///< of a repeatable option

  /// The value, or the one the description names as default. Fails when there is neither.
  std::int64_t integer_or_default(const std::string& name) const;
  double real_or_default(const std::string& name) const;
  std::string text_or_default(const std::string& name) const;

 private:
  const Option& option(const std::string& name) const;
  std::string given_or_default(const std::string& name) const;

  const Command& command_;
  std::vector<std::string> positionals_;
  std::map<std::string, std::string> values_;
  std::map<std::string, std::vector<std::string>> repeated_;
};

}  // namespace certus::cli
