#pragma once

#include <vector>

#include "certus/logs/certification_log.h"
#include "certus/metrics/p_a_distribution.h"

namespace certus {

/// The true classes that occur in a log, rising.
std::vector<int> classes_of(const CertificationLog& log);

/// The rows of one true class, as a log of its own: every metric of a log is then a metric of the class.
CertificationLog rows_of_class(const CertificationLog& log, int label);

/// The votes for their label that the images of one true class got.
struct VotesOfClass {
  int label = 0;
  std::int64_t images = 0;
  std::vector<PaDistribution::Group> groups;  ///< by rising n, then votes; unknown ones left out
  std::int64_t unknown_abstained = 0;         ///< images of unknown votes that abstained
  std::int64_t unknown_other = 0;             ///< ... that were certified as another class
};

/// All classes of a log, by rising label.
/// @param n  votes per image, unless each image has its own number
std::vector<VotesOfClass> votes_by_class(const CertificationLog& log, std::int64_t n);

}  // namespace certus
