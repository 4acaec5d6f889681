#include "certus/certify/transfer_certification.h"

#include <algorithm>
#include <utility>

#include "certus/base/error.h"
#include "certus/certify/listener_scope.h"

namespace certus {
namespace {

/// Votes by draw of the first so many draws from `first` on.
class Ballots {
 public:
  Ballots(VoteCounter& f, std::uint64_t first, std::int64_t count)
      : votes_(static_cast<std::size_t>(count)),
        listening_(f.on_votes, [this, first](std::uint64_t from, std::span<const int> votes) {
          for (std::size_t i = 0; i < votes.size(); ++i) {
            const std::uint64_t at = from + i - first;
            if (at < votes_.size()) votes_[at] = votes[i];
          }
        }) {}
  const std::vector<int>& votes() const { return votes_; }

 private:
  std::vector<int> votes_;
  ListenerScope<decltype(VoteCounter::on_votes)> listening_;
};

}  // namespace

TransferCertificate certify_by_transfer(VoteCounter& g, VoteCounter& h, ImageView x,
                                        const CertifyParams& params, const TransferParams& transfer,
                                        const NoiseKey& key) {
  CERTUS_CHECK(transfer.paired >= 1 && transfer.paired <= params.budget.n);
  const float sigma = noise_scale(params.budget.sigma);
  const auto first = static_cast<std::uint64_t>(params.n0);
  const int top = top_class(h.count(x, sigma, key, 0, params.n0));
  const Ballots of_h(h, first, transfer.paired);
  Votes votes = h.count(x, sigma, key, first, params.budget.n);
  const Ballots of_g(g, first, transfer.paired);
  g.count(x, sigma, key, first, transfer.paired);

  TransferCertificate result{.paired = {.draws = transfer.paired}};
  for (std::size_t i = 0; i < of_h.votes().size(); ++i) {
    result.paired.lost += of_h.votes()[i] == top && of_g.votes()[i] != top ? 1 : 0;
  }
  const auto radius =
      radius_of_bound(transfer_lower({.cheap_votes = votes.counts[static_cast<std::size_t>(top)],
                                      .cheap_draws = params.budget.n,
                                      .lost_votes = result.paired.lost,
                                      .paired_draws = transfer.paired},
                                     transfer.alpha),
                      params.budget.sigma);
  result.certificate = {.top_class = radius ? std::optional<int>(top) : std::nullopt,
                        .radius = radius.value_or(0.0),
                        .votes = std::move(votes)};
  return result;
}

TransferParams usual_transfer(const Budget& budget, std::int64_t paired) {
  if (paired < 1 || paired > budget.n) {
    fail(ErrorKind::kConfig, paired, " paired draws, expected a number in [1, n = ", budget.n, "]");
  }
  return {.paired = paired, .alpha = best_transfer_alpha(0.95, 0.005, budget.n, paired, budget.alpha)};
}

}  // namespace certus
