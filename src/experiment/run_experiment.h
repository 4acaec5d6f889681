#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "certus/experiment/experiment.h"

namespace certus {

/// Progress of a run.
struct ExperimentProgress {
  std::size_t finished = 0, failed = 0, total = 0;  ///< cells
  std::vector<std::string>
      under_way;              ///< "easy-focus, sigma 0.5, seed 0: training, epoch 3/15, 0:14:38 left"
  double seconds_left = 0.0;  ///< at the pace of this run; 0: not known yet
};

/// What to run, and where to.
struct ExperimentJob {
  const Experiment& experiment;
  std::filesystem::path root;           ///< folder of the results
  std::filesystem::path program;        ///< certus: every step is a process of its own
  std::vector<std::string> data_words;  ///< options that every step with data gets: --data-dir, --no-verify
  std::filesystem::path logs;           ///< what {logs} stands for; empty: outputs that need it are left out
  std::vector<bool> wanted;             ///< by cell; empty: all
  int jobs = 1;                         ///< steps at a time
  int threads = 1;                      ///< of a step
  std::function<void(const ExperimentProgress&)> on_progress = [](const ExperimentProgress&) {};
  std::function<void(const std::string&)> on_note = [](const std::string&) {};
  std::atomic<bool>* stop = nullptr;  ///< raised: stop the steps where they can be resumed
};

struct ExperimentFailure {
  std::string title;          ///< of the cell or the output
  std::string message;        ///< its last line
  std::filesystem::path log;  ///< of what it printed; empty: nothing ran
};

struct ExperimentResult {
  bool stopped = false;
  std::size_t finished = 0;  ///< cells, those of earlier runs included
  std::vector<ExperimentFailure> failures;
  std::vector<std::filesystem::path> outputs;  ///< made
  std::vector<std::string> left_out;  ///< outputs that were not made, or from a part of their cells, and why
};

/// Trains, certifies and summarises what is missing, in the order of the cells, and makes the outputs: each
/// when its last cell is finished, and at the end those of which some cells are missing. Stopped or killed at
/// any time and run again, it continues where it was, and ends with the same files except for times.csv.
///
/// A finished cell is made again only when its settings or the program's numbers changed; on_note says which.
/// A cell that fails, or whose files are damaged, does not stop the others. Fails when another run is under
/// way in the folder.
ExperimentResult run_experiment(const ExperimentJob& job);

/// Only makes the outputs, of the cells that are finished.
ExperimentResult make_outputs(const ExperimentJob& job);

/// The words of an output's command with files in the place of its placeholders, and where they go to.
/// @param finished  by cell of the experiment: whether its files are there
std::vector<std::string> output_words(const Output& output, const Experiment& experiment,
                                      const std::filesystem::path& logs, const std::vector<bool>& finished);

}  // namespace certus
