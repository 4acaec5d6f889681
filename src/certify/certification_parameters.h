#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "certus/base/parameter.h"
#include "certus/certify/certification_run.h"

namespace certus {

class Parameters;

/// Which images: the first index that is left out, and the stride.
Parameter& describe_max(Parameters& p, std::optional<std::int64_t>& max);
/// @param usual  in words
Parameter& describe_skip(Parameters& p, std::int64_t& skip, std::string usual);

/// The model's file options, the data set and the images of a run.
void describe_images(Parameters& p, CertificationOptions& run);
/// The noise of a run.
/// @param usual_seed  in words
void describe_noise(Parameters& p, CertificationOptions& run, std::string usual_seed);

/// The level of noise of networks, which has to be given.
Parameter& describe_sigma(Parameters& p, std::optional<double>& sigma);

}  // namespace certus
