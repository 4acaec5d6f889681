#pragma once

#include "certus/record/certification_record.h"
#include "certus/smooth/vote_counter.h"

namespace certus {

/// Writes votes into a record: of classes that got any, and of draws for none.
inline void set_votes(CertificationRecord& record, const Votes& votes) {
  record.nan_votes = votes.non_finite + votes.doubtful;
  record.counts.clear();
  for (std::size_t c = 0; c < votes.counts.size(); ++c) {
    if (votes.counts[c] > 0) record.counts.push_back({static_cast<int>(c), votes.counts[c]});
  }
}

}  // namespace certus
