#include "certus/experiment/experiment.h"

#include <algorithm>
#include <map>
#include <set>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"
#include "certus/experiment/experiment_file.h"
#include "certus/recipe/presets.h"
#include "certus/recipe/train_settings.h"
#include "certus/recipe/unread_settings.h"

namespace certus {
namespace {

const Parameter* find_setting(const std::vector<Parameter>& schema, const std::string& key) {
  const auto found = std::ranges::find(schema, key, &Parameter::name);
  return found == schema.end() ? nullptr : &*found;
}

/// A value as --set takes it.
std::string override_text(const std::string& key, const TomlNode& value) {
  std::string text;
  if (value.is_list()) {
    for (const TomlNode& item : value.items) text += (text.empty() ? "" : ", ") + item.text;
    text = '[' + text + ']';
  } else {
    text = value.text;
  }
  return key + '=' + text;
}

/// A configuration whose errors name the line of the entry that made them.
Config config_of(const std::vector<Parameter>& schema, const std::vector<ConfigText>& texts,
                 const std::vector<FileEntry>& entries) {
  std::vector<std::string> overrides;
  for (const FileEntry& entry : entries) {
    overrides.push_back(override_text(entry.key, entry.value));
    try {
      Config(schema, texts, overrides);
    } catch (const Error& error) {
      fail(error.kind(), entry.where, ": ", error.what());
    }
  }
  return Config(schema, texts, overrides);
}

/// Later entries take the place of earlier ones of the same key.
void put(std::vector<FileEntry>& entries, const FileEntry& entry) {
  std::erase_if(entries, [&](const FileEntry& other) { return other.key == entry.key; });
  entries.push_back(entry);
}

/// Every combination of the values of lists, each as a list of entries without lists. A setting that is a
/// list itself is swept by a list of lists.
std::vector<std::vector<FileEntry>> expanded(const std::vector<FileEntry>& entries,
                                             const std::vector<Parameter>& schema) {
  std::vector<std::vector<FileEntry>> all{{}};
  for (const FileEntry& entry : entries) {
    const Parameter* const setting = find_setting(schema, entry.key);
    const bool is_list_setting = setting != nullptr && setting->kind == Parameter::Kind::kIntegers;
    const bool is_sweep =
        entry.value.is_list() &&
        (!is_list_setting || (!entry.value.items.empty() && entry.value.items[0].is_list()));
    std::vector<TomlNode> values = is_sweep ? entry.value.items : std::vector<TomlNode>{entry.value};
    if (values.empty()) fail(ErrorKind::kConfig, entry.where, ": ", entry.key, " is an empty list");
    std::vector<std::vector<FileEntry>> next;
    for (const auto& each : all) {
      for (const TomlNode& value : values) {
        next.push_back(each);
        next.back().push_back({.key = entry.key, .value = value, .where = entry.where, .is_swept = is_sweep});
      }
    }
    all = std::move(next);
  }
  return all;
}

std::string preset_name(const FileCell& cell, const std::string& presets, double sigma) {
  if (cell.preset.ends_with(".toml")) return cell.preset;
  const std::string base = presets.empty() ? cell.preset : presets + '/' + cell.preset;
  const std::string with_sigma = join_text(base, '-', fixed_text(sigma, 2));
  const auto names = preset_names();
  return std::ranges::find(names, with_sigma) != names.end() ? with_sigma : base;
}

/// Fails where a setting is given that the cell's method does not read, unless it was given to all cells.
std::vector<FileEntry> read_entries(const std::vector<FileEntry>& shared, const std::vector<FileEntry>& own,
                                    const std::vector<ConfigText>& texts, const std::string& title) {
  const std::vector<Parameter> schema = train_settings();
  std::vector<FileEntry> all = shared;
  for (const FileEntry& entry : own) put(all, entry);
  const Config config = config_of(schema, texts, all);
  std::vector<FileEntry> read;
  for (const FileEntry& entry : all) {
    const std::string why = why_unread(config, entry.key);
    const bool is_own = std::ranges::find(own, entry.key, &FileEntry::key) != own.end();
    if (why.empty()) {
      read.push_back(entry);
    } else if (is_own) {
      fail(ErrorKind::kConfig, entry.where, ": ", entry.key, " would have no effect on ", title, ", because ",
           why, "; remove the key from this cell");
    }
  }
  return read;
}

std::filesystem::path table_path(const VoteTable& table, const ExperimentCell& source, const char* kind) {
  std::string name = source.place().string();
  std::ranges::replace(name, '/', '+');
  return std::filesystem::path("tables") / join_text(kind, '+', name, '+', table.samples, ".tsv");
}

class Loader {
 public:
  explicit Loader(std::string scale) { experiment_.scale = std::move(scale); }

