#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace certus {

/// What the network made of the test images under noise, after an epoch.
struct TestLook {
  std::vector<std::int64_t> labels;     ///< test images by class
  std::vector<std::int64_t> predicted;  ///< by class: images that the network takes for it
  std::int64_t correct = 0;
};

/// What tells whether a run has collapsed, after an epoch.
struct RunHealth {
  std::int64_t epoch = 0;        ///< from 0
  std::int64_t epochs = 0;       ///< of the whole run
  std::optional<TestLook> test;  ///< empty when the epoch had no test pass
  std::int64_t images = 0;       ///< of the training set
  std::int64_t kept = 0;         ///< of them, after discarding
};

enum class CollapseSign {
  kOneClass,   ///< nearly all test images are taken for one class, which most of them are not
  kChance,     ///< accuracy under noise does not differ from guessing
  kDiscarded,  ///< most training images were discarded
};

/// A sign of collapse with the sentence that tells it and what may help.
struct Collapse {
  CollapseSign sign;
  std::string text;
};

/// The signs that a run shows. Test images are judged after three epochs, or at the end of a shorter run: a
/// network may begin with one class. Accuracy is at chance when it is at most three standard deviations of
/// guessing above 1/classes.
std::vector<Collapse> signs_of_collapse(const RunHealth& health);

}  // namespace certus
