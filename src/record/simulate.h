#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "certus/base/file.h"
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

/// How a simulated log is written.
enum class LogStyle {
  kCertus,  ///< a record with counts, and its manifest
  kField,   ///< the six columns of the field, with radii rounded to three digits
};

/// A log to be simulated.
struct SimulatedLog {
  Population population;
  std::string population_name;  ///< for the manifest
  SimulationParams params;
  LogStyle style = LogStyle::kCertus;
};

struct SimulationCounts {
  std::int64_t correct = 0, abstained = 0;
};

/// Simulates all images and writes their log. Fails when it exists and `overwrite` refuses to replace it.
SimulationCounts write_simulated_log(const std::filesystem::path& path, const SimulatedLog& log,
                                     Overwrite overwrite);

}  // namespace certus
