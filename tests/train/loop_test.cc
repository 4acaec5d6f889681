#include "certus/train/loop.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/split_text.h"
#include "certus/engine_torch/frozen_network.h"
#include "certus/engine_torch/torch_engine.h"
#include "certus/model/architectures.h"
#include "certus/recipe/estimate_table.h"
#include "certus/recipe/methods.h"
#include "certus/recipe/run_folder.h"
#include "certus/recipe/train_settings.h"
#include "certus/train/make_method.h"
#include "certus/train/sgd.h"
#include "certus/train/step_noise.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Ten classes told apart by where a bright square lies.
class SquareImages final : public Dataset {
 public:
  explicit SquareImages(std::int64_t size, ImageShape shape = {1, 28, 28}) : size_(size), shape_(shape) {}
  std::int64_t size() const override { return size_; }
  Image get(std::int64_t index) const override {
    Image image{.shape = shape_,
                .pixels = std::vector<float>(shape_.size(), 0.1F),
                .label = static_cast<int>(index % 10)};
    const auto top = 2 + image.label / 5 * 13, left = 1 + image.label % 5 * 5;
    for (std::int64_t y = top; y < top + 10; ++y) {
      for (std::int64_t x = left; x < left + 5; ++x)
        image.pixels[static_cast<std::size_t>(y * shape_.width + x)] = 0.9F;
    }
    return image;
  }
  ImageShape shape() const override { return shape_; }
  int num_classes() const override { return 10; }
  std::string identity() const override { return join_text("squares, ", size_); }

 private:
  std::int64_t size_;
  ImageShape shape_;
};

class Training : public ::testing::Test {
 protected:
  Config config(const std::string& method, std::vector<std::string> overrides = {}) const {
    return Config(train_settings(),
                  {{.name = "toy",
                    .content = "[data]\nname = 'squares'\n[model]\narch = 'lenet'\nnormalization = 'none'\n"
                               "[noise]\nsigma = 0.25\ncopies = 2\n[train]\nmethod = '" +
                               method +
                               "'\nepochs = 3\nbatch = 32\n[optimizer]\nlr = 0.02\n[discard]\nsamples = 8\n"
                               "[checkpoint]\nkeep_every = 2\n[catrs]\nsoft_labels = '" +
                               (folder_.path() / "soft.tsv").string() + "'\n"}},
                  overrides);
  }
  static std::vector<std::unique_ptr<Engine>> make_engines(const Graph& graph, std::int64_t /*samples*/) {
    std::vector<std::unique_ptr<Engine>> engines;
    engines.push_back(make_torch_engine(graph));
    return engines;
  }
  TrainingJob job(const Config& config, const std::string& name) const {
    return {.config = config,
            .train = train_,
            .test = test_,
            .graph = make_architecture("lenet", 10, 1),
            .folder = folder_.path() / name,
            .make_engines = make_engines};
  }
  /// A table of all training images; votes give each the counts of its ten classes.
  void write_table(const std::string& name, EstimateKind kind,
                   const std::function<std::vector<std::int64_t>(std::size_t label)>& votes) const {
    EstimateWriter table = EstimateWriter::create(folder_.path() / name,
                                                  {.kind = kind,
                                                   .sigma = 0.25,
                                                   .samples = 10,
                                                   .views = "plain",
                                                   .images = train_.size(),
                                                   .of_images = train_.size(),
                                                   .classes = 10,
                                                   .data = train_.identity()},
                                                  Overwrite::kRefuse);
    for (std::int64_t i = 0; i < train_.size(); ++i) {
      table.append(
          {.label = static_cast<int>(i % 10), .votes = {.counts = votes(static_cast<std::size_t>(i % 10))}});
    }
    table.finish();
  }
  /// Soft labels that are nearly the labels.
  void write_soft_labels() const {
    write_table("soft.tsv", EstimateKind::kSoftLabels, [](std::size_t label) {
      std::vector<std::int64_t> counts(10);
      counts[label] = 9;
      counts[(label + 1) % 10] = 1;
      return counts;
    });
  }
  test::TempDir folder_;
  SquareImages train_{200};
  SquareImages test_{50};
};

