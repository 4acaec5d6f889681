#include "certus/certify/certify_image.h"

#include "certus/procedure/at_radii.h"
#include "certus/procedure/top_class.h"
#include "support/linear_engine.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using test::kTinyShape;
using ::testing::HasSubstr;

const Budget kBudget{.n = 1000, .alpha = 0.001, .sigma = 0.25};

std::unique_ptr<VoteCounter> bright() {
  return classifier_of(kTinyShape, 2, [](std::span<const float> images, std::span<int> classes) {
    for (std::size_t i = 0; i < classes.size(); ++i)
      classes[i] = images[i * kTinyShape.size()] > 0.5F ? 1 : 0;
  });
}

TEST(CertifyImage, GivesTheRowOfTheProcedure) {
  const auto f = bright();
  const std::vector<float> image(kTinyShape.size(), 0.9F);
  const CertificationRecord row =
      certify_image(*f, {kTinyShape, image}, *top_class_procedure(50, kBudget), 4, 7);
  EXPECT_EQ(row.predicted, 1);
  EXPECT_GT(row.radius, 0.2);
  EXPECT_LT(row.radius, 0.4);  // the distance to the other class
  EXPECT_EQ(row.n, 1000);
  const CertificationRecord again =
      certify_image(*f, {kTinyShape, image}, *top_class_procedure(50, kBudget), 4, 7);
  EXPECT_EQ(again.counts, row.counts);
  EXPECT_LE(certify_image(*f, {kTinyShape, image}, kBudget).radius, 0.4);
  const auto at = at_radii_procedure(50, {.budget = kBudget, .radii = {0.1}});
  EXPECT_EQ(certify_image(*f, {kTinyShape, image}, *at).radius, 0.1);
}

TEST(CertifyImage, SaysWhatIsWrong) {
  const auto f = bright();
  std::vector<float> image(kTinyShape.size(), 0.9F);
  const auto message = [&](ImageView view, const Budget& budget = kBudget) {
    return error_of([&] { certify_image(*f, view, budget); });
  };
  EXPECT_THAT(message({{3, 32, 32}, image}), HasSubstr("the image is 3x32x32, expected 1x2x4"));
  EXPECT_THAT(message({kTinyShape, std::span(image).first(5)}), HasSubstr("has 5 numbers, expected 8"));
  EXPECT_THAT(message({kTinyShape, image}, {.n = 5, .alpha = 0.001, .sigma = 0.5}),
              HasSubstr("n is 5: every image would abstain"));
  EXPECT_THAT(message({kTinyShape, image}, {.n = 100, .alpha = 0.001, .sigma = -1.0}),
              HasSubstr("sigma is -1"));
  image[3] = 200.0F;
  EXPECT_THAT(message({kTinyShape, image}), HasSubstr("a pixel of 200, expected numbers in [0, 1]"));
}

}  // namespace
}  // namespace certus
