#include "certus/experiment/run_experiment.h"

#include <gmock/gmock.h>

#include "certus/base/file.h"
#include "certus/experiment/cell_selection.h"
#include "certus/experiment/cell_state.h"
#include "certus/experiment/experiment_document.h"
#include "certus/report/json_values.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Cells of two methods and two seeds, and a program in the place of certus that only says no.
class ExperimentRuns : public ::testing::Test {
 protected:
  ExperimentRuns() {
    write_file(dir_ / "x.toml",
               "[desk]\npresets = \"mnist/desk\"\n"
               "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\nseeds = [0, 1]\n"
               "[[cells]]\npreset = \"consistency\"\nsigma = 0.5\nseeds = [0, 1]\n",
               Overwrite::kAllow);
    experiment_ = load_experiment({(dir_ / "x.toml").string()}, "desk");
    write_file(dir_ / "program", "#!/bin/sh\necho no\nexit 1\n", Overwrite::kAllow);
    std::filesystem::permissions(dir_ / "program", std::filesystem::perms::owner_all);
  }
  /// Of a finished cell.
  void damage(std::size_t cell) const {
    folder_.begin(experiment_.cells[cell], 1);
    write_file(folder_.cell(experiment_.cells[cell]) / "summary.json", "{}", Overwrite::kAllow);
    write_file(folder_.cell(experiment_.cells[cell]) / "cell.json", "{\"numbers\": \"one\"}",
               Overwrite::kAllow);
  }
  ExperimentJob job() const {
    return {.experiment = experiment_,
            .root = folder_.root(),
            .program = dir_ / "program",
            .data_words = {},
            .logs = {},
            .wanted = {}};
  }
  test::TempDir dir_;
  Experiment experiment_;
  ResultFolder folder_{dir_ / "results"};
};

TEST_F(ExperimentRuns, NameADamagedCellAndGoOnWithTheOthers) {
  damage(1);
  const ExperimentResult result = run_experiment(job());
  ASSERT_EQ(result.failures.size(), 4U);
  EXPECT_EQ(result.failures[0].title, experiment_.cells[1].title());
  EXPECT_THAT(result.failures[0].message, HasSubstr("seed-1/cell.json: has no whole number 'numbers'"));
  EXPECT_EQ(result.failures[0].log, "");
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(result.failures[i].message, "training ended with code 1: no");
    EXPECT_TRUE(std::filesystem::exists(result.failures[i].log));
  }
}

TEST_F(ExperimentRuns, LeaveOutADamagedCellThatNobodyAskedFor) {
  damage(1);
  std::vector<std::string> notes;
  ExperimentJob only = job();
  only.wanted = {true, false, false, false};
  only.on_note = [&](const std::string& text) { notes.push_back(text); };
  EXPECT_EQ(run_experiment(only).failures.size(), 1U);
  EXPECT_THAT(notes.front(), HasSubstr("seed 1: is left out: "));
}

TEST_F(ExperimentRuns, MakeOutputsDespiteADamagedCell) {
  damage(0);
  const ExperimentResult result = make_outputs(job());
  ASSERT_EQ(result.failures.size(), 1U);
  EXPECT_EQ(result.failures[0].title, experiment_.cells[0].title());
}

TEST_F(ExperimentRuns, ShowADamagedCellInTheStatus) {
  damage(0);
  EXPECT_THAT(cell_state(folder_, experiment_.cells[0]).text, StartsWith("damaged: "));
  EXPECT_FALSE(cell_state(folder_, experiment_.cells[0]).is_to_make);
  const Document document = status_document(experiment_, folder_.root(), {true, true, false, false});
  ASSERT_EQ(json_in(document)["cells"].size(), 2U);
  EXPECT_THAT(json_in(document)["cells"][0]["state"].get<std::string>(), StartsWith("damaged: "));
  EXPECT_EQ(json_in(document)["cells"][1]["state"], "waits");
}

TEST_F(ExperimentRuns, SelectCellsByNameAndByPlace) {
  EXPECT_THAT(select_cells(experiment_, {}), ElementsAre(true, true, true, true));
  EXPECT_THAT(select_cells(experiment_, {"gaussian"}), ElementsAre(true, true, false, false));
  EXPECT_THAT(select_cells(experiment_, {"gaussian/*/seed-1", "mnist/consistency/*"}),
              ElementsAre(false, true, true, true));
  EXPECT_EQ(error_of([&] { select_cells(experiment_, {"macer"}); }),
            "macer fits no cell, expected a name (gaussian, consistency) or a pattern like "
            "'gaussian/*/seed-0'");
}

TEST_F(ExperimentRuns, TakeLessTimeWithSeveralJobs) {
  const std::vector<CellCost> costs{{.train_seconds = 100, .certify_seconds = 20},
                                    {.train_seconds = 100, .certify_seconds = 20},
                                    {.train_seconds = 200, .certify_seconds = 20},
                                    {.train_seconds = 9, .certify_seconds = 9}};
  const std::vector<bool> open{true, true, true, false};
  EXPECT_EQ(seconds_with_jobs(experiment_, costs, open, 1), 460.0);
  EXPECT_EQ(seconds_with_jobs(experiment_, costs, open, 2), 340.0);
  EXPECT_EQ(seconds_with_jobs(experiment_, costs, open, 3), 220.0);
  EXPECT_EQ(seconds_with_jobs(experiment_, costs, open, 9), 220.0);
  EXPECT_EQ(seconds_with_jobs(experiment_, costs, {false, false, false, false}, 2), 0.0);
  // A cell whose training needs votes of another one waits for its model.
  Experiment waiting = experiment_;
  waiting.cells[2].soft_labels = VoteTable{.cell = "gaussian", .source = 0};
  EXPECT_EQ(seconds_with_jobs(waiting, costs, open, 3), 320.0);
}

TEST_F(ExperimentRuns, TellTheTimeOfSeveralJobs) {
  DryRun run{.experiment = experiment_,
             .root = folder_.root(),
             .wanted = {true, true, false, false},
             .jobs = 2,
             .seconds = 1.0,
             .costs = std::vector<CellCost>(4, {.train_seconds = 100, .certify_seconds = 20})};
  const Document two = dry_run_document(run);
  EXPECT_EQ(json_in(two)["seconds"], 240.0);
  EXPECT_EQ(json_in(two)["seconds_with_jobs"], 120.0);
  EXPECT_THAT(render(two, Format::kText),
              HasSubstr("together 0:04:00, about 0:02:00 with 2 jobs\n  at a time; disk "));
  run.jobs = 1;
  const Document one = dry_run_document(run);
  EXPECT_EQ(json_in(one)["seconds_with_jobs"], 240.0);
  EXPECT_THAT(render(one, Format::kText), HasSubstr("together 0:04:00; disk "));
}

}  // namespace
}  // namespace certus
