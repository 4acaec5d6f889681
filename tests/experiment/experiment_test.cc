#include "certus/experiment/experiment.h"

#include <gmock/gmock.h>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/experiment/run_experiment.h"
#include "certus/recipe/method_settings.h"
#include "certus/recipe/train_settings.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Experiments : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& content) {
    write_file(dir_ / name, content, Overwrite::kAllow);
    return (dir_ / name).string();
  }
  Experiment load(const std::string& content, const std::string& scale = "desk") {
    return load_experiment({write("x.toml", content)}, scale);
  }
  std::string error_of(const std::string& content, const std::string& scale = "desk") {
    try {
      load(content, scale);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  static std::vector<std::string> places(const Experiment& experiment) {
    std::vector<std::string> out;
    for (const ExperimentCell& cell : experiment.cells) out.push_back(cell.place().string());
    return out;
  }
  test::TempDir dir_;
};

const std::string kScales = "[desk]\npresets = \"mnist/desk\"\n[paper]\npresets = \"cifar10\"\n";

TEST_F(Experiments, ExpandListsOfSigmasSeedsAndSettings) {
  const Experiment experiment =
      load(kScales +
           "[[cells]]\npreset = \"easy-focus\"\nsigma = [0.25, 0.5]\nseeds = [0, 3]\n"
           "[cells.train]\nsphere_attack.steps = [2, 6]\n");
  EXPECT_THAT(places(experiment), SizeIs(8));
  EXPECT_EQ(experiment.cells[0].preset, "mnist/desk/easy-focus-0.25");
  // At sigma 0.5 six steps are the preset's own: that cell has the name of the method alone.
  EXPECT_THAT(places(experiment),
              ::testing::Contains("mnist/easy-focus/sphere_attack.steps=2/noise_0.5/seed-3"));
  EXPECT_THAT(places(experiment), ::testing::Contains("mnist/easy-focus/noise_0.5/seed-3"));
  EXPECT_THAT(places(experiment),
              ::testing::Contains("mnist/easy-focus/sphere_attack.steps=6/noise_0.25/seed-0"));
}

TEST_F(Experiments, HaveTheirOwnPresetsAndSettingsAtEachScale) {
  const std::string text = kScales +
                           "[desk.train]\ntrain.epochs = 2\n[desk.certify]\nskip = 50\nn = 100\n"
                           "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n";
  const Experiment desk = load(text), paper = load(text, "paper");
  EXPECT_EQ(desk.cells[0].train.read<LoopSettings>().epochs, 2);
  EXPECT_EQ(desk.cells[0].certify.read<CertifySettings>().n, 100);
  EXPECT_EQ(paper.cells[0].preset, "cifar10/gaussian-0.50");
  EXPECT_EQ(paper.cells[0].train.read<LoopSettings>().epochs, 150);
  EXPECT_EQ(paper.cells[0].certify.read<CertifySettings>().n, 100000);
}

TEST_F(Experiments, GiveSettingsOfTheFileOnlyToMethodsThatReadThem) {
  const Experiment experiment = load(kScales +
                                     "[desk.train]\nsphere_attack.steps = 3\n"
                                     "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n"
                                     "[[cells]]\npreset = \"easy-focus\"\nsigma = 0.5\n");
  EXPECT_THAT(experiment.cells[0].overrides, Not(::testing::Contains(HasSubstr("sphere_attack"))));
  EXPECT_EQ(experiment.cells[1].train.read<SphereAttackSettings>().steps, 3);
}

TEST_F(Experiments, RefuseASweepThatTheMethodDoesNotRead) {
  EXPECT_THAT(
      error_of(kScales +
               "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n[cells.train]\nconsistency.lambda = [1, 2]\n"),
      AllOf(HasSubstr("x.toml:9: consistency.lambda would have no effect on 'gaussian'"),
            HasSubstr("only consistency reads it"), HasSubstr("remove the key")));
}

TEST_F(Experiments, NameTheLineAndTheNearestKey) {
  EXPECT_THAT(error_of(kScales + "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\nseedz = [1]\n"),
              AllOf(HasSubstr("x.toml:8: unknown key 'seedz'"), HasSubstr("'seeds'")));
  EXPECT_THAT(
      error_of(kScales + "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n[cells.train]\ntrain.epoch = 3\n"),
      AllOf(HasSubstr("x.toml:9: "), HasSubstr("did you mean 'train.epochs'?")));
  EXPECT_THAT(
      error_of(kScales + "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n[cells.certify]\nvotes = 3\n"),
      HasSubstr("x.toml:9: "));
  EXPECT_THAT(error_of(kScales + "[[cells]]\npreset = \"gausian\"\nsigma = 0.5\n"), HasSubstr("gaussian"));
}

TEST_F(Experiments, RefuseTwoCellsOfOneName) {
  EXPECT_THAT(error_of(kScales + "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n"
                                 "[[cells]]\npreset = \"gaussian\"\nsigma = 1.0\n"),
              AllOf(HasSubstr("x.toml:8: the name 'gaussian' is taken"), HasSubstr("another name")));
}

TEST_F(Experiments, ShareEqualCellsOfSeveralFilesAndRefuseUnequalOnes) {
  const std::string a = write("a.toml", kScales + "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n");
  const std::string b = write("b.toml", kScales + "[[cells]]\npreset = \"gaussian\"\nsigma = [0.5, 1.0]\n");
  EXPECT_THAT(load_experiment({a, b}, "desk").cells, SizeIs(2));
  const std::string c = write(
      "c.toml", kScales + "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n[cells.train]\ntrain.epochs = 9\n");
  try {
    load_experiment({a, c}, "desk");
    FAIL() << "two cells of one name with other settings";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("c.toml:5"), HasSubstr("a.toml:5"), HasSubstr("train.epochs = 4, now 9")));
  }
}

