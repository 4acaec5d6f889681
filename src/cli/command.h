#pragma once

#include <functional>
#include <string>
#include <vector>

#include "certus/cli/command_line.h"

namespace certus::cli {

struct Example {
  std::string line;
  std::string what;
};

/// One subcommand, described once.
struct Command {
  std::string name;
  std::string summary;      ///< one line
  std::string description;  ///< paragraphs
  std::vector<Example> examples = {};
  Positional positional = {};
  std::vector<Parameter> options = {};
  std::function<int(const std::vector<std::string>&)> run = {};  ///< with the words behind its name
};

/// Completes a command by a struct whose fields are its options: `Options::describe(CommandLine&)` binds
/// them.
template <class Options>
Command with_options(Command command, int (*run)(const Options&)) {
  Options usual{};
  CommandLine line(command.name);
  usual.describe(line);
  command.positional = line.positional();
  command.options = line.descriptions();
  command.run = [name = command.name, run](const std::vector<std::string>& words) {
    Options options{};
    CommandLine given(name);
    options.describe(given);
    given.parse(words);
    return run(options);
  };
  return command;
}

/// How much a help page shows.
enum class HelpDetail {
  kEveryday,  ///< what a person needs on one screen: the first paragraph, everyday options, two examples
  kAll,
};

/// The help page of a command, and the list of all commands. A command that has only everyday options shows
/// everything.
std::string help_text(const Command& command, HelpDetail detail = HelpDetail::kEveryday);
std::string help_text(const std::vector<Command>& commands);

/// All help pages as one Markdown document: docs/commands.md.
std::string commands_page(const std::vector<Command>& commands);

}  // namespace certus::cli