  void add(const ExperimentFile& file) {
    analyze_.clear();
    const std::size_t first = experiment_.cells.size();
    for (const FileCell& cell : file.cells) add_cell(file, cell);
    for (const FileOutput& output : file.outputs) add_output(file, output);
    link_tables(first);
  }

  void leave_out(const std::string& note) { experiment_.notes.push_back(note); }

  Experiment finish() {
    order_cells();
    return std::move(experiment_);
  }

 private:
  void add_cell(const ExperimentFile& file, const FileCell& from) {
    std::vector<std::size_t>& members = named_[file.name][from.name];
    if (!members.empty()) {
      fail(ErrorKind::kConfig, from.where, ": the name '", from.name,
           "' is taken by an earlier cell of this file; give one of them another name");
    }
    for (const double sigma : from.sigmas) {
      for (const auto& own : expanded(from.train, train_settings())) {
        for (const std::int64_t seed : from.seeds) {
          ExperimentCell cell = make(file, from, sigma, own, seed);
          const Config analyze = cell.analyze;
          members.push_back(place_of(std::move(cell)));
          analyze_.insert_or_assign(members.back(), analyze);
        }
      }
    }
  }

  ExperimentCell make(const ExperimentFile& file, const FileCell& from, double sigma,
                      std::vector<FileEntry> own, std::int64_t seed) {
    const std::string preset = preset_name(from, file.presets, sigma);
    std::vector<ConfigText> texts;
    try {
      texts = load_preset(preset);
    } catch (const Error& error) {
      fail(error.kind(), from.where, ": ", error.what());
    }
    const auto number = [&](const std::string& key, const std::string& text, TomlNode::Kind kind) {
      return FileEntry{.key = key, .value = {.kind = kind, .line = 0, .text = text}, .where = from.where};
    };
    if (preset == from.preset || preset.ends_with(".toml"))
      put(own, number("noise.sigma", round_trip_text(sigma), TomlNode::Kind::kReal));
    put(own, number("run.seed", std::to_string(seed), TomlNode::Kind::kInteger));
    const VoteTables tables = vote_tables(from, sigma);
    if (tables.soft_labels)
      put(own, number("catrs.soft_labels", tables.soft_labels->file.string(), TomlNode::Kind::kText));
    if (tables.p_correct)
      put(own, number("discard.p_correct", tables.p_correct->file.string(), TomlNode::Kind::kText));

    std::vector<FileEntry> plain;  // what the cell would be without its sweep
    for (const FileEntry& entry : own) {
      if (!entry.is_swept) plain.push_back(entry);
    }
    const auto entries = read_entries(file.train, own, texts, join_text("'", from.name, "'"));
    const Config config = config_of(train_settings(), texts, entries);
    const Config base = config_of(train_settings(), texts, read_entries(file.train, plain, texts, from.name));
    ExperimentCell cell{.name = from.name,
                        .varied = {},
                        .sigma = sigma,
                        .seed = seed,
                        .preset = preset,
                        .overrides = {},
                        .train = config,
                        .certify = config_of(settings_of<CertifySettings>(), {}, from.certify),
                        .soft_labels = tables.soft_labels,
                        .p_correct = tables.p_correct,
                        .analyses = {},
                        .analyze = config_of(settings_of<AnalyzeSettings>(), {}, from.analyze),
                        .where = from.where};
    for (const FileEntry& entry : entries) {
      cell.overrides.push_back(override_text(entry.key, entry.value));
      if (entry.is_swept && config.plain_text(entry.key) != base.plain_text(entry.key))
        cell.varied.push_back(join_text(entry.key, '=', config.plain_text(entry.key)));
    }
    return cell;
  }

  struct VoteTables {
    std::optional<VoteTable> soft_labels, p_correct;
  };
  /// Cells whose models vote have to stand before those that need their tables.
  VoteTables vote_tables(const FileCell& from, double sigma) const {
    const auto find = [&](const std::optional<FileVoteTable>& asked,
                          const char* kind) -> std::optional<VoteTable> {
      if (!asked) return {};
      const double of_sigma = asked->sigma.value_or(sigma);
      for (std::size_t i = 0; i < experiment_.cells.size(); ++i) {
        const ExperimentCell& source = experiment_.cells[i];
        if (source.name != asked->cell || source.sigma != of_sigma || !source.varied.empty()) continue;
        VoteTable table{
            .cell = asked->cell, .sigma = of_sigma, .samples = asked->samples, .source = i, .file = {}};
        table.file = table_path(table, source, kind);
        return table;
      }
      fail(ErrorKind::kConfig, asked->where, ": there is no cell '", asked->cell, "' at sigma ", of_sigma,
           " before this one; its model has to be trained first, so write that cell above this one");
    };
    return {.soft_labels = find(from.soft_labels, "soft-labels"),
            .p_correct = find(from.p_correct, "p-correct")};
  }

