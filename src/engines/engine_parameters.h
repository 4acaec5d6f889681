#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "certus/base/parameter.h"
#include "certus/engines/engine_choice.h"

namespace certus {

class Parameters;

/// How many workers execute a network.
Parameter& describe_threads(Parameters& p, std::optional<std::int64_t>& workers);

/// What executes a network: threads, engine and device.
void describe_engine(Parameters& p, EngineChoice& choice, std::optional<std::int64_t>& workers);

/// What counts votes, and how.
struct VoterFields {
  EngineChoice& choice;
  std::optional<std::int64_t>& workers;
  std::int64_t& batch;
  std::filesystem::path& scales;  ///< of int8; empty: the usual place beside the model
};

/// The same with precision, scales and batch.
/// @param usual_precision  in words
void describe_voters(Parameters& p, const VoterFields& fields, const std::string& usual_precision);

}  // namespace certus
