#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "certus/logs/certification_log.h"

namespace certus {

/// A classifier that does not look at its images, or hardly does. One that always says "cat" has large
/// certified radii and a good average, and none of these numbers says anything about robustness.
struct NearConstant {
  enum class Kind {
    kOneClass,  ///< one class for nearly all images
    kChance,    ///< right as often as predictions that have nothing to do with the labels
  };
  Kind kind = Kind::kOneClass;
  std::int64_t answered = 0;  ///< rows that did not abstain
  std::int32_t top_class = 0;
  std::int64_t top_answers = 0;  ///< answers that are the class predicted most often
  std::int64_t right = 0;
  double chance = 0.0;  ///< share that would be right if the same answers were given to the images at random
};

/// Whether the predictions of a log, without its abstentions, are
///   one class    at least 95 % of them are one class, and so are at least 95 % of those for images of other
///                classes, of which there are at least 10. Where most images truly are of one class, a good
///                classifier says it often, too, but not for the others.
///   chance       right no more often than chance, the sum over classes of (share of the answers) * (share
///                of the labels): 1/K for balanced labels, the share of its label for a constant answer.
///                The exact binomial test at 0.01 does not find the accuracy above chance, and the one at
///                0.01 finds it less than ten points above. With too few images the second test does not
///                find this, and nothing is reported.
/// Empty: neither, as far as these images can tell.
std::optional<NearConstant> near_constant(const CertificationLog& log);

/// What to tell people, as a sentence that follows the name of the log.
std::string near_constant_text(const NearConstant& found);

}  // namespace certus