TEST_F(Experiments, FinishTheFirstOutputFirstAndOneSeedOfAllBeforeTheNext) {
  const Experiment experiment =
      load(kScales +
           "[[cells]]\npreset = \"gaussian\"\nsigma = [1.0, 0.5]\nseeds = [0, 1]\n"
           "[[cells]]\npreset = \"macer\"\nsigma = [1.0, 0.5]\n"
           "[[outputs]]\nfile = \"t.md\"\ncommand = \"table {records}\"\nsigma = 0.5\n");
  EXPECT_THAT(places(experiment),
              ElementsAre("mnist/gaussian/noise_0.5/seed-0", "mnist/macer/noise_0.5/seed-0",
                          "mnist/gaussian/noise_0.5/seed-1", "mnist/gaussian/noise_1/seed-0",
                          "mnist/gaussian/noise_1/seed-1", "mnist/macer/noise_1/seed-0"));
  EXPECT_THAT(experiment.outputs.at(0).cells, ElementsAre(0, 2, 1));
}

TEST_F(Experiments, TrainTheModelBehindATableOfVotesFirst) {
  const std::string needs =
      "[[cells]]\npreset = \"cat-rs\"\nsigma = 0.5\n"
      "soft_labels = { cell = \"gaussian\", sigma = 0.25, samples = 32 }\n";
  const Experiment experiment =
      load(kScales + "[[cells]]\npreset = \"gaussian\"\nsigma = [0.5, 0.25]\n" + needs +
           "[[outputs]]\nfile = \"t.md\"\ncommand = \"table {records}\"\ncells = [\"cat-rs\"]\n");
  EXPECT_EQ(places(experiment)[0], "mnist/gaussian/noise_0.25/seed-0");
  EXPECT_EQ(places(experiment)[1], "mnist/cat-rs/noise_0.5/seed-0");
  EXPECT_EQ(experiment.cells[1].soft_labels->source, 0U);
  EXPECT_EQ(experiment.cells[1].train.read<CatRsSettings>().soft_labels,
            experiment.cells[1].soft_labels->file.string());
  EXPECT_THAT(error_of(kScales + needs),
              HasSubstr("there is no cell 'gaussian' at sigma 0.25 before this one"));
}

TEST_F(Experiments, RefuseOutputsThatCannotBeMade) {
  const std::string cell = kScales + "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n";
  const std::string table = "[[outputs]]\nfile = \"t.md\"\ncommand = \"table {records}\"\n";
  EXPECT_THAT(error_of(cell + table + "cells = [\"macer\"]\n"), HasSubstr("cells has 'macer'"));
  EXPECT_THAT(error_of(cell + table + "sigma = 0.7\n"), HasSubstr("no cell fits this output"));
  EXPECT_THAT(error_of(cell + table + table), HasSubstr("two outputs are called t.md"));
  EXPECT_THAT(error_of(cell + "[[outputs]]\nfile = \"../t.md\"\ncommand = \"table {records}\"\n"),
              HasSubstr("below the folder of outputs"));
}

