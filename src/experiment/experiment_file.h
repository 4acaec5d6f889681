#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "certus/base/config.h"
#include "certus/base/toml_tree.h"

namespace certus {

/// One `key = value` of a file, with where it stands.
struct FileEntry {
  std::string key;
  TomlNode value;
  std::string where;  ///< "experiments/x.toml:12"
  bool is_swept = false;
};

/// `soft_labels = { cell = "gaussian", sigma = 0.25, samples = 100 }`
struct FileVoteTable {
  std::string cell;
  std::optional<double> sigma;  ///< empty: that of the cell that needs it
  std::int64_t samples = 0;
  std::string where;
};

/// A [[cells]] entry: what it says for one scale, lists not yet expanded.
struct FileCell {
  std::string name;
  std::string preset;
  std::vector<double> sigmas;
  std::vector<std::int64_t> seeds;
  std::vector<FileEntry> train;    ///< its own, not those that the file gives to all cells
  std::vector<FileEntry> certify;  ///< with those that the file gives to all cells
  std::vector<FileEntry> analyze;
  std::optional<FileVoteTable> soft_labels, p_correct;
  std::string where;
};

struct FileOutput {
  std::string file;
  std::vector<std::string> words;
  std::vector<std::string> cells;  ///< names; empty: all
  std::vector<double> sigmas;      ///< empty: all
  std::string where;
};

/// An experiment file with what it includes, at one scale.
struct ExperimentFile {
  std::string name;
  std::string title;
  bool has_scale = true;  ///< otherwise it has cells, but none at this scale, and these are left out
  std::vector<std::string> scales;
  std::string presets;           ///< what names of presets begin with: "cifar10/desk"
  std::vector<FileEntry> train;  ///< for all cells, where their method reads it
  std::vector<FileCell> cells;
  std::vector<FileOutput> outputs;
};

/// Fails, naming the line, on syntax errors, unknown keys and values of the wrong kind.
ExperimentFile read_experiment_file(const std::string& path, const std::string& scale);

/// The first setting in which two configurations differ: "train.epochs = 12, now 15". Empty when they have
/// the same values: comments do not matter, because they are help texts, which newer programs may word
/// otherwise.
std::string first_difference(const ConfigText& was, const ConfigText& now);

}  // namespace certus
