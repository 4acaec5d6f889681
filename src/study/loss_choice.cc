#include "certus/study/loss_choice.h"

#include "certus/base/error.h"
#include "certus/recipe/epoch_plan.h"
#include "certus/recipe/train_settings.h"

namespace certus {

std::string loss_sentence(const LossChoice& choice, const StepLoss& loss) {
  if (!choice.settings)
    return "Loss: plain cross entropy at one noise draw, which is not what training methods descend.";
  const Config& settings = *choice.settings;
  const TrainingPieces pieces = pieces_of(settings);
  std::string text = join_text(choice.name, ": method ", settings.read<LoopSettings>().method, ", ",
                               loss.copies, loss.copies == 1 ? " noise copy" : " noise copies",
                               ", last epoch (", loss.epoch, ", counted from 0)");
  if (loss.attack) {
    text += join_text(", sphere attack on the noise (", loss.attack->steps, " steps of ",
                      loss.attack->step_size, ", ", sphere_norm_name(loss.attack->norm), ')');
  }
  if (pieces.discard_from && *pieces.discard_from <= loss.epoch)
    text += join_text(", discard below p_A = ", settings.read<DiscardSettings>().below);
  if (pieces.reweight_from && *pieces.reweight_from <= loss.epoch)
    text += join_text(", reweight by ", settings.read<ReweightSettings>().samples, " votes");
  return text + '.';
}

}  // namespace certus
