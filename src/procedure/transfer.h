#pragma once

#include "certus/procedure/procedure.h"
#include "certus/stats/transfer_bound.h"

namespace certus {

/// How an exact network is certified with the votes of a cheap one.
struct TransferParams {
  std::int64_t paired = 10'000;  ///< both networks vote on the first `paired` of the n estimation draws
  TransferAlpha alpha;           ///< adds up to the budget's alpha at most; fixed before the draws
};

/// CERTIFY of the exact network g (voter 0). The cheap one, h (voter 1), chooses the class on n0 draws and
/// votes on n fresh ones; g votes on the first `paired` of these, and the draws that it loses are bounded
/// from above (transfer_bound.h). With probability at least 1 - alpha the smoothed g returns the class
/// everywhere in the ball: a bad h costs radius, never the promise.
std::shared_ptr<const Procedure> transfer_procedure(std::int64_t n0, const Budget& budget,
                                                    const TransferParams& params);

/// The division of alpha for networks that differ as float32 and int8 ones usually do: on half a percent of
/// the draws, of images with p_A around 0.95.
TransferParams usual_transfer(const Budget& budget, std::int64_t paired);

const ProcedureKind& transfer_kind();

}  // namespace certus
