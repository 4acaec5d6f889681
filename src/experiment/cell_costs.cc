#include "certus/experiment/cell_costs.h"

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/nesting.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"
#include "certus/data/known_datasets.h"
#include "certus/experiment/child_process.h"
#include "certus/experiment/result_folder.h"
#include "certus/recipe/epoch_plan.h"
#include "certus/recipe/run_folder.h"
#include "certus/recipe/train_settings.h"
#include "certus/recipe/unread_settings.h"

namespace certus {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::size_t kMaxBytes = 16 << 20;

/// A folder that is removed at the end of the scope.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (fs::temp_directory_path() / "certus-measure.XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) fail(ErrorKind::kFile, pattern, ": a folder cannot be made");
    path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// What two epochs on a few images tell.
struct TrainingPace {
  double seconds_per_image_before = 0.0,
         seconds_per_image_after = 0.0;  ///< before and after the pieces begin
  double seconds_per_estimate = 0.0;     ///< of p_A, per draw
  double test_seconds = 0.0;
  std::uintmax_t disk_bytes = 0;
};

struct Pace {
  TrainingPace training;
  double votes_per_second = 0.0;
  std::string why_unknown;
};

/// Numbers of images that the run would train on and certify.
std::int64_t training_images(const ExperimentCell& cell) {
  const std::int64_t asked = cell.train.read<LoopSettings>().images;
  if (asked > 0) return asked;
  const KnownDataset* const known = find_known_dataset(cell.train.read<DataSettings>().name);
  return known == nullptr ? 0 : known->train_images;
}

std::int64_t certified_images(const ExperimentCell& cell) {
  const auto settings = cell.certify.read<CertifySettings>();
  const KnownDataset* const known =
      find_known_dataset(settings.data.empty() ? cell.train.read<DataSettings>().name : settings.data);
  if (known == nullptr) return 0;
  const std::int64_t end = settings.max > 0 ? std::min(settings.max, known->test_images) : known->test_images;
  return (end + settings.skip - 1) / settings.skip;
}

/// Epochs before the first piece acts.
std::int64_t plain_epochs(const ExperimentCell& cell) {
  const TrainingPieces pieces = pieces_of(cell.train);
  std::int64_t first = cell.train.read<LoopSettings>().epochs;
  for (const auto& from : {pieces.discard_from, pieces.reweight_from, pieces.attack_from}) {
    if (from) first = std::min(first, *from);
  }
  return first;
}

/// Draws per image that estimates of p_A take.
double estimates_per_image(const ExperimentCell& cell, std::int64_t epochs) {
  const TrainingPieces pieces = pieces_of(cell.train);
  const auto discard = cell.train.read<DiscardSettings>();
  double draws = 0.0;
  if (pieces.discard_from && discard.p_correct.empty()) draws += static_cast<double>(discard.samples);
  if (pieces.reweight_from) {
    const std::int64_t acting = std::max<std::int64_t>(0, epochs - *pieces.reweight_from);
    const std::int64_t times = (acting + pieces.reweight_every - 1) / pieces.reweight_every;
    draws += static_cast<double>(times * cell.train.read<ReweightSettings>().samples);
  }
  return draws;
}

/// Cells of equal texts cost alike: numbers that only scale things, seeds and lengths are left out.
std::string cost_class(const ExperimentCell& cell) {
  std::string text;
  for (const Parameter& setting : cell.train.schema()) {
    const bool matters = setting.kind != Parameter::Kind::kReal && setting.name != "run.seed" &&
                         setting.name != "train.epochs" && !setting.name.ends_with("start_epoch") &&
                         setting.name != "optimizer.milestones" && setting.name != "catrs.soft_labels" &&
                         setting.name != "discard.p_correct" && why_unread(cell.train, setting.name).empty();
    if (matters) text += join_text(setting.name, '=', cell.train.plain_text(setting.name), '\n');
  }
  const auto certify = cell.certify.read<CertifySettings>();
  return join_text(text, certify.engine, certify.precision);
}

class Measurer {
 public:
  Measurer(const ExperimentJob& job, double seconds) : job_(job), seconds_(seconds) {}

  Pace measure(const ExperimentCell& cell) const {
    const ScratchFolder scratch;
    Pace pace;
    try {
      pace.training = train(cell, scratch.path());
      pace.votes_per_second = vote(cell, scratch.path());
    } catch (const Error& error) {
      pace.why_unknown = error.what();
    }
    return pace;
  }

