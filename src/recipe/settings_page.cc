#include "certus/recipe/settings_page.h"

#include "certus/base/error.h"
#include "certus/recipe/methods.h"
#include "certus/recipe/train_settings.h"

namespace certus {
namespace {

std::string table_of(const Parameter& setting) {
  return setting.name.substr(0, setting.name.rfind('.'));
}

std::string default_cell(const Parameter& setting) {
  if (setting.required) return "none, required";
  return setting.default_text.empty() ? "empty" : join_text('`', setting.default_text, '`');
}

/// The methods whose settings lie in the table; empty for tables of the loop.
std::string methods_reading(const std::string& table) {
  std::string owners;
  for (const MethodEntry& entry : methods()) {
    for (const Parameter& setting : entry.settings) {
      if (table_of(setting) != table) continue;
      owners += join_text("Method `", entry.name, "`: ", entry.summary, ".\n\n");
      break;
    }
  }
  return owners;
}

}  // namespace

std::string settings_page() {
  std::string page =
      "# Settings of training\n\n"
      "This page is made from the descriptions that also make the reader; a test keeps it current. Presets "
      "and your own files set values in tables (`[noise]`, then `sigma = 0.5`). `--set noise.sigma=0.5` sets "
      "one value for a run. Later files override earlier ones, and `--set` overrides all files. Unknown keys "
      "are errors. So are settings that the run would not read: those of another method, of a piece that is "
      "off, of a schedule that was not chosen. Epochs count from 0.\n\n"
      "A file includes others with `include = \"base.toml\"` or a list of names at its top: files beside it, "
      "or `preset:cifar10/base` for a preset of the program.\n\n"
      "## Methods\n\n| `train.method` | what it is |\n| :-- | :-- |\n";
  for (const MethodEntry& entry : methods())
    page += join_text("| `", entry.name, "` | ", entry.summary, " |\n");
  std::string table;
  for (const Parameter& setting : train_settings()) {
    if (table_of(setting) != table) {
      table = table_of(setting);
      page += join_text("\n## [", table, "]\n\n", methods_reading(table),
                        "| setting | value | default | meaning |\n| :-- | :-- | :-- | :-- |\n");
    }
    page += join_text("| `", setting.name, "` | ", expected_text(setting), " | ", default_cell(setting),
                      " | ", setting.help, " |\n");
  }
  return page;
}

}  // namespace certus
