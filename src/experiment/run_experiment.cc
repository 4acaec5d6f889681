#include "certus/experiment/run_experiment.h"

#include <fcntl.h>
#include <glob.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <thread>

#include "certus/base/clock.h"
#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/experiment/cell_steps.h"
#include "certus/experiment/child_process.h"
#include "certus/experiment/result_folder.h"
#include "certus/experiment/step_progress.h"

namespace certus {
namespace {

namespace fs = std::filesystem;

constexpr int kInterruptedCode = 130;

/// One run at a time works in a folder. Its steps hold the lock, too: when a run is killed, the next one
/// waits until they have stopped.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& root) {
    make_folder(root);
    const fs::path path = root / "lock";
    descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT, 0644);  // inherited by the steps
    if (descriptor_ < 0) fail(ErrorKind::kFile, path, ": cannot be opened (", std::strerror(errno), ")");
    for (int tries = 0; ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0; ++tries) {
      if (tries < kTries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        continue;
      }
      ::close(descriptor_);
      fail(ErrorKind::kFile, root,
           ": another experiment is under way in this folder; wait for it, or end it first");
    }
  }
  ~FolderLock() { ::close(descriptor_); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  static constexpr int kTries = 20 * 30;  // half a minute
  int descriptor_ = -1;
};

class Runner {
 public:
  explicit Runner(const ExperimentJob& job)
      : job_(job),
        folder_(job.root),
        lock_(job.root),
        cells_(job.experiment.cells.size()),
        is_output_made_(job.experiment.outputs.size()) {}

  ExperimentResult run() {
    check_scale();
    for (std::size_t i = 0; i < cells_.size(); ++i) attempt(i, [&] { look_at(i); });
    while (!is_stopped()) {
      start_steps();
      if (running_.empty()) break;
      wait_for_a_step();
    }
    stop_steps();
    result_.stopped = is_stopped();
    result_.finished = count(CellRun::State::kFinished);
    if (!result_.stopped) make_outputs(/*also_of_parts=*/true);
    return std::move(result_);
  }

