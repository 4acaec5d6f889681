#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "certus/experiment/result_folder.h"

namespace certus {

/// One command on the way to a finished cell.
struct CellStep {
  enum class Kind { kTable, kTrain, kCertify, kAnalyze };
  Kind kind = Kind::kTrain;
  std::vector<std::string> words;   ///< of certus, without the program
  std::filesystem::path done_mark;  ///< kTable: made when the command has ended well
  std::string name() const;         ///< "training"
};

/// What a cell needs next.
struct NextStep {
  enum class State {
    kReady,   ///< `step` can run
    kWaits,   ///< for the model of another cell, `waits_for`
    kFinish,  ///< all commands have run: ResultFolder::finish is what is left
    kDone,    ///< nothing is left
  };
  State state = State::kDone;
  CellStep step;
  std::size_t waits_for = 0;
};

/// Decided only from the contents of the folder, so that a run that was killed continues where it was.
/// @param is_certified  whether the command that certifies has ended well in this run: only it can tell that
///                      the record is whole
NextStep next_step(const ResultFolder& folder, const Experiment& experiment, std::size_t cell,
                   bool is_certified, const std::vector<std::string>& data_words, int threads);

}  // namespace certus
