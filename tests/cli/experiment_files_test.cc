// Every file of experiments/ is read, expanded and planned at each of its scales.
#include <gmock/gmock.h>

#include <filesystem>

#include "certus/base/error.h"
#include "certus/experiment/experiment.h"
#include "certus/experiment/experiment_file.h"
#include "support/program.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::certus_run;
using ::testing::HasSubstr;

std::vector<std::string> experiment_files() {
  std::vector<std::string> files;
  for (const std::string folder : {"", "examples"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(CERTUS_EXPERIMENTS) / folder)) {
      if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(ExperimentFiles, DryRunAtEachOfTheirScales) {
  const test::TempDir dir;
  ASSERT_GE(experiment_files().size(), 20U);
  for (const std::string& file : experiment_files()) {
    for (const std::string scale : {"desk", "paper"}) {
      const ExperimentFile read = read_experiment_file(file, scale);
      EXPECT_FALSE(read.title.empty()) << file;
      const auto outcome = certus_run({"experiment", "run", file, "--scale", scale, "-o",
                                       (dir / "r").string(), "--dry-run", "--measure", "0"});
      if (read.has_scale) {
        EXPECT_EQ(outcome.code, 0) << file << ' ' << scale << ": " << outcome.err;
      } else {
        EXPECT_THAT(outcome.err, HasSubstr("has no scale")) << file;
      }
    }
  }
  EXPECT_FALSE(std::filesystem::exists(dir / "r"));
}

TEST(ExperimentFiles, OfThePaperGoTogether) {
  std::vector<std::string> files;
  for (const std::string& file : experiment_files()) {
    if (file.find("examples") == std::string::npos) files.push_back(file);
  }
  const Experiment desk = load_experiment(files, "desk");
  // Seven methods, seven further rows of the ablation... what the sweeps share with the main table is there
  // once.
  EXPECT_EQ(desk.cells.size(), 21U + 18U + 4U + 5U + 4U + 4U + 4U + 5U + 12U);
  const Experiment paper = load_experiment(files, "paper");
  EXPECT_EQ(paper.outputs.size(), desk.outputs.size() + 2U);  // those of ImageNet
}

}  // namespace
}  // namespace certus
