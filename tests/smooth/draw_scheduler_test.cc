#include "certus/smooth/draw_scheduler.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>

#include "support/linear_engine.h"

namespace certus {
namespace {

/// Steps of draws given beforehand; keeps the votes of each.
class SteppedTask : public DrawTask {
 public:
  SteppedTask(std::uint64_t name, std::vector<std::int64_t> steps)
      : name_(name), steps_(std::move(steps)), pixels_(test::image_at(0.1 * static_cast<double>(name % 5))) {}
  ImageView image() const override { return {test::kTinyShape, pixels_}; }
  NoiseKey key() const override { return {.seed = 3, .image = name_}; }
  DrawRange wanted() const override {
    return {.first = drawn_, .count = votes.size() < steps_.size() ? steps_[votes.size()] : 0};
  }
  void add(const Votes& more, std::span<const int> labels) override {
    EXPECT_TRUE(labels.empty()) << "nobody asked for them";
    drawn_ += static_cast<std::uint64_t>(wanted().count);
    votes.push_back(more);
  }
  std::uint64_t name() const { return name_; }
  std::vector<Votes> votes;  ///< of each step

 private:
  std::uint64_t name_;
  std::vector<std::int64_t> steps_;
  std::vector<float> pixels_;
  std::uint64_t drawn_ = 0;
};

std::vector<std::int64_t> steps_of(std::uint64_t name) {
  if (name == 4) return {3000};  // long, so that the others wait for it
  std::vector<std::int64_t> steps(1 + name % 7);
  for (std::size_t i = 0; i < steps.size(); ++i)
    steps[i] = static_cast<std::int64_t>(1 + (name * 13 + i * 29) % 60);
  return name % 9 == 8 ? std::vector<std::int64_t>{} : steps;  // some want nothing at all
}

/// The plane engine, which writes down how many draws it gets at a time.
class ListeningEngine : public Engine {
 public:
  explicit ListeningEngine(std::vector<std::size_t>* sizes) : sizes_(sizes) {}
  const EngineInfo& info() const override { return plane_->info(); }

 private:
  void classify_draws(std::span<const Draw> draws, float sigma, std::span<int> labels) override {
    sizes_->push_back(draws.size());
    plane_->classify(draws, sigma, labels);
  }
  std::unique_ptr<Engine> plane_ = test::plane_engine();
  std::vector<std::size_t>* sizes_;
};

class DrawSchedulerTest : public ::testing::Test {
 protected:
  static constexpr std::uint64_t kTasks = 200;

  void run(VoteCounter& f) {
    std::uint64_t opened = 0;
    taken_.clear();
    run_draw_tasks(f, 0.5F,
                   {.next = [&]() -> std::unique_ptr<DrawTask> {
                      if (opened == kTasks) return nullptr;
                      const std::uint64_t name = opened++;
                      return std::make_unique<SteppedTask>(name, steps_of(name));
                    },
                    .take =
                        [&](DrawTask& task, double) {
                          const auto& stepped = dynamic_cast<SteppedTask&>(task);
                          EXPECT_EQ(stepped.name(), taken_.size()) << "tasks are taken in order";
                          taken_.push_back(stepped.votes);
                          if (taken_.size() == fail_at_) throw std::runtime_error("disk full");
                        }},
                   SteadyClock());
  }
  void run(int workers, std::int64_t batch) {
    std::vector<std::unique_ptr<Engine>> engines;
    for (int i = 0; i < workers; ++i) engines.push_back(test::plane_engine());
    VoteCounter f(std::move(engines), batch);
    run(f);
  }

