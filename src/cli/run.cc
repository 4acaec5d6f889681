#include "certus/cli/run.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>

#include "certus/base/build_info.h"
#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/remedies.h"
#include "certus/command_line/print.h"
#include "certus/command_line/waiting_line.h"
#include "certus/record/run_manifest.h"

namespace certus::cli {
namespace {

void check_printed() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  fail(ErrorKind::kFile, "the output cannot be written; disk full or pipe closed?");
}

int print(const std::string& text) {
  print_out(text);
  check_printed();
  return 0;
}

int dispatch(const std::vector<std::string>& words) {
  const std::vector<Command>& commands = all_commands();
  const auto find = [&](const std::string& name) {
    return std::find_if(commands.begin(), commands.end(), [&](const Command& c) { return c.name == name; });
  };
  if (words.empty() || words[0] == "--help" || words[0] == "-h") return print(help_text(commands));
  if (words[0] == "--version") {
    return print(join_text("certus ", certus_version(), ", ", build_info().compiler, '\n'));
  }
  if (words[0] == "help") {
    if (words.size() > 1 && words[1] == "--markdown") return print(commands_page(commands));
    if (words.size() == 1) return print(help_text(commands));
  }
  const std::string& name = words[0] == "help" ? words[1] : words[0];
  const auto command = find(name);
  if (command == commands.end()) {
    std::vector<std::string> names;
    for (const Command& c : commands) names.push_back(c.name);
    fail_unknown_word("", "command", name, names);
  }
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  const auto has = [&](const char* word) { return std::find(rest.begin(), rest.end(), word) != rest.end(); };
  if (has("--help-all")) return print(help_text(*command, HelpDetail::kAll));
  if (words[0] == "help" || has("--help") || has("-h")) return print(help_text(*command));
  const WaitingLine waiting;
  const int code = command->run(rest);
  check_printed();
  return code;
}

}  // namespace

int run(const std::vector<std::string>& words) {
  try {
    return dispatch(words);
  } catch (const Error& error) {
    print_err("certus: ", error.what(), hint_of(error, words), '\n');
    return 1;
  } catch (const std::filesystem::filesystem_error& error) {
    print_err("certus: ", error.what(), '\n');
    return 1;
  } catch (const std::bad_alloc&) {
    std::fputs("certus: out of memory\n", stderr);
    return 1;
  } catch (const std::exception& error) {
    print_err("certus: ", error.what(), '\n');
    return 2;
  }
}

}  // namespace certus::cli
