#include "certus/certify/model_check.h"

#include "certus/base/error.h"
#include "certus/data/dataset.h"
#include "certus/smooth/vote_counter.h"
#include "certus/stats/binomial.h"

namespace certus {
void check_fits(const EngineInfo& model, const Dataset& data) {
  if (model.shape != data.shape()) {
    fail(ErrorKind::kConfig, "the model takes images of ", shape_text(model.shape), ", but the data set ",
         data.identity(), " has ", shape_text(data.shape()), "; another data set or another model?");
  }
  if (model.num_classes < data.num_classes()) {
    fail(ErrorKind::kConfig, "the model knows ", model.num_classes,
         model.num_classes == 1 ? " class" : " classes", ", but the data set ", data.identity(), " has ",
         data.num_classes(), "; another data set or another model?");
  }
}

ModelCheck check_model(VoteCounter& f, const Dataset& data, const std::vector<std::int64_t>& images,
                       double sigma, std::int64_t draws, std::uint64_t seed) {
  ModelCheck check{.images = static_cast<std::int64_t>(images.size()), .draws = draws};
  for (const std::int64_t i : images) {
    const Image image = data.get(i);
    // Draws of the check are not those of the run: nothing that is seen here touches a certificate.
    const NoiseKey key{.seed = seed, .image = static_cast<std::uint64_t>(i), .purpose = Purpose::kModelCheck};
    const Votes clean = f.count(image.view(), 0.0F, key, 0, 1);
    const Votes noisy = f.count(image.view(), noise_scale(sigma), key, 0, draws);
    const auto label = static_cast<std::size_t>(image.label);
    check.clean_right += clean.counts[label];
    check.noisy_right += noisy.counts[label];
    check.smoothed_right += noisy.counts[label] > 0 && top_class(noisy) == image.label ? 1 : 0;
    check.non_finite += noisy.non_finite;
  }
  const double chance = 1.0 / f.info().num_classes;
  const double right = static_cast<double>(check.clean_right) / static_cast<double>(check.images);
  check.clean_is_near_chance =
      binomial_upper_tail(check.clean_right, check.images, Probability::from_p(chance)) > 0.001 &&
      right <= chance + 0.1 * (1.0 - chance);
  return check;
}

}  // namespace certus
