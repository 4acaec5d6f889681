#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace certus {

/// How the network classified the test images under noise, after an epoch.
struct TestLook {
  std::vector<std::int64_t> labels;     ///< number of test images of each class
  std::vector<std::int64_t> predicted;  ///< by class: number of images that the network assigns to it
  std::int64_t correct = 0;
};

/// The numbers that show, after an epoch, whether a run has collapsed.
struct RunHealth {
  std::int64_t epoch = 0;        ///< from 0
  std::int64_t epochs = 0;       ///< of the whole run
  std::optional<TestLook> test;  ///< empty when the epoch had no test pass
  std::int64_t images = 0;       ///< of the training set
  std::int64_t kept = 0;         ///< of them, after discarding
};

enum class CollapseSign {
  kOneClass,   ///< nearly all test images are assigned to one class, to which most of them do not belong
  kChance,     ///< accuracy under noise does not differ from guessing
  kDiscarded,  ///< most training images were discarded
};

/// A sign of collapse with a sentence that describes it and says what may help.
struct Collapse {
  CollapseSign sign;
  std::string text;
};

/// The signs that a run shows. Test images are judged after three epochs, or at the end of a shorter run,
/// because a network may predict a single class at first. Accuracy is at chance when it is at most three
/// standard deviations of guessing above 1/classes.
std::vector<Collapse> signs_of_collapse(const RunHealth& health);

}  // namespace certus
