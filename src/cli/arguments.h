#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "certus/cli/command.h"

namespace certus::cli {

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
