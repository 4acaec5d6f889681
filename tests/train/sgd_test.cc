#include "certus/train/sgd.h"

namespace certus {
namespace {

at::Tensor parameter(double value) {
  return at::full({1}, value, at::kDouble).set_requires_grad(true);
}

TEST(Sgd, TakesTheStepsOfTheSpecification) {
  at::Tensor w = parameter(1.0);
  Sgd sgd({{"w", w}}, 0.9, 1e-4);
  w.mutable_grad() = at::ones({1}, at::kDouble);
  sgd.step(0.1);
  EXPECT_NEAR(w.item<double>(), 0.89999, 1e-12);  // 1 - 0.1 * 1.0001
  sgd.zero_gradients();
  w.mutable_grad() = at::ones({1}, at::kDouble);
  sgd.step(0.1);
  EXPECT_NEAR(sgd.velocity().at("w").item<double>(), 1.900179999, 1e-12);  // 0.9 * 1.0001 + 1.000089999
  EXPECT_NEAR(w.item<double>(), 0.709972, 1e-6);
}

TEST(Sgd, LeavesParametersWithoutGradientAlone) {
  at::Tensor w = parameter(1.0);
  Sgd sgd({{"w", w}}, 0.9, 1e-4);
  sgd.step(0.1);
  EXPECT_EQ(w.item<double>(), 1.0);
  EXPECT_TRUE(sgd.velocity().empty());
}

TEST(Sgd, GoesOnWithAGivenVelocity) {
  at::Tensor w = parameter(1.0), other = parameter(1.0);
  Sgd whole({{"w", w}}, 0.9, 0.0), parted({{"w", other}}, 0.9, 0.0);
  const auto step = [](Sgd& sgd, at::Tensor& p) {
    p.mutable_grad() = at::full({1}, 0.5, at::kDouble);
    sgd.step(0.1);
  };
  step(whole, w);
  step(whole, w);
  step(parted, other);
  Sgd resumed({{"w", other}}, 0.9, 0.0);
  resumed.set_velocity({{"w", parted.velocity().at("w").clone()}});
  step(resumed, other);
  EXPECT_EQ(w.item<double>(), other.item<double>());
}

}  // namespace
}  // namespace certus
