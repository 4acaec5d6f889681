#include "certus/train/renorm.h"

#include "support/small_networks.h"

namespace certus {
namespace {

using test::distance;
using test::tensor_of;

TEST(Renorm, ShortensLongRowsOnly) {
  const at::Tensor rows = tensor_of({3, 4, 0.3F, 0.4F, 0, 0}, {3, 1, 1, 2});
  const at::Tensor out = renorm(rows, 1.0);
  EXPECT_LT(distance(out[0], tensor_of({0.6F, 0.8F}, {1, 1, 2})), 1e-6);
  EXPECT_TRUE(at::equal(out.slice(0, 1), rows.slice(0, 1)));
}

TEST(Renorm, OfLimitZeroGivesZero) {
  EXPECT_TRUE(at::equal(renorm(tensor_of({3, 4, 0, 0}, {2, 2}), 0.0), at::zeros({2, 2})));
}

TEST(Renorm, LimitsByTheGuardedNorm) {
  const at::Tensor out = renorm(at::tensor({3e-7, 4e-7}, at::kDouble).reshape({1, 2}), 1e-7);
  EXPECT_NEAR(out[0][0].item<double>(), 3e-7 * 1e-7 / 6e-7, 1e-15);
}

TEST(RowNorms, TakeAllAxesButTheFirst) {
  const at::Tensor rows = test::normal_tensor({3, 2, 4, 5}, 1);
  const at::Tensor norms = row_norms(rows);
  ASSERT_EQ(norms.sizes(), (std::vector<std::int64_t>{3, 1, 1, 1}));
  for (std::int64_t b = 0; b < 3; ++b) {
    EXPECT_NEAR(norms[b].item<double>(), std::sqrt(rows[b].square().sum().item<double>()), 1e-5);
  }
}

TEST(UnitDirection, OfAVanishingRowVanishes) {
  const at::Tensor out = unit_direction(tensor_of({0, 0, 3e-8F, 0, 0, 2}, {3, 2}));
  EXPECT_LT(distance(out, tensor_of({0, 0, 0.75F, 0, 0, 1}, {3, 2})), 1e-6);
}

}  // namespace
}  // namespace certus