  ExperimentResult only_outputs() {
    check_scale();
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      attempt(i,
              [&] { cells_[i].state = is_usable(i) ? CellRun::State::kFinished : CellRun::State::kLeftOut; });
    }
    result_.finished = count(CellRun::State::kFinished);
    make_outputs(/*also_of_parts=*/true);
    return std::move(result_);
  }

 private:
  struct CellRun {
    enum class State { kOpen, kRunning, kFinished, kFailed, kLeftOut };
    State state = State::kOpen;
    bool is_certified = false;
    double certify_seconds = 0.0;
  };
  struct Running {
    std::size_t cell = 0;
    CellStep step;
    std::unique_ptr<ChildProcess> process;
    double begin = 0.0;
    std::string progress = {};  ///< the last that it reported
  };

  bool is_stopped() const { return job_.stop != nullptr && *job_.stop; }
  const ExperimentCell& cell(std::size_t place) const { return job_.experiment.cells[place]; }
  fs::path log_path(std::size_t place) const { return folder_.weights(cell(place)) / "log.txt"; }
  std::size_t count(CellRun::State state) const {
    return static_cast<std::size_t>(std::ranges::count(cells_, state, &CellRun::state));
  }
  /// Whether the cell is finished, and with the current settings and numbers.
  bool is_usable(std::size_t place) const {
    return folder_.is_finished(cell(place)) && folder_.why_stale(cell(place)).empty();
  }

  /// An error in the files of a cell makes only this cell fail.
  template <typename Action>
  void attempt(std::size_t place, const Action& action) {
    try {
      action();
    } catch (const Error& error) {
      fail_cell(place, error.what());
    } catch (const fs::filesystem_error& error) {
      fail_cell(place, error.what());
    }
  }

  /// Cells of two scales in one folder would take each other for changed and be made again and again.
  void check_scale() {
    const fs::path path = job_.root / "scale.txt";
    const std::string scale = job_.experiment.scale + "\n";
    if (!fs::exists(path)) {
      write_file(path, scale, Overwrite::kRefuse);
      return;
    }
    const std::string found = read_file(path, 100);
    if (found != scale) {
      fail(ErrorKind::kConfig, job_.root, ": has results of scale ", found.substr(0, found.find('\n')),
           ", not of ", job_.experiment.scale, "; give another folder, or the scale of these results");
    }
  }

  /// Where a cell stands before the run.
  void look_at(std::size_t place) {
    CellRun& run = cells_[place];
    if (!job_.wanted.empty() && !job_.wanted[place]) {
      run.state = CellRun::State::kLeftOut;
      try {
        if (is_usable(place)) run.state = CellRun::State::kFinished;
      } catch (const Error& error) {  // nobody asked for it, so it is not a failure
        job_.on_note(join_text(cell(place).title(), ": is left out: ", error.what()));
      }
      return;
    }
    const std::string why = folder_.why_stale(cell(place));
    if (!why.empty()) {
      job_.on_note(join_text(cell(place).title(), ": is made again, because ", why));
      folder_.supersede(cell(place));
    }
    settle(place);
  }

  /// Marks the cell finished when nothing is left to do.
  void settle(std::size_t place) {
    const NextStep next = look_ahead(place);
    if (next.state == NextStep::State::kFinish) {
      folder_.finish(cell(place), cells_[place].certify_seconds);
      settle(place);
      return;
    }
    if (next.state != NextStep::State::kDone) return;
    cells_[place].state = CellRun::State::kFinished;
  }

  NextStep look_ahead(std::size_t place) const {
    return next_step(folder_, job_.experiment, place, cells_[place].is_certified, job_.data_words,
                     folder_.threads(cell(place), job_.threads));
  }

  void start_steps() {
    for (std::size_t i = 0; i < cells_.size() && std::ssize(running_) < job_.jobs; ++i) {
      if (cells_[i].state != CellRun::State::kOpen) continue;
      attempt(i, [&] { start_next(i); });
    }
  }

  /// Starts the next step of a cell, unless it waits for another cell.
  void start_next(std::size_t place) {
    NextStep next = look_ahead(place);
    if (next.state != NextStep::State::kWaits) {
      start(place, std::move(next.step));
      return;
    }
    const auto source = cells_[next.waits_for].state;
    const char* why = nullptr;  // set where that cell will never have a model
    if (source == CellRun::State::kFailed) why = "failed";
    if (source == CellRun::State::kFinished)
      why = "was removed by clean; remove that cell's summary to train it again";
    if (source == CellRun::State::kLeftOut) why = "is left out of this run";
    if (why != nullptr)
      fail_cell(place, join_text("needs the model of ", cell(next.waits_for).title(), ", which ", why));
  }

  void start(std::size_t place, CellStep step) {
    folder_.begin(cell(place), job_.threads);
    folder_.set_failure(cell(place), "");
    std::vector<std::string> words{job_.program.string()};
    words.insert(words.end(), step.words.begin(), step.words.end());
    cells_[place].state = CellRun::State::kRunning;
    running_.push_back({.cell = place,
                        .step = std::move(step),
                        .process = std::make_unique<ChildProcess>(words, job_.root, log_path(place)),
                        .begin = clock_.seconds()});
  }

  void wait_for_a_step() {
    for (;;) {
      for (std::size_t i = 0; i < running_.size(); ++i) {
        if (!running_[i].process->code()) continue;
        Running ended = std::move(running_[i]);
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
        end_step(ended);
        return;
      }
      if (is_stopped()) return;
      show();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

  void end_step(Running& ended) {
    const int code = *ended.process->code();
    CellRun& run = cells_[ended.cell];
    run.state = CellRun::State::kOpen;
    if (code == kInterruptedCode && is_stopped()) return;
    if (code != 0) {
      const std::string said = ended.process->last_line();
      fail_cell(ended.cell,
                join_text(ended.step.name(), " ended with code ", code, said.empty() ? "" : ": ", said));
      return;
    }
    if (ended.step.kind == CellStep::Kind::kTable) write_file(ended.step.done_mark, "", Overwrite::kAllow);
    if (ended.step.kind == CellStep::Kind::kCertify) {
      run.is_certified = true;
      run.certify_seconds = clock_.seconds() - ended.begin;
    }
    attempt(ended.cell, [&] { settle(ended.cell); });
    if (run.state == CellRun::State::kFinished) {
      ++finished_here_;
      job_.on_note(join_text(cell(ended.cell).title(), ": finished"));
      make_outputs(/*also_of_parts=*/false);
    }
  }

  void fail_cell(std::size_t place, const std::string& message) {
    cells_[place].state = CellRun::State::kFailed;
    make_folder(folder_.weights(cell(place)));
    folder_.set_failure(cell(place), message);
    const fs::path log = fs::exists(log_path(place)) ? log_path(place) : fs::path();
    result_.failures.push_back({.title = cell(place).title(), .message = message, .log = log});
    job_.on_note(join_text(cell(place).title(), ": failed: ", message));
  }

  void stop_steps() {
    for (Running& each : running_) each.process->ask_to_stop();
    running_.clear();  // waits for them
  }

  void show() {
    ExperimentProgress news{.total = cells_.size()};
    std::size_t open = 0;
    for (const CellRun& run : cells_) {
      news.finished += run.state == CellRun::State::kFinished ? 1 : 0;
      news.failed += run.state == CellRun::State::kFailed ? 1 : 0;
      open += run.state == CellRun::State::kOpen || run.state == CellRun::State::kRunning ? 1 : 0;
    }
    for (Running& each : running_) {
      std::string progress = step_progress(each.process->last_line());
      if (!progress.empty()) each.progress = std::move(progress);
      news.under_way.push_back(join_text(cell(each.cell).title(), ": ", each.step.name(),
                                         each.progress.empty() ? "" : ", ", each.progress));
    }
    if (finished_here_ > 0) {
      news.seconds_left =
          (clock_.seconds() - begin_) / static_cast<double>(finished_here_) * static_cast<double>(open);
    }
    job_.on_progress(news);
  }

  std::vector<bool> finished_cells() const {
    std::vector<bool> finished;
    for (const CellRun& run : cells_) finished.push_back(run.state == CellRun::State::kFinished);
    return finished;
  }

  void make_outputs(bool also_of_parts) {
    const std::vector<bool> finished = finished_cells();
    for (std::size_t i = 0; i < job_.experiment.outputs.size(); ++i) {
      const Output& output = job_.experiment.outputs[i];
      const auto missing =
          std::ranges::count_if(output.cells, [&](std::size_t place) { return !finished[place]; });
      if (is_output_made_[i] || (missing > 0 && !also_of_parts)) continue;
      if (!also_of_parts && output.cells.empty()) continue;  // made at the end: they wait for no cell
      if (output.has(kLogsFolder) && job_.logs.empty()) {
        result_.left_out.push_back(
            join_text(output.file, ": reads published logs, whose folder is not given"));
        continue;
      }
      if (!output.cells.empty() && missing == std::ssize(output.cells)) {
        result_.left_out.push_back(join_text(output.file, ": none of its ", missing, " cells is finished"));
        continue;
      }
      if (missing > 0) {
        result_.left_out.push_back(join_text(output.file, ": made without ", missing, " of its ",
                                             output.cells.size(), " cells, which are not finished"));
      }
      make_output(output, finished);
      is_output_made_[i] = missing == 0;
      if (is_stopped()) return;
    }
  }

  void make_output(const Output& output, const std::vector<bool>& finished) {
    const fs::path file = job_.root / ResultFolder::relative_output(output);
    make_folder(file.parent_path());
    make_folder(job_.root / "weights");
    const fs::path log = job_.root / "weights" / "outputs.txt";
    std::vector<std::string> words{job_.program.string()};
    for (std::string& word : output_words(output, job_.experiment, job_.logs, finished))
      words.push_back(std::move(word));
    ChildProcess process(words, job_.root, log);
    while (!process.code()) {
      if (is_stopped()) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (*process.code() == 0) {
      result_.outputs.push_back(file);
      return;
    }
    result_.failures.push_back({.title = file.string(), .message = process.last_line(), .log = log});
  }

  const ExperimentJob& job_;
  ResultFolder folder_;
  FolderLock lock_;
  std::vector<CellRun> cells_;
  std::vector<bool> is_output_made_;
  std::vector<Running> running_;
  std::size_t finished_here_ = 0;
  SteadyClock clock_;
  double begin_ = clock_.seconds();
  ExperimentResult result_;
};

/// A word with {logs} in it, as a shell would expand its stars; itself when nothing matches, so that the
/// command names it.
std::vector<std::string> matching_files(std::string word, const fs::path& logs) {
  const std::size_t at = word.find(kLogsFolder);
  word.replace(at, std::string(kLogsFolder).size(), logs.string());
  ::glob_t found{};
  std::vector<std::string> files;
  if (::glob(word.c_str(), GLOB_NOCHECK, nullptr, &found) == 0)
    files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  return files;
}

}  // namespace

ExperimentResult run_experiment(const ExperimentJob& job) {
  return Runner(job).run();
}

ExperimentResult make_outputs(const ExperimentJob& job) {
  return Runner(job).only_outputs();
}

std::vector<std::string> output_words(const Output& output, const Experiment& experiment,
                                      const fs::path& logs, const std::vector<bool>& finished) {
  static const std::map<std::string, const char*> kPlaceholders{{kRecordFiles, "record.tsv"},
                                                                {kTrainLogFiles, "train.csv"},
                                                                {kGradientNormFiles, "gradnorm.csv"},
                                                                {kAttackFiles, "attack.csv"},
                                                                {kCellFolders, ""}};
  const auto files = [&](const char* name) {
    std::vector<std::string> out;
    for (const std::size_t place : output.cells) {
      if (finished[place])
        out.push_back((ResultFolder::relative_cell(experiment.cells[place]) / name).string());
    }
    return out;
  };
  std::vector<std::string> words;
  for (const std::string& word : output.words) {
    const auto placeholder = kPlaceholders.find(word);
    if (placeholder != kPlaceholders.end()) {
      for (std::string& file : files(placeholder->second)) words.push_back(std::move(file));
      continue;
    }
    if (word.find(kLogsFolder) == std::string::npos) {
      words.push_back(word);
    } else {
      for (std::string& file : matching_files(word, logs)) words.push_back(std::move(file));
    }
  }
  words.insert(words.end(), {"-o", ResultFolder::relative_output(output).string(), "--force"});
  return words;
}

}  // namespace certus
