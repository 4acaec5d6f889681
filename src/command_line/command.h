#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "certus/command_line/command_line.h"
#include "certus/command_line/help_page.h"

namespace certus::cli {

/// One subcommand, described once: its page says what it is for, and its options describe themselves.
struct Command {
  std::string name;
  HelpPage page = {};
  Positional positional = {};
  std::vector<Parameter> options = {};
  std::function<int(const std::vector<std::string>&)> run = {};  ///< with the words behind its name
};

/// A command without its page, of a struct whose fields are its options: `Options::describe(CommandLine&)`
/// binds them.
/// @param run  takes the options; after them it may take the line, for what the fields do not tell
template <class Options, class... Line>
Command command_of(const std::string& name, int (*run)(const Options&, Line...)) {
  Options usual{};
  CommandLine line(name);
  usual.describe(line);
  return {.name = name,
          .positional = line.positional(),
          .options = line.descriptions(),
          .run = [name, run](const std::vector<std::string>& words) {
            Options options{};
            CommandLine given(name);
            options.describe(given);
            given.parse(words);
            if constexpr (sizeof...(Line) == 0)
              return run(options);
            else
              return run(options, given);
          }};
}

/// Gives each command its page. Fails on a page that cannot be read, on a command that has none, and on a
/// page that has no command.
std::vector<Command> with_pages(std::vector<Command> commands, std::span<const EmbeddedFile> pages);

/// Fails where the command would fail to parse these words; runs nothing.
void check_line(const Command& command, const std::vector<std::string>& words);

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
