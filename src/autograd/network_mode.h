#pragma once

namespace certus {

/// What a network is executed for.
enum class NetworkMode {
  kEval,   ///< batch norm uses running statistics
  kTrain,  ///< batch norm uses those of the batch and updates the running ones (kNormMomentum)
};

}  // namespace certus
