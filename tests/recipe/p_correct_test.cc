#include "certus/recipe/p_correct.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/stats/normal.h"
#include "support/linear_engine.h"

namespace certus {
namespace {

std::vector<std::unique_ptr<Engine>> plane_engines(int workers) {
  std::vector<std::unique_ptr<Engine>> engines;
  for (int i = 0; i < workers; ++i) engines.push_back(test::plane_engine());
  return engines;
}

/// Image i lies (i - 2) / 4 from the plane on the side of class 1; every third one is labelled 0.
Image plane_image(std::int64_t i) {
  return {.shape = test::kTinyShape,
          .pixels = test::image_at(static_cast<double>(i - 2) / 4.0),
          .label = i % 3 == 0 ? 0 : 1};
}

TEST(CountCorrect, IsTheShareOfTheLabelUnderNoise) {
  const std::vector<std::int64_t> images{0, 1, 2, 3, 4, 5};
  const auto correct =
      count_correct(plane_engines(2), plane_image, images, {.sigma = 0.5, .samples = 4000, .seed = 9});
  for (const std::int64_t i : images) {
    const double of_one = normal_cdf(static_cast<double>(i - 2) / 4.0 / 0.5);
    const double p = i % 3 == 0 ? 1.0 - of_one : of_one;
    EXPECT_NEAR(static_cast<double>(correct[static_cast<std::size_t>(i)]), 4000.0 * p,
                5.0 * std::sqrt(4000.0 * p * (1.0 - p)))
        << i;
  }
}

TEST(CountCorrect, IsTheSameForAnyNumberOfWorkersAndAnyOrderOfImages) {
  std::vector<std::int64_t> images;
  for (std::int64_t i = 0; i < 40; ++i) images.push_back(i % 13);
  const EstimateParams params{.sigma = 1.0, .samples = 300, .seed = 5};
  const auto expected = count_correct(plane_engines(1), plane_image, images, params);
  EXPECT_EQ(expected[0], expected[13]);
  for (const int workers : {2, 3, 7})
    EXPECT_EQ(count_correct(plane_engines(workers), plane_image, images, params), expected) << workers;
  const std::vector<std::int64_t> backwards(images.rbegin(), images.rend());
  auto turned = count_correct(plane_engines(3), plane_image, backwards, params);
  std::reverse(turned.begin(), turned.end());
  EXPECT_EQ(turned, expected);
}

TEST(CountCorrect, TakesTheDrawsAskedFor) {
  const std::vector<std::int64_t> images{1, 4};
  const auto whole = count_correct(plane_engines(2), plane_image, images, {.sigma = 1.0, .samples = 700});
  const auto first = count_correct(plane_engines(2), plane_image, images, {.sigma = 1.0, .samples = 300});
  const auto rest = count_correct(plane_engines(2), plane_image, images,
                                  {.sigma = 1.0, .samples = 400, .first_sample = 300});
  const auto other =
      count_correct(plane_engines(2), plane_image, images, {.sigma = 1.0, .samples = 700, .seed = 1});
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(whole[i], first[i] + rest[i]);
  EXPECT_NE(whole, other);
}

TEST(CountCorrect, IsThatOfCertifyOnOtherNoise) {
  const Image image = plane_image(4);
  const Votes votes = test::counter_of(test::plane_engine())
                          .count(image.view(), 1.0f, {.image = 4, .purpose = Purpose::kEstimate}, 0, 500);
  const Votes certify = test::counter_of(test::plane_engine())
                            .count(image.view(), 1.0f, {.image = 4, .purpose = Purpose::kVotes}, 0, 500);
  const std::vector<std::int64_t> images{4};
  const auto estimated =
      estimate_votes(plane_engines(1), plane_image, images, {.sigma = 1.0, .samples = 500});
  EXPECT_EQ(estimated[0].votes, votes);
  EXPECT_NE(estimated[0].votes, certify);
}

TEST(EstimateVotes, HasEveryClassAndAgreesWithTheCounts) {
  const std::vector<std::int64_t> images{0, 1, 2, 3, 4, 5, 6};
  const EstimateParams params{.sigma = 1.0, .samples = 100};
  const auto votes = estimate_votes(plane_engines(2), plane_image, images, params);
  const auto correct = count_correct(plane_engines(2), plane_image, images, params);
  ASSERT_EQ(votes.size(), images.size());
  for (std::size_t i = 0; i < images.size(); ++i) {
    EXPECT_EQ(votes[i].votes.counts[0] + votes[i].votes.counts[1], 100);
    EXPECT_EQ(votes[i].correct(), correct[i]);
  }
}

TEST(EstimateVotes, NonFiniteLogitsAreNeverCorrect) {
  std::vector<std::unique_ptr<Engine>> engines;
  engines.push_back(std::make_unique<test::ScriptedEngine>(
      test::kTinyShape, 2, [](std::span<const float>) { return Engine::kNoVote; }));
  const std::vector<std::int64_t> images{1};
  const auto votes = estimate_votes(engines, plane_image, images, {.sigma = 1.0, .samples = 20});
  EXPECT_EQ(votes[0].correct(), 0);
  EXPECT_EQ(votes[0].votes.non_finite, 20);
}

TEST(EstimateVotes, TellsOfEveryDrawAndStopsWhenAsked) {
  const std::vector<std::int64_t> images{0, 1, 2, 3, 4, 5, 6};
  std::int64_t seen = 0;
  const EstimateParams params{.sigma = 1.0, .samples = 1000};
  count_correct(plane_engines(3), plane_image, images, params,
                {.on_draws = [&](std::int64_t draws) { seen += draws; }});
  EXPECT_EQ(seen, 7000);
  std::atomic<bool> stop = false;
  seen = 0;
  const EstimateControl control{.on_draws =
                                    [&](std::int64_t draws) {
                                      seen += draws;
                                      stop = seen >= 1200;
                                    },
                                .stop = &stop};
  EXPECT_THROW(count_correct(plane_engines(1), plane_image, images, params, control), Interrupted);
  EXPECT_EQ(seen, 1256);  // 1000 of the first image, 256 of the second
}

TEST(EstimateVotes, AFailureOfAViewReachesTheCaller) {
  const std::vector<std::int64_t> images{0, 1, 2, 3};
  const ViewSource views = [](std::int64_t i) {
    if (i == 2) fail(ErrorKind::kData, "image 2 is damaged");
    return plane_image(i);
  };
  EXPECT_THROW(count_correct(plane_engines(2), views, images, {}), Error);
}

}  // namespace
}  // namespace certus