TEST_F(Training, TakesTheStepsOfItsBatchesAndLogsEveryEpoch) {
  const Config settings = config("gaussian");
  const TrainingResult result = run_training(job(settings, "run"));
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(result.step, 3 * 2 * 7);  // seven batches an epoch, the last of 8 images, two slices each
  const std::string log = read_file(train_log_path(folder_.path() / "run"), 1 << 20);
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 4);
  for (const std::string name : {"last", "best", "epoch-2"}) {
    EXPECT_TRUE(std::filesystem::exists(checkpoint_path(folder_.path() / "run", name))) << name;
  }
}

class EveryMethod : public Training, public ::testing::WithParamInterface<std::string> {
 protected:
  /// Gentle enough for 200 images and a network without batch norm.
  static std::vector<std::string> toy_settings(std::vector<std::string> more) {
    more.insert(more.end(),
                {"smoothadv.attack=pgd", "smoothadv.steps=2", "macer.lambda=1", "consistency.lambda=1"});
    if (GetParam() == "stability") more.push_back("noise.copies=1");
    return more;
  }
};

TEST_P(EveryMethod, LearnsSquares) {
  write_soft_labels();
  // Learns in the loop with all pieces of the paper's method switched on.
  const Config settings =
      config(GetParam(),
             toy_settings({"train.epochs=6", "reweight.on=true", "reweight.start_epoch=4", "discard.on=true",
                           "discard.start_epoch=4", "discard.below=0", "sphere_attack.on=true",
                           "sphere_attack.start_epoch=4", "sphere_attack.steps=2"}));
  std::vector<EpochRow> rows;
  TrainingJob run = job(settings, "run");
  run.observer.on_epoch = [&](const EpochRow& row) { rows.push_back(row); };
  run_training(run);
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_GT(rows.back().test_accuracy, 0.5);  // chance is 0.1
  EXPECT_LT(rows.back().test_loss, rows.front().test_loss);
}

