#include "certus/experiment/cell_state.h"

#include "certus/base/error.h"
#include "certus/recipe/train_settings.h"

namespace certus {
namespace {

CellState state_of(const ResultFolder& folder, const ExperimentCell& cell) {
  const std::string stale = folder.why_stale(cell);
  if (!stale.empty()) return {.text = "to be made again: " + stale, .is_to_make = true};
  if (folder.is_finished(cell)) {
    if (folder.has_all_analyses(cell)) return {.text = "finished", .is_finished = true};
    return {.text = "certified; analyses of its gradients are missing"};
  }
  const std::string failure = folder.failure(cell);
  if (!failure.empty()) return {.text = "failed: " + failure, .is_to_make = true};
  if (folder.has_model(cell)) {
    const std::int64_t images = folder.images_certified(cell);
    return {.text = join_text("trained; ", images, images == 1 ? " image" : " images", " certified"),
            .is_to_make = true};
  }
  const std::int64_t epochs = folder.epochs_trained(cell);
  if (epochs == 0) return {.text = "waits", .is_to_make = true};
  return {.text = join_text("epoch ", epochs, " of ", cell.train.read<LoopSettings>().epochs, " trained"),
          .is_to_make = true};
}

}  // namespace

CellState cell_state(const ResultFolder& folder, const ExperimentCell& cell) {
  try {
    return state_of(folder, cell);
  } catch (const Error& error) {
    return {.text = join_text("damaged: ", error.what())};
  }
}

}  // namespace certus