  /// The place of the cell in the experiment. The cell is added unless an equal one is there already.
  std::size_t place_of(ExperimentCell cell) {
    for (std::size_t i = 0; i < experiment_.cells.size(); ++i) {
      const ExperimentCell& other = experiment_.cells[i];
      if (other.place() != cell.place()) continue;
      std::string difference =
          first_difference({other.where, other.config_text()}, {cell.where, cell.config_text()});
      if (difference.empty())
        difference = first_difference({other.where, other.rest_text()}, {cell.where, cell.rest_text()});
      if (difference.empty()) return i;
      fail(ErrorKind::kConfig, cell.where, ": '", cell.title(),
           "' has other settings than the cell of this name at ", other.where, " (", difference,
           "); give one of them another name, or make them equal");
    }
    experiment_.cells.push_back(std::move(cell));
    return experiment_.cells.size() - 1;
  }

  void add_output(const ExperimentFile& file, const FileOutput& from) {
    Output output{.file = from.file, .words = from.words, .cells = {}, .where = from.where};
    for (std::string& word : output.words) {
      const std::size_t at = word.find(kExperimentFolder);
      if (at == std::string::npos) continue;
      word.replace(at, std::string(kExperimentFolder).size(),
                   std::filesystem::absolute(std::filesystem::path(file.name)).parent_path().string());
    }
    if (!files_.insert(from.file).second)
      fail(ErrorKind::kConfig, from.where, ": two outputs are called ", from.file,
           "; give one of them another name");
    const auto& named = named_[file.name];
    std::vector<std::string> names = from.cells;
    if (names.empty()) {
      for (const FileCell& cell : file.cells) names.push_back(cell.name);
    }
    for (const std::string& name : names) {
      const auto found = named.find(name);
      if (found == named.end()) {
        fail(ErrorKind::kConfig, from.where, ": cells has '", name,
             "', expected names of cells of this file");
      }
      for (const std::size_t place : found->second) {
        const double sigma = experiment_.cells[place].sigma;
        if (!from.sigmas.empty() && std::ranges::find(from.sigmas, sigma) == from.sigmas.end()) continue;
        output.cells.push_back(place);
        for (const auto& [placeholder, analysis] :
             {std::pair(kGradientNormFiles, "gradnorm"), {kAttackFiles, "attack"}}) {
          if (!output.has(placeholder)) continue;
          experiment_.cells[place].analyses.insert(analysis);
          experiment_.cells[place].analyze = analyze_.at(place);  // those of the file that asks
        }
      }
    }
    const bool reads_cells = std::ranges::any_of(
        std::initializer_list<const char*>{kRecordFiles, kTrainLogFiles, kGradientNormFiles, kAttackFiles,
                                           kCellFolders},
        [&](const char* each) { return output.has(each); });
    if (!reads_cells) output.cells.clear();
    if (reads_cells && output.cells.empty())
      fail(ErrorKind::kConfig, from.where, ": no cell fits this output; look at its cells and sigma");
    experiment_.outputs.push_back(std::move(output));
  }

  void link_tables(std::size_t first) {
    for (std::size_t i = first; i < experiment_.cells.size(); ++i) {
      for (const auto* table : {&experiment_.cells[i].soft_labels, &experiment_.cells[i].p_correct})
        CERTUS_CHECK(!*table || (*table)->source < i);
    }
  }