TEST_P(EveryMethod, LowersItsOwnLossOnASlice) {
  const std::int64_t images = 20;
  // CAT-RS: a confidence that does not grow with training, or the worst case joins the loss only later.
  const Config settings = config(GetParam(), toy_settings({"catrs.confidence=soft-labels"}));
  const std::int64_t copies = settings.read<NoiseSettings>().copies;
  const auto method = make_method(settings);
  TorchModule module(make_architecture("lenet", 10, 1), at::kCPU);
  module.enable_gradients();
  FrozenNetwork frozen(module);
  const TrainingNetwork network{
      .train = [&](const at::Tensor& x) { return module.forward(x, TorchModule::Mode::kTrain); },
      .frozen =
          [&](const at::Tensor& x) {
            frozen.refresh();
            return frozen.forward(x);
          }};
  Slice slice{.copies = copies, .sigma = 0.25, .epoch = 60};
  std::vector<at::Tensor> pixels;
  for (std::int64_t i = 0; i < images; ++i) {
    Image image = train_.get(i);
    pixels.push_back(at::tensor(at::ArrayRef<float>(image.pixels)).view({1, 1, 28, 28}));
    slice.random.positions.push_back(i);
  }
  slice.images = at::cat(pixels);
  slice.labels = at::arange(images).remainder(10);
  slice.soft_labels = 0.9 * at::one_hot(slice.labels, 10) + 0.01;
  slice.noise = step_noise(1, 0, slice.random.positions, copies, method->layout(), 0.25, {1, 28, 28});
  Sgd sgd(module.learned(), 0.9, 1e-4);
  double first = 0.0, last = 0.0;
  for (int step = 0; step < 40; ++step) {
    sgd.zero_gradients();
    const StepOutcome outcome = method->step(network, slice);
    last = outcome.loss.item<double>();
    if (step == 0) first = last;
    torch::autograd::backward({outcome.loss}, {});
    sgd.step(0.02);
  }
  EXPECT_LT(last, 0.8 * first);
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod,
                         ::testing::Values("gaussian", "stability", "smoothadv", "macer", "consistency",
                                           "smoothmix", "cat-rs", "easy-focus"),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(Methods, AreAllTrainedAbove) {
  EXPECT_EQ(methods().size(), 8U);
}

TEST_F(Training, KeepsDrawingAsManyImagesAfterDiscarding) {
  const Config settings =
      config("easy-focus", {"discard.on=true", "discard.start_epoch=1", "discard.below=0.6"});
  std::vector<EpochRow> rows;
  TrainingJob run = job(settings, "run");
  run.observer.on_epoch = [&](const EpochRow& row) { rows.push_back(row); };
  run_training(run);
  EXPECT_EQ(rows[0].kept_images, 200);
  EXPECT_LT(rows[1].kept_images, 200);
  EXPECT_EQ(rows[1].step - rows[0].step, rows[0].step);
}

TEST_F(Training, DrawsWithReplacementFromTheEpochThatIsSet) {
  const auto weights_with = [&](const std::string& name, const std::vector<std::string>& more) {
    const Config settings = config("gaussian", more);
    return run_training(job(settings, name)).graph.parameters;
  };
  const auto shuffled = weights_with("shuffled", {});
  EXPECT_NE(weights_with("drawn", {"train.with_replacement_from=0"}), shuffled);
  EXPECT_EQ(weights_with("too-late", {"train.with_replacement_from=3"}), shuffled);
}

TEST_F(Training, WeightsMayComeFromAFreshNetwork) {
  const Config settings = config("easy-focus", {"reweight.on=true", "sphere_attack.on=true"});
  EXPECT_TRUE(run_training(job(settings, "run")).finished);
}

TEST_F(Training, DivergenceNamesStepRateAndLastGoodCheckpoint) {
  const Config settings =
      config("gaussian", {"optimizer.lr=0.02", "optimizer.milestones=[2]", "optimizer.factor=1e30"});
  EXPECT_THAT(
      [&] { run_training(job(settings, "run")); },
      ThrowsMessage<Error>(AllOf(HasSubstr("training diverged: the loss is "), HasSubstr(" at step 2"),
                                 HasSubstr("(epoch 2) with learning rate 2e+28"),
                                 HasSubstr("last good checkpoint: "), HasSubstr("last.safetensors"))));
  EXPECT_TRUE(std::filesystem::exists(checkpoint_path(folder_.path() / "run", "last")));
}

TEST_F(Training, BadConfigurationFailsBeforeAnythingIsWritten) {
  write_table("hard.tsv", EstimateKind::kPCorrect, [](std::size_t label) {
    std::vector<std::int64_t> counts(10);
    counts[(label + 1) % 10] = 10;  // all wrong
    return counts;
  });
  const std::string hard = (folder_.path() / "hard.tsv").string();
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"train.method=gausian"}, "train.method is 'gausian', expected one of gaussian, "},
      {{"noise.copies=64"}, "noise.copies is 64, but train.batch is 32"},
      {{"train.images=500"}, "train.images is 500, but squares, 200 has 200"},
      {{"train.method=cat-rs"}, "soft.tsv"},
      {{"train.method=cat-rs", "catrs.soft_labels="}, "catrs.soft_labels is empty"},
      {{"train.images=1"}, "1 training image is too few for one step"},
      {{"reweight.on=true", "reweight.samples=4"}, "raise reweight.samples"},
      {{"discard.on=true"}, "discard begins at epoch 0, but the network is fresh"},
      {{"optimizer.milestones=[5,2]"}, "optimizer.milestones: expected increasing epochs"},
      {{"discard.on=true", "discard.p_correct=none.tsv"}, "none.tsv"},
      {{"discard.on=true", "discard.p_correct=" + hard},
       "discard leaves none of 200 images: the easiest has 0"},
      {{"discard.on=true", "discard.p_correct=" + hard, "noise.sigma=0.5"}, "sigma"},
  };
  for (const auto& [overrides, message] : cases) {
    const Config settings = config("gaussian", overrides);
    EXPECT_THAT([&] { run_training(job(settings, "bad")); }, ThrowsMessage<Error>(HasSubstr(message)));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "bad"));
  }
}

TEST_F(Training, ResumingAnotherConfigurationIsRefused) {
  const Config settings = config("gaussian", {"train.epochs=1"});
  run_training(job(settings, "run"));
  const Config other = config("gaussian", {"train.epochs=2"});
  TrainingJob run = job(other, "run");
  run.resume = true;
  EXPECT_THAT([&] { run_training(run); }, ThrowsMessage<Error>(HasSubstr("made with configuration ")));
}

