#include <cmath>
#include <functional>

#include "certus/engine_torch/torch_threads.h"
#include "certus/model/network_builder.h"
#include "certus/noise/gaussian.h"
#include "certus/recipe/expected_draws.h"
#include "certus/recipe/train_settings.h"
#include "certus/stats/sampling_weight.h"
#include "certus/train/gradient_norms.h"
#include "certus/train/make_method.h"
#include "certus/train/sphere_attack.h"
#include "certus/train/step_loss.h"
#include "support/small_networks.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::HasSubstr;

constexpr double kSigma = 0.4;
constexpr std::uint64_t kSeed = 7;
constexpr std::uint64_t kFirstSample = 50;
constexpr std::int64_t kClasses = 4;

/// A convolution with batch norm, whose running statistics are not those of any batch, and a linear layer.
Graph small_graph() {
  NetworkBuilder net({1, 3, 3}, 3);
  NodeId x = net.batch_norm("bn", net.conv("conv", net.input(), 2, 3, 1, 1, Init::kFanInUniform, true));
  x = net.flatten("flat", net.relu("relu", x));
  net.linear("fc", x, kClasses);
  net.graph.parameters["bn.running_mean"].values = {0.1f, -0.2f};
  net.graph.parameters["bn.running_var"].values = {0.3f, 0.1f};
  net.graph.parameters["bn.weight"].values = {1.3f, 0.8f};
  net.graph.parameters["bn.bias"].values = {0.1f, -0.1f};
  for (float& w : net.graph.parameters["fc.weight"].values) w *= 4.0f;
  return std::move(net.graph);
}

/// The same network in double precision, written out.
class DoubleNetwork {
 public:
  explicit DoubleNetwork(const Graph& graph) {
    for (const auto& [name, tensor] : graph.parameters)
      tensors_[name] = at::tensor(tensor.values, at::kDouble).reshape(tensor.shape);
  }
  at::Tensor operator()(const at::Tensor& images) const {
    const auto by_channel = [&](const char* name) { return tensors_.at(name).view({-1, 1, 1}); };
    at::Tensor x = at::conv2d(images, tensors_.at("conv.weight"), tensors_.at("conv.bias"), 1, 1);
    x = (x - by_channel("bn.running_mean")) / (by_channel("bn.running_var") + 1e-5).sqrt();
    x = (x * by_channel("bn.weight") + by_channel("bn.bias")).relu().flatten(1);
    return at::linear(x, tensors_.at("fc.weight"), tensors_.at("fc.bias"));
  }
  std::vector<at::Tensor> learned() const {
    std::vector<at::Tensor> out;
    for (const auto& [name, tensor] : tensors_) {
      if (name.find("running") == std::string::npos) out.push_back(tensor);
    }
    return out;
  }

 private:
  std::map<std::string, at::Tensor> tensors_;
};

Image image_of(std::int64_t i) {
  const at::Tensor pixels = test::pixel_tensor({1, 3, 3}, static_cast<std::uint64_t>(i));
  const float* begin = pixels.data_ptr<float>();
  return {.shape = {1, 3, 3}, .pixels = {begin, begin + 9}, .label = static_cast<int>(i % kClasses)};
}

Config config_of(const std::string& method, std::vector<std::string> settings) {
  settings.insert(settings.begin(), {"data.name=mnist", "model.arch=lenet", join_text("noise.sigma=", kSigma),
                                     "train.epochs=12", "train.method=" + method});
  return Config(train_settings(), {}, settings);
}

/// Votes of images 0 to 9: 6, 2, 1 and 1 of 10.
std::shared_ptr<const EstimateTable> soft_labels() {
  EstimateTable table;
  table.manifest = {.kind = EstimateKind::kSoftLabels, .samples = 10, .classes = kClasses};
  for (int i = 0; i < 10; ++i) {
    table.row_begin.push_back(table.votes.size());
    for (int c = 0; c < kClasses; ++c)
      table.votes.push_back({.label = (i + c) % static_cast<int>(kClasses),
                             .votes = c == 0   ? 6
                                      : c == 1 ? 2
                                               : 1});
  }
  table.row_begin.push_back(table.votes.size());
  return std::make_shared<const EstimateTable>(std::move(table));
}

/// The slice of the draw-th step with image i alone, in double precision.
Slice slice_of(std::int64_t i, std::int64_t copies, std::int64_t draw) {
  const Image image = image_of(i);
  const at::Tensor noise = at::empty({copies, 1, 3, 3});
  for (std::int64_t j = 0; j < copies; ++j) {
    fill_gaussian(estimate_key(kSeed, i), kFirstSample + static_cast<std::uint64_t>(draw * copies + j),
                  std::span(noise.data_ptr<float>() + 9 * j, 9));
  }
  at::Tensor votes = at::full({1, kClasses}, 0.1, at::kDouble);
  votes[0][i % kClasses] = 0.6;
  votes[0][(i + 1) % kClasses] = 0.2;
  return {.images = at::tensor(image.pixels).to(at::kDouble).view({1, 1, 3, 3}),
          .labels = at::full({1}, image.label, at::kLong),
          .soft_labels = votes,
          .noise = kSigma * noise.to(at::kDouble),
          .copies = copies,
          .sigma = kSigma,
          .epoch = 11,
          .random = {.seed = kSeed, .epoch = static_cast<std::uint64_t>(draw), .positions = {i}}};
}

