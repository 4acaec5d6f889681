#pragma once

#include "certus/record/certification_record.h"
#include "certus/smooth/certify.h"
#include "certus/stats/transfer_bound.h"

namespace certus {

/// How an exact network is certified with the votes of a cheap one.
struct TransferParams {
  std::int64_t paired = 10'000;  ///< of the n estimation draws, the first so many are shown to both
  TransferAlpha alpha;           ///< adds up to the budget's alpha at most; fixed before the draws
};

/// Cheap votes, what they prove of the exact network, and the paired draws behind that.
struct TransferCertificate {
  Certificate certificate;  ///< of the exact network's smoothed classifier; votes are the cheap network's
  PairedVotes paired;
};

/// CERTIFY of the exact network g. The cheap one, h, chooses the class on n0 draws and votes on n fresh ones;
/// g votes on the first `paired` of these, and the draws that it loses are bounded from above
/// (transfer_bound.h). With probability at least 1 - alpha the smoothed g returns the class everywhere in the
/// ball: how bad h is costs radius, never the promise.
TransferCertificate certify_by_transfer(VoteCounter& g, VoteCounter& h, ImageView x,
                                        const CertifyParams& params, const TransferParams& transfer,
                                        const NoiseKey& key);

/// The division of alpha for networks that differ as float32 and int8 ones usually do: on half a percent of
/// the draws, of images with p_A around 0.95.
TransferParams usual_transfer(const Budget& budget, std::int64_t paired);

}  // namespace certus
