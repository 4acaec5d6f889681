#include "certus/certify/agreement.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/certify/listener_scope.h"
#include "certus/procedure/top_class.h"
#include "certus/smooth/procedure_task.h"

namespace certus {
namespace {

/// An image on its way that keeps the vote of every draw.
class Ballot final : public ProcedureTask {
 public:
  using ProcedureTask::ProcedureTask;

  bool wants_labels() const override { return true; }
  void add(const Votes& votes, std::span<const int> labels) override {
    labels_.insert(labels_.end(), labels.begin(), labels.end());
    ProcedureTask::add(votes, labels);
  }
  const std::vector<int>& labels() const { return labels_; }

 private:
  std::vector<int> labels_;
};

std::int64_t differences(const std::vector<int>& a, const std::vector<int>& b) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
  return count;
}

}  // namespace

std::vector<EngineVotes> compare_engines(std::int64_t n0, const Budget& budget, std::uint64_t seed,
                                         std::span<const std::unique_ptr<VoteCounter>> engines,
                                         const Dataset& data, const std::vector<std::int64_t>& images,
                                         const Clock& clock,
                                         const std::function<void(std::int64_t)>& on_draws) {
  CERTUS_CHECK(!engines.empty());
  const auto procedure = top_class_procedure(n0, budget);
  std::vector<EngineVotes> result(engines.size());
  std::vector<std::vector<CertificationRecord>> records(engines.size());
  for (const std::int64_t index : images) {
    const Image image = data.get(index);
    std::vector<int> expected;
    for (std::size_t i = 0; i < engines.size(); ++i) {
      VoteCounter& f = *engines[i];
      const ListenerScope<decltype(f.on_draws)> listening(f.on_draws, on_draws);
      const ImageContext context = image_context(*procedure, index, image.label, seed, f.info().num_classes);
      auto ballot = std::make_unique<Ballot>(procedure->begin(context), image, context.key);
      const Ballot& votes = *ballot;
      std::unique_ptr<DrawTask> task = std::move(ballot);
      const double begin = clock.seconds();
      run_draw_tasks(f, noise_scale(budget.sigma),
                     {.next = [&] { return std::move(task); },
                      .take =
                          [&](DrawTask&, double) {
                            if (i == 0) expected = votes.labels();
                            result[i].changed += differences(votes.labels(), expected);
                            result[i].draws += votes.draws_made();
                            records[i].push_back(votes.row());
                          }},
                     clock);
      result[i].seconds += clock.seconds() - begin;
    }
  }
  for (std::size_t i = 0; i < engines.size(); ++i) {
    result[i].engine = engines[i]->info();
    result[i].log = log_of(records[i]);
  }
  return result;
}

}  // namespace certus
