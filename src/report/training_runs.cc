#include "certus/report/training_runs.h"

#include <filesystem>
#include <set>

#include "certus/base/error.h"
#include "certus/logs/log_path.h"
#include "certus/metrics/method_names.h"

namespace certus {

std::vector<std::string> run_names(const std::vector<TrainingCurve>& runs,
                                   const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  std::vector<std::string> folders;
  std::set<double> sigmas;
  bool has_seeds = false;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    names.push_back(runs[i].name);
    folders.push_back(std::filesystem::absolute(paths[i]).lexically_normal().parent_path().string());
    has_seeds = has_seeds || seed_in_path(folders.back());
    if (const auto sigma = sigma_in_path(folders.back())) sigmas.insert(*sigma);
  }
  if (!has_seeds && std::set<std::string>(names.begin(), names.end()).size() == names.size()) return names;
  names = method_names(folders);
  if (sigmas.size() < 2) return names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (const auto sigma = sigma_in_path(folders[i])) names[i] += join_text(", \u03c3 = ", *sigma);
  }
  return names;
}

Figure training_runs_figure(std::vector<TrainingCurve> runs, const std::vector<std::string>& paths) {
  constexpr std::size_t kMostNames = 14;
  std::set<std::string> names;
  std::vector<TrainingCurve> begun;
  std::vector<std::string> waiting;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    names.insert(runs[i].name);
    if (runs[i].epoch.empty())
      waiting.push_back(paths[i] + ": has no epochs yet");
    else
      begun.push_back(std::move(runs[i]));
  }
  if (names.size() > kMostNames)
    fail(ErrorKind::kConfig, "more than ", kMostNames, " trainings cannot be told apart in one figure");
  if (begun.empty()) fail(ErrorKind::kData, waiting.front());
  Figure figure = training_figure(begun);
  for (const std::string& run : waiting) figure.notes.push_back(run + "; left out");
  return figure;
}

}  // namespace certus