  std::vector<std::vector<Votes>> taken_;
  std::size_t fail_at_ = 0;
};

TEST_F(DrawSchedulerTest, GivesEveryStepTheVotesOfItsDrawsForAnyBatchAndWorkers) {
  std::vector<std::vector<Votes>> expected;
  VoteCounter plain = test::counter_of(test::plane_engine());
  for (std::uint64_t name = 0; name < kTasks; ++name) {
    const SteppedTask task(name, {});
    std::vector<Votes>& votes = expected.emplace_back();
    std::uint64_t first = 0;
    for (const std::int64_t step : steps_of(name)) {
      votes.push_back(plain.count(task.image(), 0.5F, task.key(), first, step));
      first += static_cast<std::uint64_t>(step);
    }
  }
  for (const auto& [workers, batch] : {std::pair{1, 64}, {1, 1}, {3, 7}, {2, 1000}, {4, 100'000}}) {
    run(workers, batch);
    EXPECT_EQ(taken_, expected) << workers << " workers, batches of " << batch;
  }
}

TEST_F(DrawSchedulerTest, FillsBatchesWhateverTheSteps) {
  std::vector<std::size_t> sizes;
  VoteCounter f = test::counter_of(std::make_unique<ListeningEngine>(&sizes), 64);
  run(f);
  // All but those at the end, when no task is left to open and steps end.
  const auto full = std::count(sizes.begin(), sizes.end(), 64U);
  EXPECT_GE(full, std::ssize(sizes) - 15) << sizes.size() << " batches";
  EXPECT_GT(full, 300);
}

/// Wants draws twice, with the vote of each.
class LabelledTask : public DrawTask {
 public:
  explicit LabelledTask(std::uint64_t name)
      : name_(name), pixels_(test::image_at(0.1 * static_cast<double>(name % 5))) {}
  ImageView image() const override { return {test::kTinyShape, pixels_}; }
  NoiseKey key() const override { return {.seed = 3, .image = name_}; }
  DrawRange wanted() const override {
    if (labels.size() == 2) return {};
    return {.first = labels.empty() ? std::uint64_t{7} : std::uint64_t{300}, .count = 90};
  }
  bool wants_labels() const override { return true; }
  void add(const Votes& votes, std::span<const int> more) override {
    EXPECT_EQ(votes.counts[1], std::count(more.begin(), more.end(), 1));
    labels.emplace_back(more.begin(), more.end());
  }
  std::vector<std::vector<int>> labels;

 private:
  std::uint64_t name_;
  std::vector<float> pixels_;
};

TEST_F(DrawSchedulerTest, KeepsLabelsInTheOrderOfTheDraws) {
  for (const std::int64_t batch : {1, 7, 64, 1000}) {
    std::vector<std::unique_ptr<Engine>> planes;
    for (int i = 0; i < 3; ++i) planes.push_back(test::plane_engine());
    VoteCounter f(std::move(planes), batch);
    std::uint64_t opened = 0, taken = 0;
    run_draw_tasks(f, 0.5F,
                   {.next = [&]() -> std::unique_ptr<DrawTask> {
                      return opened == 40 ? nullptr : std::make_unique<LabelledTask>(opened++);
                    },
                    .take =
                        [&](DrawTask& task, double) {
                          const auto& labelled = dynamic_cast<LabelledTask&>(task);
                          std::vector<int> expected(90);
                          for (const std::size_t step : {0U, 1U}) {
                            test::plane_engine()->classify(labelled.image(), 0.5F, labelled.key(),
                                                           step == 0 ? 7 : 300, expected);
                            EXPECT_EQ(labelled.labels[step], expected);
                          }
                          ++taken;
                        }},
                   SteadyClock());
    EXPECT_EQ(taken, 40U);
  }
}

TEST_F(DrawSchedulerTest, StopsWhenAsked) {
  for (const int workers : {1, 3}) {
    std::vector<std::unique_ptr<Engine>> engines;
    for (int i = 0; i < workers; ++i) engines.push_back(test::plane_engine());
    VoteCounter f(std::move(engines), 64);
    std::atomic<bool> stop = false;
    std::int64_t draws = 0;
    f.stop = &stop;
    f.on_draws = [&](std::int64_t more) {
      draws += more;
      if (draws > 2000) stop = true;
    };
    EXPECT_THROW(run(f), Interrupted);
    EXPECT_LT(taken_.size(), kTasks);
    EXPECT_LT(draws, 2000 + 64 * (workers + 1));
  }
}

TEST_F(DrawSchedulerTest, PassesAnErrorOnAndEndsEveryWorker) {
  fail_at_ = 20;
  EXPECT_THROW(run(3, 16), std::runtime_error);
  EXPECT_EQ(taken_.size(), 20U);
}

}  // namespace
}  // namespace certus
