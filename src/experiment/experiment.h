#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "certus/base/config.h"
#include "certus/recipe/sphere_attack_params.h"

namespace certus {

/// A table of votes that training needs, made by the model of another cell.
struct VoteTable {
  std::string cell;            ///< name of the cell whose model votes
  double sigma = 0.0;          ///< of that cell, and of the noise of the votes
  std::int64_t samples = 0;    ///< draws per image
  std::size_t source = 0;      ///< place of that cell in Experiment::cells
  std::filesystem::path file;  ///< below the output folder
};

/// One network to train and certify: one preset with its overrides, one sigma, one seed.
struct ExperimentCell {
  std::string name;  ///< of the method: logs of equal name are compared as one method
  std::vector<std::string>
      varied;  ///< "sphere_attack.steps=4": swept settings, where not the preset's own value
  double sigma = 0.0;
  std::int64_t seed = 0;
  std::string preset;                  ///< as `certus train` takes it
  std::vector<std::string> overrides;  ///< "train.epochs=15", as --set takes them
  Config train;                        ///< the settings of training that result from both
  Config certify;                      ///< of CertifySettings
  std::optional<VoteTable> soft_labels, p_correct;
  std::set<std::string> analyses;  ///< "gradnorm", "attack": those that outputs ask for
  Config analyze;                  ///< of AnalyzeSettings
  std::string where;               ///< file and line, for messages

  /// Below the output folder: "cifar10/easy-focus/sphere_attack.steps=4/noise_0.5/seed-0".
  std::filesystem::path place() const;
  /// For people: "easy-focus, sphere_attack.steps=4, sigma 0.5, seed 0".
  std::string title() const;
  /// The settings of training, as TOML.
  std::string config_text() const;
  /// What its results depend on besides those and the program: certification, and tables of other models.
  std::string rest_text() const;
};

/// A table, a figure or a page: one command of certus.
struct Output {
  std::filesystem::path file;      ///< below the output folder's outputs/
  std::vector<std::string> words;  ///< of the command; "{records}" and its like stand for files
  std::vector<std::size_t> cells;  ///< places in Experiment::cells
  std::string where;

  bool has(const std::string& placeholder) const;
};

/// Several experiment files at one scale, their lists expanded. Cells that files share are there once.
struct Experiment {
  std::string scale;
  std::vector<ExperimentCell> cells;  ///< in the order in which they finish outputs soonest
  std::vector<Output> outputs;        ///< in the order of the files
  std::vector<std::string> notes;     ///< files that were left out, and why
};

/// Placeholders of outputs: what each stands for.
inline constexpr const char* kRecordFiles = "{records}";         ///< the records of the output's cells
inline constexpr const char* kTrainLogFiles = "{train}";         ///< their train.csv
inline constexpr const char* kGradientNormFiles = "{gradnorm}";  ///< their gradient norms, image by image
inline constexpr const char* kAttackFiles = "{attack}";     ///< the same before and after the sphere attack
inline constexpr const char* kCellFolders = "{cells}";      ///< their folders
inline constexpr const char* kLogsFolder = "{logs}";        ///< the folder of published logs
inline constexpr const char* kExperimentFolder = "{here}";  ///< the folder of the experiment file

/// What to certify of each cell, and how its gradients are analysed.
struct CertifySettings {
  std::string data;  ///< empty: that of training, its test images
  std::int64_t skip = 1;
  std::int64_t max = 0;  ///< 0: no limit
  std::int64_t n = 100000;
  std::int64_t n0 = 100;
  double alpha = 0.001;
  std::string engine = "auto";
  std::string precision = "f32";
  std::int64_t seed = 0;
  void describe(Parameters& p);
};

struct AnalyzeSettings {
  std::int64_t skip = 50;
  std::int64_t samples = 100;
  std::int64_t draws = 1;
  std::int64_t steps = 6;
  double step_size = 0.25;
  SphereAttackParams::Norm norm = SphereAttackParams::Norm::kL2;
  void describe(Parameters& p);
};

/// Reads experiment files (docs/experiments.md) and expands them. Fails, naming file and line, on unknown
/// keys, on settings that the method of a cell does not read, on two different cells of one name, on outputs
/// that name cells that are not there, and on a scale that the file does not have. When there are several
/// files, those without the scale are left out.
Experiment load_experiment(const std::vector<std::string>& files, const std::string& scale);

}  // namespace certus
