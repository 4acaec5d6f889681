#pragma once

#include <cstdint>

#include "certus/record/certification_record.h"
#include "certus/record/population.h"

namespace certus {

/// A data set whose true p_A values are known.
struct SimulationParams {
  std::int64_t images = 1000;
  std::int64_t n0 = 100;
  Budget budget;
  int classes = 10;
  std::uint64_t seed = 0;
};

/// Certifies image i of a simulated data set: its p_A comes from the population, its votes are binomial
/// draws, and CERTIFY decides on them as on real votes. Votes that miss the label go to the next class. A
/// pure function of (seed, i): the order of images does not matter.
CertificationRecord simulate_record(const Population& population, const SimulationParams& params,
                                    std::int64_t i);

}  // namespace certus
