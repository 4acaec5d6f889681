#include "certus/cli/remedies.h"

#include <algorithm>
#include <map>

#include "certus/cli/commands.h"

namespace certus::cli {
namespace {

/// Commands that help, whatever they are given.
const std::map<std::string, std::string>& command_words() {
  static const std::map<std::string, std::string> table{
      {"audit", "; certus audit tells which budget fits"},
      {"certify", "; certus certify makes a log that has them"},
      {"evaluate", "; certus evaluate reads it"}};
  return table;
}

/// Parameters for which "; give --NAME" would not be what helps.
const std::map<std::string, std::string>& other_words() {
  static const std::map<std::string, std::string> table{
      {"label", ": give them other names with --label, or insist with --mixed"},
      {"mixed",
       ": convert them to one budget, cut them to the images that all have with --shared-images, or insist "
       "with --mixed"},
      {"force", "; --force replaces it"},
      {"no-verify", "; --no-verify takes any data in this layout"},
      {"precision", "; give --precision f32"},
      {"resize", "; --resize S,C makes them squares of one size"},
      {"resume", "; --resume continues it"},
      {"scale", "; --scale chooses another"},
      {"skip", "; a smaller --skip takes more"}};
  return table;
}

const Command* find_command(const std::string& name) {
  const std::vector<Command>& commands = all_commands();
  const auto found = std::ranges::find(commands, name, &Command::name);
  return found == commands.end() ? nullptr : &*found;
}

}  // namespace

std::string hint_of(const Error& error, const std::vector<std::string>& words) {
  const Remedy* const remedy = error.remedy();
  if (remedy == nullptr || words.empty()) return "";
  const Command* const maker = remedy->with.empty() ? nullptr : find_command(remedy->name);
  if (maker != nullptr) {
    std::string line = join_text("; make one with: certus ", maker->name, ' ', maker->positional.name);
    for (const auto& [name, value] : remedy->with) line += join_text(" --", name, ' ', value);
    return line + " -o FILE";
  }
  if (const auto found = command_words().find(remedy->name); found != command_words().end())
    return found->second;
  const Command* const running = find_command(words.front());
  const std::string option = "--" + remedy->name;
  if (running == nullptr ||
      std::ranges::find(running->options, option, &Parameter::name) == running->options.end())
    return "";
  const auto found = other_words().find(remedy->name);
  return found == other_words().end() ? "; give " + option : found->second;
}

}  // namespace certus::cli
