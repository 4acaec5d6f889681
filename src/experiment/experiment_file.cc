#include "certus/experiment/experiment_file.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/nearest_name.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"

namespace certus {
namespace {

constexpr std::size_t kMaxFileBytes = 1 << 20;
const std::vector<std::string> kScales{"desk", "paper"};

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

/// A table of one text, with the name of that text for messages.
class FileTable {
 public:
  FileTable(std::string text_name, const TomlNode& node) : text_name_(std::move(text_name)), node_(&node) {}

  std::string where(const TomlNode& node) const { return join_text(text_name_, ':', node.line); }
  std::string where() const { return where(*node_); }
  const TomlNode* find(const std::string& key) const { return node_->find(key); }

  void check_keys(const std::vector<std::string>& known) const {
    for (const auto& [key, node] : node_->entries) {
      if (std::ranges::find(known, key) != known.end()) continue;
      fail(ErrorKind::kConfig, where(node), ": unknown key '", key, "'; did you mean '",
           nearest_names(key, known, 1).front(), "'? Expected one of ", joined(known));
    }
  }

  std::optional<std::string> text(const std::string& key) const {
    const TomlNode* const node = find(key);
    if (node == nullptr) return {};
    if (node->kind != TomlNode::Kind::kText) wrong(key, *node, "text in quotes");
    return node->text;
  }
  std::string required_text(const std::string& key, const std::string& example) const {
    const auto found = text(key);
    if (!found || found->empty()) {
      fail(ErrorKind::kConfig, where(), ": ", key, found ? " is empty" : " is missing", ", expected e.g. ",
           example);
    }
    return *found;
  }
  std::vector<double> numbers(const std::string& key) const {
    std::vector<double> out;
    for (const TomlNode* each : values(key)) {
      const auto number = parse_double(each->text);
      const bool is_number = each->kind == TomlNode::Kind::kInteger || each->kind == TomlNode::Kind::kReal;
      if (!is_number || !number) wrong(key, *each, "a number or a list of numbers");
      out.push_back(*number);
    }
    return out;
  }
  std::vector<std::int64_t> integers(const std::string& key) const {
    std::vector<std::int64_t> out;
    for (const TomlNode* each : values(key)) {
      const auto number = parse_int(each->text);
      if (each->kind != TomlNode::Kind::kInteger || !number || *number < 0)
        wrong(key, *each, "a whole number of at least 0 or a list of such");
      out.push_back(*number);
    }
    return out;
  }
  std::vector<std::string> texts(const std::string& key) const {
    std::vector<std::string> out;
    for (const TomlNode* each : values(key)) {
      if (each->kind != TomlNode::Kind::kText) wrong(key, *each, "text in quotes or a list of such");
      out.push_back(each->text);
    }
    return out;
  }
  std::optional<FileTable> table(const std::string& key) const {
    const TomlNode* const node = find(key);
    if (node == nullptr) return {};
    if (!node->is_table()) wrong(key, *node, "a table");
    return FileTable(text_name_, *node);
  }
  std::vector<FileTable> tables(const std::string& key) const {
    const TomlNode* const node = find(key);
    if (node == nullptr) return {};
    std::vector<FileTable> out;
    if (!node->is_list()) wrong(key, *node, join_text("entries that begin with [[", key, "]]"));
    for (const TomlNode& each : node->items) {
      if (!each.is_table()) wrong(key, each, "a table");
      out.emplace_back(text_name_, each);
    }
    return out;
  }
  /// Adds everything below the table of a key, and replaces entries that have the same key.
  void put_entries(const std::string& key, std::vector<FileEntry>& entries) const {
    const auto found = table(key);
    if (!found) return;
    for (auto& [name, node] : flat_entries(*found->node_)) {
      std::erase_if(entries, [&key = name](const FileEntry& other) { return other.key == key; });
      entries.push_back({.key = name, .value = node, .where = where(node)});
    }
  }

