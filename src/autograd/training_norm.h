#pragma once

#include <cstdint>
#include <string>

namespace certus {

/// What batch norm does in kTrain, whichever kernels compute it.

/// Share of the batch in the new running statistics; PyTorch's default.
inline constexpr double kNormMomentum = 0.1;

/// Fails when a batch has only one value of a channel, because its variance would be 0 / 0.
///
/// @param weight  names the norm
/// @param values  of a channel: rows x pixels
void check_norm_values(const std::string& weight, std::int64_t values);

}  // namespace certus
