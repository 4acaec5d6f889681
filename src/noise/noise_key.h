#pragma once

#include <cstdint>

namespace certus {

/// What a stream of random numbers is used for. Streams of different purposes never share random numbers.
enum class Purpose : std::uint8_t {
  kVotes = 0,        ///< noise of CERTIFY
  kTraining = 1,     ///< noise of training steps
  kAugment = 2,      ///< crops and flips
  kShuffle = 3,      ///< order of training images
  kWeights = 4,      ///< initial weights
  kModelCheck = 5,   ///< noise for the check of a model before a run
  kPredict = 6,      ///< noise of PREDICT: its answer is independent of a certificate under the same seed
  kEstimate = 7,     ///< noise of p_A estimates and soft labels of training images
  kStepChoice = 8,   ///< random choices of a training step beyond its noise
  kTestPass = 9,     ///< noise of test images after a training epoch
  kCalibrate = 10,   ///< noise of the images that determine the scales of an int8 network
  kNoiseCheck = 11,  ///< noise that is checked before a run
  kBound = 12,       ///< the uniform number of a randomised bound
};

/// Names one stream of random numbers. Everything drawn is a pure function of (key, sample, element). There
/// is no generator object, and the order of calls does not matter, so any batch, thread, rank or resumed run
/// sees the same numbers.
struct NoiseKey {
  std::uint64_t seed = 0;
  std::uint64_t image = 0;  ///< position in the data set; less than 2^40
  Purpose purpose = Purpose::kVotes;
  friend bool operator==(const NoiseKey&, const NoiseKey&) = default;
};

}  // namespace certus