 private:
  void run(const Words& words, const fs::path& folder) const {
    Words all{job_.program.string()};
    all.insert(all.end(), words.begin(), words.end());
    ChildProcess process(all, folder, folder / "log.txt");
    while (!process.code()) {
      if (job_.stop != nullptr && *job_.stop) fail(ErrorKind::kConfig, "interrupted");
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    if (*process.code() != 0) fail(ErrorKind::kEngine, process.last_line());
  }

  Words training_words(const ExperimentCell& cell, std::int64_t images, const fs::path& folder) const {
    Words words{"train", cell.preset, "-o", "run", "--force", "--threads", std::to_string(job_.threads)};
    words.insert(words.end(), job_.data_words.begin(), job_.data_words.end());
    Words settings = cell.overrides;
    const auto set = [&](const std::string& key, const std::string& value) {
      if (!why_unread(cell.train, key).empty()) return;
      std::erase_if(settings, [&](const std::string& each) { return each.starts_with(key + '='); });
      settings.push_back(key + '=' + value);
    };
    set("train.images", std::to_string(images));
    set("train.epochs", "2");
    set("checkpoint.keep_every", "0");
    // Every piece begins at the second epoch: pieces with an epoch of their own, and the others together.
    set("easy_focus.start_epoch", "1");
    const auto begin_own = [&](const auto& piece, const std::string& key) {
      if (piece.on && piece.start_epoch >= 0) set(key, "1");
    };
    begin_own(cell.train.read<DiscardSettings>(), "discard.start_epoch");
    begin_own(cell.train.read<ReweightSettings>(), "reweight.start_epoch");
    begin_own(cell.train.read<SphereAttackSettings>(), "sphere_attack.start_epoch");
    set("discard.below", "0");
    if (cell.soft_labels) set("catrs.soft_labels", table("soft-labels", cell, images, folder));
    if (cell.p_correct) set("discard.p_correct", "");
    for (const std::string& each : settings) words.insert(words.end(), {"--set", each});
    return words;
  }

  /// A table of one vote per image, by a fresh network: only its cost is asked for.
  std::string table(const std::string& command, const ExperimentCell& cell, std::int64_t,
                    const fs::path& folder) const {
    const std::string data = cell.train.read<DataSettings>().name;
    if (fs::exists(folder / "table.tsv")) return "table.tsv";
    const KnownDataset* const known = find_known_dataset(data);
    Words model{"model", "new", cell.train.read<ModelSettings>().arch, "-o", "fresh.safetensors"};
    if (known != nullptr) model.insert(model.end(), {"--normalize", known->normalization});
    run(model, folder);
    Words words{
        command, "fresh.safetensors", "--data", data, "--sigma", join_text(cell.sigma), "--samples", "1",
        "-o",    "table.tsv"};
    words.insert(words.end(), job_.data_words.begin(), job_.data_words.end());
    run(words, folder);
    return "table.tsv";
  }

  TrainingPace train(const ExperimentCell& cell, const fs::path& folder) const {
    std::int64_t images = 2 * cell.train.read<LoopSettings>().batch;
    const std::int64_t most = training_images(cell) > 0 ? training_images(cell) : images;
    images = std::min(images, most);
    for (int round = 0;; ++round) {
      run(training_words(cell, images, folder), folder);
      const TrainingPace pace = pace_of(cell, images, folder / "run");
      const double took =
          static_cast<double>(images) * (pace.seconds_per_image_before + pace.seconds_per_image_after);
      if (round == 1 || took >= seconds_ || images >= most) return pace;
      images = std::min(
          most, static_cast<std::int64_t>(static_cast<double>(images) * std::min(64.0, seconds_ / took)));
    }
  }

  static TrainingPace pace_of(const ExperimentCell& cell, std::int64_t images, const fs::path& run) {
    const std::string text = read_file(train_log_path(run), kMaxBytes);
    const auto lines = split_text(text, '\n');
    const auto names = split_text(lines.front(), ',');
    const auto value = [&](std::size_t row, const char* name) {
      const auto column = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
      return parse_double(split_text(lines.at(row), ',').at(column)).value_or(0.0);
    };
    const auto count = static_cast<double>(images);
    TrainingPace pace{.seconds_per_image_before = 1.0 / value(1, "images_per_second"),
                      .seconds_per_image_after = 1.0 / value(2, "images_per_second")};
    pace.test_seconds = std::max(0.0, value(1, "seconds") - count * pace.seconds_per_image_before);
    const double estimates = value(2, "seconds") - count * pace.seconds_per_image_after - pace.test_seconds;
    const auto samples_of = [](const auto& piece) { return piece.on ? piece.samples : 0; };
    const double draws = count * (estimates_per_image(cell, 1 << 20) > 0.0
                                      ? static_cast<double>(samples_of(cell.train.read<DiscardSettings>()) +
                                                            samples_of(cell.train.read<ReweightSettings>()))
                                      : 0.0);
    if (draws > 0.0) pace.seconds_per_estimate = std::max(0.0, estimates / draws);
    for (const auto& entry : fs::recursive_directory_iterator(run)) {
      if (entry.is_regular_file()) pace.disk_bytes += entry.file_size();
    }
    return pace;
  }

  double vote(const ExperimentCell& cell, const fs::path& folder) const {
    const auto settings = cell.certify.read<CertifySettings>();
    Words words{"bench",       "run/model.safetensors",
                "--seconds",   join_text(seconds_),
                "--precision", settings.precision,
                "--threads",   std::to_string(job_.threads),
                "--format",    "json",
                "-o",          "bench.json"};
    if (settings.engine != "auto") words.insert(words.end(), {"--engine", settings.engine});
    run(words, folder);
    const auto json = nlohmann::json::parse(read_json_text(folder / "bench.json", kMaxBytes));
    double best = 0.0;  // auto takes the fastest
    for (const auto& speed : json.at("speeds"))
      best = std::max(best, speed.at("images_per_second").get<double>());
    return best;
  }

  const ExperimentJob& job_;
  double seconds_;
};

CellCost cost_of(const ExperimentCell& cell, const Pace& pace) {
  CellCost cost{.why_unknown = pace.why_unknown};
  const auto images = static_cast<double>(training_images(cell));
  if (cost.why_unknown.empty() && images == 0.0) cost.why_unknown = "the size of its data set is not known";
  if (!cost.why_unknown.empty()) return cost;
  const std::int64_t epochs = cell.train.read<LoopSettings>().epochs;
  const auto before = static_cast<double>(plain_epochs(cell));
  const double after = static_cast<double>(epochs) - before;
  cost.train_seconds = images * (before * pace.training.seconds_per_image_before +
                                 after * pace.training.seconds_per_image_after +
                                 estimates_per_image(cell, epochs) * pace.training.seconds_per_estimate) +
                       static_cast<double>(epochs) * pace.training.test_seconds;
  const auto certify = cell.certify.read<CertifySettings>();
  const double votes =
      static_cast<double>(certified_images(cell)) * static_cast<double>(certify.n + certify.n0);
  cost.certify_seconds = votes / pace.votes_per_second;
  cost.disk_bytes = pace.training.disk_bytes + static_cast<std::uintmax_t>(80 * certified_images(cell));
  return cost;
}

}  // namespace

std::vector<CellCost> measure_cell_costs(const ExperimentJob& job, const std::vector<bool>& open,
                                         double seconds,
                                         const std::function<void(const std::string& title)>& on_measure) {
  const Measurer measurer(job, seconds);
  std::map<std::string, Pace> paces;
  std::map<std::string, bool> tables;  // each is made once
  std::vector<CellCost> costs(job.experiment.cells.size());
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (!open[i]) continue;
    const ExperimentCell& cell = job.experiment.cells[i];
    const std::string key = cost_class(cell);
    if (!paces.contains(key)) {
      on_measure(cell.title());
      paces[key] = measurer.measure(cell);
    }
    const Pace& pace = paces[key];
    costs[i] = cost_of(cell, pace);
    for (const auto* table : {&cell.soft_labels, &cell.p_correct}) {
      if (!*table || !costs[i].why_unknown.empty() || tables[(*table)->file.string()]) continue;
      tables[(*table)->file.string()] = true;
      costs[i].certify_seconds += static_cast<double>(training_images(cell)) *
                                  static_cast<double>((*table)->samples) / pace.votes_per_second;
    }
  }
  return costs;
}