 private:
  std::vector<const TomlNode*> values(const std::string& key) const {
    const TomlNode* const node = find(key);
    if (node == nullptr) return {};
    if (!node->is_list()) return {node};
    if (node->items.empty()) fail(ErrorKind::kConfig, where(*node), ": ", key, " is an empty list");
    std::vector<const TomlNode*> out;
    for (const TomlNode& each : node->items) out.push_back(&each);
    return out;
  }
  [[noreturn]] void wrong(const std::string& key, const TomlNode& node, const std::string& expected) const {
    fail(ErrorKind::kConfig, where(node.line > 0 ? node : *node_), ": ", key, " is ", found_text(node),
         ", expected ", expected);
  }

  std::string text_name_;
  const TomlNode* node_;
};

/// The texts of a file: those it includes, then itself. Includes do not include others.
std::vector<ConfigText> texts_of(const std::string& path) {
  ConfigText own{.name = path, .content = read_file(path, kMaxFileBytes)};
  std::vector<ConfigText> texts;
  for (const std::string& include : take_texts(own, "include")) {
    const std::filesystem::path beside = std::filesystem::path(path).parent_path() / include;
    if (!std::filesystem::exists(beside)) {
      fail(ErrorKind::kConfig, path, ": include: there is no file ", beside,
           "; paths are relative to the file that includes them");
    }
    texts.push_back({.name = beside.string(), .content = read_file(beside, kMaxFileBytes)});
  }
  texts.push_back(std::move(own));
  return texts;
}

/// What a file gives to all its cells.
struct Shared {
  std::vector<FileEntry> train, certify, analyze;
  std::string presets;
  std::set<std::string> scales;
};

void add_shared(const FileTable& top, const std::string& scale, Shared& shared) {
  const std::vector<std::string> known{"presets", "train", "certify", "analyze"};
  const auto put = [&](const FileTable& table) {
    table.put_entries("train", shared.train);
    table.put_entries("certify", shared.certify);
    table.put_entries("analyze", shared.analyze);
    if (const auto presets = table.text("presets")) shared.presets = *presets;
  };
  put(top);
  for (const std::string& each : kScales) {
    const auto table = top.table(each);
    if (!table) continue;
    table->check_keys(known);
    shared.scales.insert(each);
    if (each == scale) put(*table);
  }
}

std::optional<FileVoteTable> vote_table(const FileTable& cell, const std::string& key) {
  const auto table = cell.table(key);
  if (!table) return {};
  table->check_keys({"cell", "sigma", "samples"});
  const auto sigmas = table->numbers("sigma");
  const auto samples = table->integers("samples");
  if (samples.size() != 1 || sigmas.size() > 1 || samples[0] < 1) {
    fail(ErrorKind::kConfig, table->where(), ": ", key,
         " needs one number of samples (draws per image) and at most one sigma");
  }
  return FileVoteTable{.cell = table->required_text("cell", "cell = \"gaussian\""),
                       .sigma = sigmas.empty() ? std::nullopt : std::optional(sigmas[0]),
                       .samples = samples[0],
                       .where = table->where()};
}

void check_name(const std::string& name, const std::string& where) {
  const bool plain = std::ranges::all_of(name, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_+.,").find(c) != std::string_view::npos;
  });
  if (plain && !name.starts_with('.')) return;
  fail(ErrorKind::kConfig, where, ": the name '", name,
       "' becomes a folder; expected letters, digits and -_+., without a leading point");
}

FileCell cell_of(const FileTable& table, const Shared& shared, const std::string& scale) {
  std::vector<std::string> known{"name",    "preset",      "sigma",     "seeds", "train", "certify",
                                 "analyze", "soft_labels", "p_correct", "desk",  "paper"};
  table.check_keys(known);
  FileCell cell{.name = "",
                .preset = table.required_text("preset", "preset = \"gaussian\""),
                .sigmas = table.numbers("sigma"),
                .seeds = table.integers("seeds"),
                .train = {},
                .certify = shared.certify,
                .analyze = shared.analyze,
                .soft_labels = vote_table(table, "soft_labels"),
                .p_correct = vote_table(table, "p_correct"),
                .where = table.where()};
  cell.name = table.text("name").value_or(std::filesystem::path(cell.preset).stem().string());
  check_name(cell.name, cell.where);
  const auto put = [&](const FileTable& from) {
    from.put_entries("train", cell.train);
    from.put_entries("certify", cell.certify);
    from.put_entries("analyze", cell.analyze);
    if (from.find("seeds") != nullptr) cell.seeds = from.integers("seeds");
    if (const auto asked = vote_table(from, "soft_labels")) cell.soft_labels = asked;
    if (const auto asked = vote_table(from, "p_correct")) cell.p_correct = asked;
  };
  put(table);
  for (const std::string& each : kScales) {
    const auto own = table.table(each);
    if (!own) continue;
    own->check_keys({"train", "certify", "analyze", "seeds", "soft_labels", "p_correct"});
    if (each == scale) put(*own);
  }
  if (cell.seeds.empty()) cell.seeds = {0};
  if (cell.sigmas.empty())
    fail(ErrorKind::kConfig, cell.where, ": sigma is missing, expected e.g. sigma = [0.25, 0.5, 1.0]");
  return cell;
}

/// Words of a command as a shell would split them: at spaces, single quotes keep them together.
std::vector<std::string> command_words(const std::string& command, const std::string& where) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false, begun = false;
  for (const char c : command) {
    if (c == '\'') {
      quoted = !quoted;
      begun = true;
    } else if ((c == ' ' || c == '\n') && !quoted) {
      if (begun) words.push_back(word);
      word.clear();
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
  if (quoted) fail(ErrorKind::kConfig, where, ": the command has a quote that is not closed");
  if (begun) words.push_back(word);
  return words;
}

FileOutput output_of(const FileTable& table) {
  table.check_keys({"file", "command", "cells", "sigma"});
  FileOutput output{
      .file = table.required_text("file", "file = \"table.md\""),
      .words = command_words(
          table.required_text("command", "command = \"table {records} --format markdown\""), table.where()),
      .cells = table.texts("cells"),
      .sigmas = table.numbers("sigma"),
      .where = table.where()};
  const std::filesystem::path file = output.file;
  if (file.is_absolute() || std::ranges::find(file, "..") != file.end())
    fail(ErrorKind::kConfig, output.where, ": file is ", file,
         ", expected a path below the folder of outputs");
  return output;
}

}  // namespace

ExperimentFile read_experiment_file(const std::string& path, const std::string& scale) {
  const std::vector<ConfigText> texts = texts_of(path);
  std::vector<TomlNode> trees;
  for (const ConfigText& text : texts) trees.push_back(parse_toml(text));
  Shared shared;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const FileTable top(texts[i].name, trees[i]);
    const bool is_own = i + 1 == texts.size();
    std::vector<std::string> known{"presets", "train", "certify", "analyze", "desk", "paper"};
    if (is_own) known.insert(known.end(), {"title", "cells", "outputs", "include"});
    top.check_keys(known);
    add_shared(top, scale, shared);
  }
  const FileTable own(path, trees.back());
  ExperimentFile file{.name = path,
                      .title = own.text("title").value_or(""),
                      .presets = shared.presets,
                      .train = shared.train,
                      .cells = {},
                      .outputs = {}};
  const auto cells = own.tables("cells");
  file.scales.assign(shared.scales.begin(), shared.scales.end());
  file.has_scale = cells.empty() || shared.scales.empty() || shared.scales.contains(scale);
  if (!file.has_scale) return file;
  for (const FileTable& cell : cells) file.cells.push_back(cell_of(cell, shared, scale));
  for (const FileTable& output : own.tables("outputs")) file.outputs.push_back(output_of(output));
  if (file.cells.empty() && file.outputs.empty())
    fail(ErrorKind::kConfig, path, ": has neither [[cells]] nor [[outputs]]: there is nothing to do");
  return file;
}

std::string first_difference(const ConfigText& was, const ConfigText& now) {
  auto before = plain_values(was);
  for (const auto& [key, value] : plain_values(now)) {
    const auto old = before.extract(key);
    const std::string old_value = old ? old.mapped() : "nothing";
    if (old_value != value) return join_text(key, " = ", old_value, ", now ", value);
  }
  if (before.empty()) return "";
  return join_text(before.begin()->first, " = ", before.begin()->second, ", now nothing");
}

}  // namespace certus
