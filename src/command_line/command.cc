#include "certus/command_line/command.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/wrapped_text.h"

namespace certus::cli {
namespace {

constexpr std::size_t kWidth = 100;

/// Lines of a help page.
std::string wrapped(const std::string& text, std::size_t indent) {
  return wrapped_text(text, kWidth, {.first = indent, .others = indent});
}

/// A command line of an example, which a shell takes as it is shown. Options stay with their values.
std::string command_lines(std::string line) {
  constexpr std::string_view kContinued = " \\";
  constexpr Indent kIndent{.first = 2, .others = 8};
  if (kIndent.first + line.size() <= kWidth) return wrapped_text(line, kWidth, kIndent);
  constexpr char kKept = '\1';  // a blank that does not break the line
  for (std::size_t at = 0; (at = line.find(" -", at)) != std::string::npos; ++at) {
    const std::size_t end = line.find(' ', at + 1);
    if (end != std::string::npos && line[end + 1] != '-') line[end] = kKept;
  }
  std::string out = wrapped_text(line, kWidth - kContinued.size(), kIndent);
  std::ranges::replace(out, kKept, ' ');
  for (std::size_t at = 0; (at = out.find('\n', at)) != out.size() - 1; at += kContinued.size() + 1)
    out.insert(at, kContinued);
  return out;
}

std::string usage(const Command& command) {
  std::string line = "certus " + command.name;
  if (command.positional.most > 0) {
    const std::string words = command.positional.name + (command.positional.most > 1 ? "..." : "");
    line += command.positional.least > 0 ? " " + words : " [" + words + "]";
  }
  return line + " [options]";
}

/// What stands for the value: its own name, or a usual one for its kind.
std::string value_name(const Parameter& option) {
  if (!option.value_name.empty()) return option.value_name;
  switch (option.kind) {
    case Parameter::Kind::kInteger:
      return "N";
    case Parameter::Kind::kReal:
      return "X";
    case Parameter::Kind::kChoice:
      return "NAME";
    default:
      return "TEXT";
  }
}

std::string signature(const Parameter& option) {
  std::string text = option.short_name.empty() ? option.name : option.short_name + ", " + option.name;
  if (option.kind != Parameter::Kind::kFlag) text += " " + value_name(option);
  return text;
}

/// "one of text, json; default: text"
std::string values_text(const Parameter& option) {
  std::string text;
  if (!option.choices.empty()) text = expected_text(option);
  if (!option.default_text.empty()) text += (text.empty() ? "" : "; ") + ("default: " + option.default_text);
  return text;
}

std::string details(const Parameter& option) {
  const std::string values = values_text(option);
  return values.empty() ? option.help : join_text(option.help, " (", values, ')');
}

/// The lines of one option in a help page.
std::string option_lines(const Parameter& option) {
  constexpr std::size_t kColumn = 25;
  const std::string head = "  " + signature(option);
  std::string body = wrapped(details(option), kColumn);
  if (head.size() + 2 > kColumn) return head + "\n" + body;
  body.replace(0, head.size(), head);
  return body;
}

/// The options under their headings, in the order in which headings first appear.
std::string option_list(const Command& command, HelpDetail detail) {
  std::vector<std::pair<std::string, std::string>> groups;
  for (const Parameter& option : command.options) {
    if (detail == HelpDetail::kEveryday && !option.is_everyday) continue;
    const std::string title = option.group.empty() ? "OPTIONS" : option.group;
    auto group = std::ranges::find(groups, title, [](const auto& each) { return each.first; });
    if (group == groups.end()) group = groups.insert(groups.end(), {title, ""});
    group->second += option_lines(option);
  }
  std::string out;
  const char* const between = detail == HelpDetail::kAll ? "\n" : "";
  for (const auto& [title, lines] : groups) out += join_text(out.empty() ? "" : between, title, '\n', lines);
  return out;
}

std::string description_text(const Command& command, HelpDetail detail) {
  const std::vector<std::string>& all = command.page.paragraphs;
  std::string text;
  for (std::size_t i = 0; i < (detail == HelpDetail::kEveryday ? 1 : all.size()); ++i)
    text += (i == 0 ? "" : "\n\n") + all[i];
  return text;
}

}  // namespace

std::vector<Command> with_pages(std::vector<Command> commands, std::span<const EmbeddedFile> pages) {
  for (Command& command : commands) {
    const auto page = std::ranges::find(pages, command.name, &EmbeddedFile::name);
    if (page == pages.end()) fail(ErrorKind::kConfig, "help/", command.name, ".txt: is missing");
    command.page = parse_help_page(*page);
  }
  for (const EmbeddedFile& page : pages) {
    if (std::ranges::find(commands, page.name, &Command::name) == commands.end())
      fail(ErrorKind::kConfig, "help/", page.name, ".txt: there is no command of this name");
  }
  return commands;
}

void check_line(const Command& command, const std::vector<std::string>& words) {
  CommandLine line(command.name);
  bool flag = false;
  std::int64_t integer = 0;
  double real = 0.0;
  std::string text;
  std::vector<std::string> texts;
  const auto add = [&](const std::string& name, Parameter::Kind kind) -> Parameter& {
    using Kind = Parameter::Kind;
    if (kind == Kind::kFlag) return line.add(name, flag, "");
    if (kind == Kind::kInteger) return line.add(name, integer, "");
    if (kind == Kind::kReal) return line.add(name, real, "");
    return kind == Kind::kTexts ? line.add(name, texts, "") : line.add(name, text, "");
  };
  for (const Parameter& option : command.options) add(option.name.substr(2), option.kind) = option;
  const Positional& positional = command.positional;
  line.words(positional.name, texts, positional.help, positional.least, positional.most);
  line.parse(words);
}

std::string help_text(const Command& command, HelpDetail detail) {
  const bool is_short =
      detail == HelpDetail::kEveryday && !std::ranges::all_of(command.options, &Parameter::is_everyday);
  const HelpDetail shown = is_short ? HelpDetail::kEveryday : HelpDetail::kAll;
  std::string out =
      join_text("certus ", command.name, " - ", command.page.summary, "\n\nUSAGE\n  ", usage(command), '\n');
  if (command.positional.most > 0)
    out += wrapped(command.positional.name + ": " + command.positional.help, 2);
  out += '\n' + wrapped(description_text(command, shown), 0);
  out += '\n' + option_list(command, shown) + "\nEXAMPLES\n";
  const std::vector<Example>& examples = command.page.examples;
  for (std::size_t i = 0; i < (is_short ? std::min<std::size_t>(2, examples.size()) : examples.size()); ++i)
    out += command_lines(examples[i].line) + wrapped(examples[i].what, 6);
  if (is_short) {
    out += join_text("\ncertus ", command.name, " --help-all shows all ", command.options.size(),
                     " options and more examples.\n");
  }
  return out;
}

std::string help_text(const std::vector<Command>& commands) {
  std::string out =
      "certus - certified robustness by randomized smoothing: certify, compare, and check claims\n\nUSAGE\n"
      "  certus COMMAND [options]        certus COMMAND --help        certus --version\n\nCOMMANDS\n";
  std::size_t longest = 0;
  for (const Command& command : commands) longest = std::max(longest, command.name.size());
  for (const Command& command : commands) {
    out += "  " + command.name + std::string(longest - command.name.size() + 2, ' ') + command.page.summary +
           "\n";
  }
  return out +
         "\nEXIT STATUS\n  0 done; 1 something the user can fix (an option, a file), or audit findings; 2 "
         "internal error;\n  130 interrupted by Ctrl-C, SIGTERM or SIGHUP: what can be resumed says how\n"
         "\nEXAMPLE\n  certus simulate --population beta:8,2 --sigma 0.5 -o a.tsv && certus evaluate a.tsv\n";
}

std::string commands_page(const std::vector<Command>& commands) {
  std::string out =
      "# Commands\n\nMade by `certus help --markdown` from the descriptions that also make the parser; a "
      "test keeps it "
      "current.\n\nExit status: 0 done; 1 something the user can fix, or audit findings; 2 internal error; "
      "130 interrupted by Ctrl-C, SIGTERM or SIGHUP. A signal that the program was started to ignore (nohup) "
      "stays ignored.\n";
  for (const Command& command : commands) {
    out += "\n## certus " + command.name + "\n\n" + command.page.summary + ".\n\n`" + usage(command) +
           "`\n\n" + description_text(command, HelpDetail::kAll) + "\n";
    if (command.positional.most > 0)
      out += "\n`" + command.positional.name + "`: " + command.positional.help + "\n";
    out += "\n| option | meaning |\n| :-- | :-- |\n";
    const auto cell = [](std::string text) {
      for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
        text.replace(at, 1, "\\|");
      return text;
    };
    for (const Parameter& option : command.options) {
      out += "| `" + cell(signature(option)) + "` | " + cell(details(option)) + " |\n";
    }
    out += "\n```sh\n";
    for (const Example& example : command.page.examples)
      out += "# " + example.what + "\n" + example.line + "\n";
    out += "```\n";
  }
  return out;
}

}  // namespace certus::cli