TEST_F(Experiments, SayWhichScaleAFileHas) {
  EXPECT_THAT(error_of("[paper]\npresets = \"imagenet\"\n[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n"),
              AllOf(HasSubstr("has no scale 'desk'"), HasSubstr("expected one of paper")));
  const std::string paper =
      write("p.toml", "[paper]\npresets = \"imagenet\"\n[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n");
  const std::string both = write("b.toml", kScales + "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n");
  const Experiment experiment = load_experiment({paper, both}, "desk");
  EXPECT_THAT(experiment.cells, SizeIs(1));
  EXPECT_THAT(experiment.notes,
              ElementsAre(HasSubstr("p.toml: has no scale 'desk', only paper; it is left out")));
  EXPECT_THAT(error_of("title = \"x\"\n"), HasSubstr("there is nothing to do"));
}

TEST_F(Experiments, AnalyseGradientsWithTheSettingsOfTheFileThatAsks) {
  const std::string a = write("a.toml", kScales + "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n");
  const std::string b =
      write("b.toml", kScales +
                          "[analyze]\nskip = 7\n[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n"
                          "[[outputs]]\nfile = \"n.png\"\ncommand = \"plot gradnorm {gradnorm}\"\n");
  const Experiment experiment = load_experiment({a, b}, "desk");
  ASSERT_THAT(experiment.cells, SizeIs(1));
  EXPECT_THAT(experiment.cells[0].analyses, ElementsAre("gradnorm"));
  EXPECT_EQ(experiment.cells[0].analyze.read<AnalyzeSettings>().skip, 7);
}

TEST_F(Experiments, IncludeWhatStandsBeside) {
  write("shared.toml", kScales + "[desk.train]\ntrain.epochs = 7\n");
  const Experiment experiment =
      load("include = \"shared.toml\"\n[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n");
  EXPECT_EQ(experiment.cells[0].train.read<LoopSettings>().epochs, 7);
  EXPECT_THAT(error_of("include = \"none.toml\"\n[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n"),
              HasSubstr("there is no file"));
}

TEST_F(Experiments, SweepSettingsThatAreListsByListsOfLists) {
  const Experiment experiment = load(
      kScales +
      "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n[cells.train]\noptimizer.milestones = [[1], [2, 3]]\n");
  ASSERT_THAT(experiment.cells, SizeIs(2));
  EXPECT_THAT(experiment.cells[0].train.read<OptimizerSettings>().schedule.milestones, ElementsAre(1));
  EXPECT_THAT(experiment.cells[1].varied, IsEmpty());  // the preset's own
}

TEST_F(Experiments, TellHowFarEachStepIsAndNothingElse) {
  const Experiment experiment =
      load(kScales + "[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\nseeds = [0]\n");
  // Instead of certus a script that prints what training does, a while apart, and ends without a model.
  const std::string program =
      write("program.sh",
            "#!/bin/sh\necho 'gaussian at sigma 0.5: lenet on mnist train, into weights'\n"
            "sleep 0.3\necho 'epoch 1/8, image 1/9, loss 1.8, 431 images/s, 0:14:38 left'\n"
            "sleep 0.3\necho 'discard: 5 of 9 images are kept'\nsleep 0.3\nexit 1\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  std::vector<std::string> shown;
  ExperimentJob job{.experiment = experiment,
                    .root = dir_ / "results",
                    .program = program,
                    .data_words = {},
                    .logs = {},
                    .wanted = {}};
  job.on_progress = [&](const ExperimentProgress& news) {
    ASSERT_EQ(news.under_way.size(), 1u);
    if (shown.empty() || shown.back() != news.under_way[0]) shown.push_back(news.under_way[0]);
  };
  EXPECT_EQ(run_experiment(job).failures.size(), 1u);
  EXPECT_THAT(shown, ElementsAre("gaussian, sigma 0.5, seed 0: training",
                                 "gaussian, sigma 0.5, seed 0: training, epoch 1/8, 0:14:38 left"));
}

}  // namespace
}  // namespace certus
