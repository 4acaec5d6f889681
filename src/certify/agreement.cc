#include "certus/certify/agreement.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/certify/listener_scope.h"

namespace certus {
namespace {

struct Ballot {
  CertificationRecord record;
  std::vector<int> votes;  ///< by draw
};

Ballot ballot_of(const Job& job, VoteCounter& f, const Image& image, std::int64_t index) {
  Ballot ballot;
  ballot.votes.resize(static_cast<std::size_t>(job.params.n0 + job.params.budget.n));
  const ListenerScope<decltype(f.on_votes)> listening(
      f.on_votes, [&](std::uint64_t first, std::span<const int> votes) {
        std::copy(votes.begin(), votes.end(), ballot.votes.begin() + static_cast<std::ptrdiff_t>(first));
      });
  ballot.record = record_of_image(job, f, image, index);
  return ballot;
}

std::int64_t differences(const std::vector<int>& a, const std::vector<int>& b) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
  return count;
}

}  // namespace

std::vector<EngineVotes> compare_engines(const Job& job,
                                         std::span<const std::unique_ptr<VoteCounter>> engines,
                                         const Dataset& data, const std::vector<std::int64_t>& images,
                                         const Clock& clock,
                                         const std::function<void(std::int64_t)>& on_draws) {
  CERTUS_CHECK(!engines.empty() && job.procedure != Procedure::kPredict);
  std::vector<EngineVotes> result(engines.size());
  std::vector<std::vector<CertificationRecord>> records(engines.size());
  for (const std::int64_t index : images) {
    const Image image = data.get(index);
    std::vector<int> expected;
    for (std::size_t i = 0; i < engines.size(); ++i) {
      VoteCounter& f = *engines[i];
      const ListenerScope<decltype(f.on_draws)> listening(f.on_draws, on_draws);
      const double begin = clock.seconds();
      Ballot ballot = ballot_of(job, f, image, index);
      result[i].seconds += clock.seconds() - begin;
      if (i == 0) expected = ballot.votes;
      result[i].changed += differences(ballot.votes, expected);
      result[i].draws += std::ssize(ballot.votes);
      records[i].push_back(std::move(ballot.record));
    }
  }
  for (std::size_t i = 0; i < engines.size(); ++i) {
    result[i].engine = engines[i]->info();
    result[i].log = log_of(records[i]);
  }
  return result;
}

}  // namespace certus
