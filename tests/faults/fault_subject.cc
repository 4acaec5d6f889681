// What the program does in the middle of longer work, on its own: for tests with faults and kills.
//   certus_fault_subject train FOLDER      three epochs of a run: a checkpoint, then the row of the epoch;
//   continues certus_fault_subject fetch FOLDER URL  a data set of two files, in an archive at that address
#include <cstdio>
#include <cstring>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/sha256.h"
#include "certus/data/archive_members.h"
#include "certus/data/download.h"
#include "certus/data/fetch.h"
#include "certus/experiment/result_folder.h"
#include "certus/recipe/checkpoint.h"
#include "certus/recipe/run_folder.h"
#include "certus/recipe/training_log.h"
#include "certus/record/simulate.h"
#include "faults/toy_data.h"

namespace {

using namespace certus;
namespace fs = std::filesystem;

constexpr std::int64_t kEpochs = 3;

void train(const fs::path& folder) {
  const RunFolderLock lock(folder);
  const fs::path last = checkpoint_path(folder, "last");
  const std::map<std::string, std::string> binding{{"data", "made"}};
  TrainingState state{.parameters = {{"weight", {.shape = {4}, .values = {1, 2, 3, 4}}}}};
  if (fs::exists(last)) state = read_checkpoint(last, binding);
  TrainingLog log(train_log_path(folder), state.epoch);
  while (state.epoch < kEpochs) {
    for (float& value : state.parameters.at("weight").values) value *= 1.5F;
    const std::int64_t epoch = state.epoch++;
    // As the loop does it: the row first, so that a checkpoint never lacks one.
    log.append(
        {.epoch = epoch, .step = epoch, .lr = 0.1, .train_loss = 1.0 / static_cast<double>(state.epoch)});
    write_checkpoint(last, state, binding);
  }
  write_run_manifest(folder, {.train_data = "made", .finished = true});
}

void cell(const fs::path& folder, const std::string& file) {
  const ResultFolder results(folder);
  const ExperimentCell cell = load_experiment({file}, "desk").cells.at(0);
  if (!results.why_stale(cell).empty()) results.supersede(cell);
  if (results.is_finished(cell)) return;
  results.begin(cell, 1);
  const fs::path weights = results.weights(cell);
  if (!results.has_model(cell)) {
    TrainingLog(train_log_path(weights), 0).append({.epoch = 0, .lr = 0.1});
    write_file(model_path(weights, ".safetensors"), "trained with " + cell.config_text(), Overwrite::kAllow);
    write_run_manifest(weights, {.train_data = "made", .finished = true});
  }
  const fs::path record = results.cell(cell) / "record.tsv";
  write_simulated_log(record,
                      {.population = Population::parse("constant:0.9"),
                       .population_name = "constant:0.9",
                       .params = {.images = 5}},
                      Overwrite::kAllow);
  write_file(results.cell(cell) / "votes_of.txt", read_file(model_path(weights, ".safetensors"), 1 << 20),
             Overwrite::kAllow);
  results.finish(cell, 0.0);
}

void fetch(const fs::path& folder, const std::string& url) {
  KnownDataset known;
  known.name = "toy";
  known.folder = "toy-data";
  known.home = "https://example.org/toy";
  for (const char byte : {'a', 'b'}) {
    known.files.push_back(
        {std::string(1, byte), Split::kTrain, test::kToyBytes, sha256_hex(test::toy_content(byte))});
  }
  const FetchSource source{
      .name = "the server",
      .downloads =
          [&] {
            return std::vector<Download>{{url, "toy.tgz", {}, 1'000'000}};
          },
      .unpack =
          [](const std::vector<fs::path>& paths, const FileSink& sink) {
            read_archive_members(paths.at(0), {{"a", 1'000'000}, {"b", 1'000'000}}, sink);
          }};
  fetch_dataset(known, folder, {source}, {});
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 3 && std::strcmp(argv[1], "train") == 0) {
      train(argv[2]);
    } else if (argc == 4 && std::strcmp(argv[1], "cell") == 0) {
      cell(argv[2], argv[3]);
    } else if (argc == 4 && std::strcmp(argv[1], "fetch") == 0) {
      fetch(argv[2], argv[3]);
    } else {
      return 3;
    }
    return 0;
  } catch (const Error& error) {
    std::fprintf(stderr, "certus: %s\n", error.what());
    return 1;
  } catch (const std::filesystem::filesystem_error& error) {  // as the program answers it
    std::fprintf(stderr, "certus: %s\n", error.what());
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "certus: %s\n", error.what());
    return 2;
  }
}
