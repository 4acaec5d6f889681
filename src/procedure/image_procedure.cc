#include "certus/procedure/image_procedure.h"

#include <utility>

namespace certus {

ChosenImage::ChosenImage(const ImageContext& context, std::int64_t n0)
    : record_{.idx = context.index, .label = context.label, .n0 = n0},
      votes_{.counts = std::vector<std::int64_t>(static_cast<std::size_t>(context.num_classes))} {}

ChosenImage::ChosenImage(const CertificationRecord& before, int chosen, int num_classes)
    : record_(before),
      chosen_(chosen),
      votes_{.counts = std::vector<std::int64_t>(static_cast<std::size_t>(num_classes)),
             .non_finite = before.nan_votes} {
  for (const ClassVotes& entry : before.counts)
    votes_.counts.at(static_cast<std::size_t>(entry.label)) = entry.votes;
}

DrawRange ChosenImage::wanted() const {
  if (!chosen_) return {.first = 0, .count = record_.n0};
  return wanted_after_choice();
}

void ChosenImage::add(const Votes& votes) {
  draws_made_ += draws_of(votes);
  if (!chosen_) {
    chosen_ = top_class(votes);
    return;
  }
  add_votes(votes_, votes);
  take(votes);
}

CertificationRecord ChosenImage::row_of_votes() const {
  CertificationRecord row = record_;
  row.predicted.reset();
  row.radius = 0.0;
  row.n = draws_of(votes_);
  set_votes(row, votes_);
  return row;
}

}  // namespace certus