double seconds_with_jobs(const Experiment& experiment, const std::vector<CellCost>& costs,
                         const std::vector<bool>& open, int jobs) {
  struct Cell {
    int steps_left = 0;  ///< 2: training and certifying
    bool is_running = false;
    double end = 0.0;  ///< of the step that runs
  };
  std::vector<Cell> cells(open.size());
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i].steps_left = open[i] ? 2 : 0;
  const auto waits = [&](std::size_t i) {
    const ExperimentCell& cell = experiment.cells[i];
    return cells[i].steps_left == 2 &&
           ((cell.soft_labels && cells[cell.soft_labels->source].steps_left == 2) ||
            (cell.p_correct && cells[cell.p_correct->source].steps_left == 2));
  };
  double now = 0.0;
  int running = 0;
  for (;;) {
    for (std::size_t i = 0; i < cells.size() && running < jobs; ++i) {
      if (cells[i].is_running || cells[i].steps_left == 0 || waits(i)) continue;
      cells[i].is_running = true;
      cells[i].end = now + (cells[i].steps_left == 2 ? costs[i].train_seconds : costs[i].certify_seconds);
      ++running;
    }
    if (running == 0) return now;
    const auto next = std::ranges::min_element(cells, {}, [](const Cell& cell) {
      return cell.is_running ? cell.end : std::numeric_limits<double>::infinity();
    });
    now = next->end;
    next->is_running = false;
    --next->steps_left;
    --running;
  }
}

}  // namespace certus