/// The gradient's norm from central differences in every single parameter. Attacks see the network as it is,
/// not as it is after a change: what they find is constant.
double norm_by_differences(const Method& method, const Slice& slice) {
  constexpr double kChange = 1e-6;
  const DoubleNetwork changed(small_graph());
  const DoubleNetwork fixed(small_graph());
  const TrainingNetwork f{.train = changed, .frozen = fixed};
  double sum = 0.0;
  for (const at::Tensor& parameter : changed.learned()) {
    for (std::int64_t i = 0; i < parameter.numel(); ++i) {
      double& value = parameter.data_ptr<double>()[i];
      const double before = value;
      value = before + kChange;
      const double above = method.step(f, slice).loss.item<double>();
      value = before - kChange;
      const double below = method.step(f, slice).loss.item<double>();
      value = before;
      sum += std::pow((above - below) / (2.0 * kChange), 2);
    }
  }
  return std::sqrt(sum);
}

struct Case {
  std::string method;
  std::int64_t copies = 1;
  std::vector<std::string> settings = {};
};

/// All settings are such that epoch 11 of 12 differs from epoch 0.
const std::vector<Case> kCases{
    {"gaussian", 1},
    {"gaussian", 4},
    {"stability", 1, {"stability.lambda=3"}},
    {"consistency", 3, {"consistency.lambda=5", "consistency.eta=0.7"}},
    {"consistency", 2, {"consistency.attack=true", "consistency.radius_256=128"}},
    {"macer", 4, {"macer.beta=2", "macer.lambda=6", "macer.deferred_epochs=10"}},
    {"smoothadv", 2, {"smoothadv.attack=pgd", "smoothadv.radius_256=128", "smoothadv.warmup_epochs=10"}},
    {"smoothmix", 2, {"smoothmix.steps=3", "smoothmix.step_size=0.3", "smoothmix.mix_step=1"}},
    {"cat-rs", 3, {"catrs.soft_labels=table.tsv", "catrs.radius_256=128", "catrs.lambda=2"}},
    {"easy-focus",
     2,
     {"sphere_attack.on=true", "sphere_attack.start_epoch=11", "sphere_attack.step_size=0.4"}},
    {"easy-focus", 2, {"sphere_attack.on=true", "sphere_attack.norm=linf", "sphere_attack.step_size=0.4"}}};

StepLoss loss_of(const Case& each, const Config& config) {
  const StepLoss plain{.method = make_method(config),
                       .copies = each.copies,
                       .epoch = 11,
                       .attack = {},
                       .soft_labels = soft_labels()};
  StepLoss loss = plain;
  if (config.read<SphereAttackSettings>().on) loss.attack = sphere_attack_of(config);
  return loss;
}

TEST(StepGradient, AgreesWithFiniteDifferencesForEveryMethod) {
  set_torch_threads(1);  // tensors are far too small for more
  const std::vector<std::int64_t> images{3};
  const GradientParams params{
      .sigma = kSigma, .draws = 2, .seed = kSeed, .first_sample = kFirstSample, .workers = 2};
  for (const Case& each : kCases) {
    std::vector<std::string> settings = each.settings;
    settings.push_back("noise.copies=" + std::to_string(each.copies));
    const Config config = config_of(each.method, settings);
    const StepLoss loss = loss_of(each, config);
    const auto norms = gradient_norms(small_graph(), image_of, images, loss, params);
    int moved = 0;
    for (std::size_t k = 0; k < images.size(); ++k) {
      double expected = 0.0;
      for (std::int64_t draw = 0; draw < params.draws; ++draw) {
        Slice slice = slice_of(images[k], each.copies, draw);
        if (loss.attack) {
          const at::Tensor drawn = slice.noise;
          slice.noise =
              sphere_attacked_noise(DoubleNetwork(small_graph()), slice, loss.method->layout(), *loss.attack);
          moved += slice.noise.ne(drawn).any().item<bool>() ? 1 : 0;
        }
        expected += norm_by_differences(*loss.method, slice) / static_cast<double>(params.draws);
      }
      EXPECT_NEAR(norms[k], expected, 1e-4 * expected)
          << each.method << " with " << each.copies << " copies, image " << images[k];
      EXPECT_GT(expected, 1e-3) << each.method << ": nothing to compare";
    }
    EXPECT_EQ(moved > 0, loss.attack.has_value()) << each.method;
  }
}