  /// Orders the cells output by output, first seeds first. So the first table is complete as early as
  /// possible, and all methods have one seed before any method has a second.
  void order_cells() {
    std::vector<std::size_t> order;
    const auto take = [&](std::size_t place) {
      if (std::ranges::find(order, place) == order.end()) order.push_back(place);
    };
    const auto take_with_sources = [&](std::size_t place) {
      const ExperimentCell& cell = experiment_.cells[place];
      if (cell.soft_labels) take(cell.soft_labels->source);
      if (cell.p_correct) take(cell.p_correct->source);
      take(place);
    };
    for (const Output& output : experiment_.outputs) {
      std::vector<std::size_t> places = output.cells;
      std::ranges::stable_sort(places, {}, [&](std::size_t i) { return experiment_.cells[i].seed; });
      for (const std::size_t place : places) take_with_sources(place);
    }
    for (std::size_t i = 0; i < experiment_.cells.size(); ++i) take_with_sources(i);
    std::vector<std::size_t> new_place(order.size());
    std::vector<ExperimentCell> cells;
    for (std::size_t i = 0; i < order.size(); ++i) {
      new_place[order[i]] = i;
      cells.push_back(experiment_.cells[order[i]]);
    }
    for (ExperimentCell& cell : cells) {
      for (auto* table : {&cell.soft_labels, &cell.p_correct}) {
        if (*table) (*table)->source = new_place[(*table)->source];
      }
    }
    for (Output& output : experiment_.outputs) {
      for (std::size_t& place : output.cells) place = new_place[place];
    }
    experiment_.cells = std::move(cells);
  }

  Experiment experiment_;
  std::map<std::string, std::map<std::string, std::vector<std::size_t>>> named_;  // by file, then by name
  std::map<std::size_t, Config> analyze_;  // of the file under way, by cell
  std::set<std::string> files_;
};

}  // namespace

void CertifySettings::describe(Parameters& p) {
  p.add("data", data, "data set; empty: that of training, its test images");
  p.add("skip", skip, "take every K-th image").at_least(1);
  p.add("max", max, "take only images before this index; 0: all").at_least(0);
  p.add("n", n, "votes per image").at_least(1);
  p.add("n0", n0, "votes that choose the class").at_least(1);
  p.add("alpha", alpha, "allowed failure probability").above(0).below(1);
  p.add("engine", engine, "as certus certify --engine");
  p.add("precision", precision, "as certus certify --precision");
  p.add("seed", seed, "seed of the noise; equal for all cells, so that they are compared draw by draw")
      .at_least(0);
}

void AnalyzeSettings::describe(Parameters& p) {
  p.add("skip", skip, "take every K-th training image").at_least(1);
  p.add("samples", samples, "draws that p_A is estimated from").at_least(1);
  p.add("draws", draws, "gradients per image").at_least(1);
  p.add("steps", steps, "steps of the attack").at_least(0);
  p.add("step_size", step_size, "length of a step of the attack").above(0);
  p.add_choice("norm", norm, sphere_norms(), "norm of the attack");
}

std::filesystem::path ExperimentCell::place() const {
  const std::filesystem::path data = train.read<DataSettings>().name;
  std::filesystem::path path = (data.has_filename() ? data : data.parent_path()).filename() / name;
  for (std::string each : varied) {
    std::ranges::replace(each, '/', '-');
    path /= each;
  }
  return path / join_text("noise_", sigma) / join_text("seed-", seed);
}

std::string ExperimentCell::title() const {
  std::string text = name;
  for (const std::string& each : varied) text += ", " + each;
  return join_text(text, ", sigma ", sigma, ", seed ", seed);
}

std::string ExperimentCell::config_text() const {
  return run_config_text(train);
}

std::string ExperimentCell::rest_text() const {
  std::string text = certify.to_toml();
  for (const auto& [key, table] : {std::pair{"soft_labels", &soft_labels}, {"p_correct", &p_correct}}) {
    if (!*table) continue;
    text += join_text("\n[", key, "]\n# the model of this cell votes\ncell = \"", (*table)->cell,
                      "\"\nsigma = ", (*table)->sigma, "\nsamples = ", (*table)->samples, '\n');
  }
  return text;
}

bool Output::has(const std::string& placeholder) const {
  return std::ranges::any_of(words,
                             [&](const std::string& word) { return word.find(placeholder) != word.npos; });
}

Experiment load_experiment(const std::vector<std::string>& files, const std::string& scale) {
  Loader loader(scale);
  for (const std::string& path : files) {
    const ExperimentFile file = read_experiment_file(path, scale);
    if (file.has_scale) {
      loader.add(file);
      continue;
    }
    std::string known;
    for (const std::string& each : file.scales) known += (known.empty() ? "" : ", ") + each;
    if (files.size() == 1) {
      fail(ErrorKind::kConfig, Remedy{"scale"}, path, ": has no scale '", scale, "', expected one of ", known,
           "; a table [", scale, "] in the file would add it");
    }
    loader.leave_out(join_text(path, ": has no scale '", scale, "', only ", known, "; it is left out"));
  }
  return loader.finish();
}

}  // namespace certus
