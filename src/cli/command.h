#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace certus::cli {

class Arguments;

/// One description of an option: it makes the parser, the help text and docs/commands.md.
struct Option {
  enum class Kind { kFlag, kInteger, kReal, kText, kChoice };
  std::string name;  ///< with its dashes: "--alpha"
  Kind kind = Kind::kText;
  std::string value_name;  ///< what stands for the value in help: "N"
  std::string help;
  std::string default_text = {};  ///< what holds when it is absent; empty: nothing
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  std::vector<std::string> choices = {};
  std::string short_name = {};  ///< "-o"
  bool repeatable = false;      ///< may be given several times: Arguments::texts has all values
};

/// What stands on the line without dashes.
struct Positional {
  std::string name;
  std::string help;
  std::size_t least = 0;
  std::size_t most = 0;
};

/// Options of one kind, under a heading of the help page.
struct OptionGroup {
  std::string title;
  std::vector<std::string> everyday;   ///< names of options that --help shows
  std::vector<std::string> more = {};  ///< names of those that only --help-all shows
};

struct Example {
  std::string line;
  std::string what;
};

/// One subcommand, described once.
struct Command {
  std::string name;
  std::string summary;      ///< one line
  std::string description;  ///< paragraphs
  Positional positional = {};
  std::vector<Option> options = {};
  /// Every option in one group, in the order of the help page; empty: the command has few and shows all.
  std::vector<OptionGroup> groups = {};
  std::vector<Example> examples = {};
  std::function<int(const Arguments&)> run;
};

/// How much a help page shows.
enum class HelpDetail {
  kEveryday,  ///< what a person needs on one screen: the first paragraph, everyday options, two examples
  kAll,
};

/// The help page of a command, and the list of all commands. A command without groups shows everything.
std::string help_text(const Command& command, HelpDetail detail = HelpDetail::kEveryday);
std::string help_text(const std::vector<Command>& commands);

/// All help pages as one Markdown document: docs/commands.md.
std::string commands_page(const std::vector<Command>& commands);

}  // namespace certus::cli