TEST_F(Training, WeightsOutliveADiscardThatComesAfterThem) {
  const Config settings =
      config("easy-focus", {"reweight.on=true", "reweight.start_epoch=0", "discard.on=true",
                            "discard.start_epoch=1", "discard.below=0.6"});
  EXPECT_TRUE(run_training(job(settings, "run")).finished);
}

TEST_F(Training, BeginningAnewLeavesNothingOfTheRunBefore) {
  const Config longer = config("gaussian", {"checkpoint.keep_every=1"});
  run_training(job(longer, "run"));
  ASSERT_TRUE(std::filesystem::exists(checkpoint_path(folder_.path() / "run", "epoch-3")));
  const Config settings = config("gaussian", {"checkpoint.keep_every=1", "train.epochs=1"});
  run_training(job(settings, "run"));
  EXPECT_FALSE(std::filesystem::exists(checkpoint_path(folder_.path() / "run", "epoch-3")));
  EXPECT_TRUE(std::filesystem::exists(checkpoint_path(folder_.path() / "run", "epoch-1")));
}

/// Runs in parts, stopped every fifth step and once within an estimate, as against in one go.
class StoppedAndResumed : public Training {
 protected:
  void expect_same_weights(const TrainingJob& whole, TrainingJob parts) const {
    const Graph expected = run_training(whole).graph;
    std::atomic<bool> stop = false;
    parts.resume = true;
    parts.observer.stop = &stop;
    int news = 0, estimates = 0;
    parts.observer.on_progress = [&](const TrainingProgress& progress) {
      // Estimates begin anew when resumed, so stopping them more often would never end.
      const bool in_estimate = progress.phase == TrainingProgress::Phase::kEstimate;
      if (in_estimate ? estimates++ == 7 : ++news % 5 == 0) stop = true;
    };
    TrainingResult result;
    int starts = 0;
    do {
      stop = false;
      result = run_training(parts);
      ++starts;
    } while (!result.finished && starts < 100);
    EXPECT_TRUE(result.finished);
    EXPECT_GE(starts, 4);
    EXPECT_EQ(result.graph.parameters, expected.parameters);
    EXPECT_EQ(log_without_times(parts.folder), log_without_times(whole.folder));
  }
  /// Columns of train.csv that must not depend on when it ran.
  static std::string log_without_times(const std::filesystem::path& folder) {
    LineReader reader(train_log_path(folder));
    std::string_view line;
    std::string out;
    while (reader.next(line)) {
      const auto fields = split_text(line, ',');
      for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i != 2 && i != 9) out += std::string(fields[i]) + ",";  // seconds, images_per_second
      }
      out += "\n";
    }
    return out;
  }
  const std::vector<std::string> all_pieces_{"easy_focus.start_epoch=1", "discard.on=true",
                                             "discard.below=0.1", "reweight.on=true",
                                             "sphere_attack.on=true"};
};

TEST_F(StoppedAndResumed, EndsWithTheSameWeights) {
  const Config settings = config("easy-focus", all_pieces_);
  expect_same_weights(job(settings, "whole"), job(settings, "parts"));
}

TEST_F(StoppedAndResumed, EndsWithTheSameWeightsWithBatchNormThreadsAndCrops) {
  std::vector<std::string> overrides = all_pieces_;
  overrides.insert(overrides.end(),
                   {"model.arch=cifar_resnet8", "data.augment=crop-flip", "checkpoint.every_steps=3"});
  const Config settings = config("easy-focus", overrides);
  const SquareImages train(96, {3, 32, 32}), test(20, {3, 32, 32});
  const auto colour_job = [&](const std::string& name) {
    return TrainingJob{.config = settings,
                       .train = train,
                       .test = test,
                       .graph = make_architecture("cifar_resnet8", 10, 1),
                       .folder = folder_.path() / name,
                       .threads = 2,
                       .make_engines = make_engines};
  };
  expect_same_weights(colour_job("whole"), colour_job("parts"));
}

}  // namespace
}  // namespace certus
