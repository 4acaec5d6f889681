#pragma once

#include <cstdint>
#include <vector>

namespace certus {

class Dataset;
struct EngineInfo;
class VoteCounter;

/// A look at the model before a long run.
struct ModelCheck {
  std::int64_t images = 0;
  std::int64_t draws = 0;           ///< noise draws an image
  std::int64_t clean_right = 0;     ///< images whose noise-free class is the label
  std::int64_t noisy_right = 0;     ///< draws, of images * draws, whose class is the label
  std::int64_t smoothed_right = 0;  ///< images whose plurality over the draws is the label
  std::int64_t non_finite = 0;      ///< draws without a vote
  /// Whether guessing among the model's classes would do as well on clean images: at most a tenth of the way
  /// from chance to perfect, and as many right in more than one of a thousand such guesses. Wrong
  /// normalization or pixel range is the usual reason.
  bool clean_is_near_chance = false;
};

/// Clean accuracy, noisy base accuracy and smoothed accuracy on `images`, with `draws` draws each.
ModelCheck check_model(VoteCounter& f, const Dataset& data, const std::vector<std::int64_t>& images,
                       double sigma, std::int64_t draws, std::uint64_t seed);

/// Fails unless the data set's images and classes are those of the model: shape, and no more classes than
/// logits.
void check_fits(const EngineInfo& model, const Dataset& data);

}  // namespace certus