TEST(StepGradient, OfMethodsDiffersFromThatOfThePlainCrossEntropy) {
  const std::vector<std::int64_t> images{0, 3};
  const GradientParams params{.sigma = kSigma, .seed = kSeed, .first_sample = kFirstSample};
  const auto plain = gradient_norms(small_graph(), image_of, images, cross_entropy_under_noise(), params);
  for (const Case& each : kCases) {
    if (each.method == "gaussian" && each.copies == 1) continue;
    std::vector<std::string> settings = each.settings;
    settings.push_back("noise.copies=" + std::to_string(each.copies));
    const Config config = config_of(each.method, settings);
    const auto norms = gradient_norms(small_graph(), image_of, images, loss_of(each, config), params);
    for (std::size_t k = 0; k < images.size(); ++k)
      EXPECT_GT(std::abs(norms[k] / plain[k] - 1.0), 1e-3) << each.method << " image " << images[k];
  }
}

/// No images: a method without soft labels looks at none.
class NoImages final : public Dataset {
 public:
  std::int64_t size() const override { return 0; }
  Image get(std::int64_t) const override { return {}; }
  ImageShape shape() const override { return {1, 3, 3}; }
  int num_classes() const override { return static_cast<int>(kClasses); }
  std::string identity() const override { return "nothing"; }
};

TEST(StepGradient, TakesTheLossOfTheLastEpoch) {
  const StepLoss late =
      last_epoch_loss(config_of("easy-focus", {"noise.copies=4", "sphere_attack.on=true",
                                               "sphere_attack.start_epoch=11", "sphere_attack.steps=6",
                                               "sphere_attack.step_size=0.5", "sphere_attack.norm=linf"}),
                      NoImages());
  EXPECT_EQ(late.copies, 4);
  EXPECT_EQ(late.epoch, 11);
  ASSERT_TRUE(late.attack);
  EXPECT_EQ(late.attack->steps, 6);
  EXPECT_EQ(late.attack->step_size, 0.5);
  EXPECT_EQ(late.attack->norm, SphereAttackParams::Norm::kLinf);
  EXPECT_EQ(late.attack->copies, 4);
  EXPECT_FALSE(
      last_epoch_loss(config_of("easy-focus", {"sphere_attack.on=true", "sphere_attack.start_epoch=12"}),
                      NoImages())
          .attack);
  EXPECT_FALSE(last_epoch_loss(config_of("gaussian", {}), NoImages()).attack);
  EXPECT_THAT(test::error_of([] { last_epoch_loss(config_of("cat-rs", {}), NoImages()); }),
              HasSubstr("catrs.soft_labels is empty"));
}

TEST(ExpectedDraws, AreOneForAllWithoutDiscardAndReweight) {
  const std::vector<std::int64_t> correct{0, 7, 20};
  EXPECT_THAT(expected_draws(config_of("gaussian", {}), correct, 20), ::testing::Each(1.0));
  EXPECT_THAT(
      expected_draws(config_of("gaussian", {"discard.on=true", "discard.start_epoch=12"}), correct, 20),
      ::testing::Each(1.0));
}

TEST(ExpectedDraws, OfDiscardedImagesAreNoneAndTheOthersTakeTheirPlace) {
  const std::vector<std::int64_t> correct{7, 8, 20, 0};  // below = 0.4: 8 of 20 stay
  EXPECT_THAT(
      expected_draws(config_of("gaussian", {"discard.on=true", "discard.start_epoch=11"}), correct, 20),
      ::testing::ElementsAre(0.0, 2.0, 2.0, 0.0));
}

TEST(ExpectedDraws, AverageTheWeightOverAllChoicesOfVotes) {
  // Weights look at 16 of 17 votes; with 16 right, one choice in 17 leaves out the wrong one.
  const Config config = config_of("easy-focus", {"reweight.on=true"});
  const SamplingWeightParams params;
  const double sixteen = (16.0 * sampling_weight(15, params) + sampling_weight(16, params)) / 17.0;
  const double all = sampling_weight(16, params);
  const double none = sampling_weight(0, params);
  const double mean = (sixteen + all + none) / 3.0;
  const std::vector<std::int64_t> correct{16, 17, 0};
  const auto draws = expected_draws(config, correct, 17);
  EXPECT_NEAR(draws[0], sixteen / mean, 1e-12);
  EXPECT_NEAR(draws[1], all / mean, 1e-12);
  EXPECT_NEAR(draws[2], none / mean, 1e-12);
  EXPECT_THAT(test::error_of([&] { expected_draws(config, correct, 15); }),
              HasSubstr("comes from 15 draws, but reweight.samples is 16"));
}

}  // namespace
}  // namespace certus
