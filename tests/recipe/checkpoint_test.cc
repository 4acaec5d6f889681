#include "certus/recipe/checkpoint.h"

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using testing::HasSubstr;
using testing::Property;
using testing::ThrowsMessage;

const std::map<std::string, std::string> kBinding{{"configuration", "abc"}, {"data", "mnist train"}};

TrainingState some_state() {
  return {
      .parameters = {{"conv1.weight", {.shape = {1, 2}, .values = {0.1F, -3e-20F}}}},
      .velocity = {{"conv1.weight", {.shape = {1, 2}, .values = {1.0F / 3.0F, 7.0F}}}},
      .epoch = 3,
      .next_batch = 17,
      .step = 1234,
      .images_seen = 4352,
      .loss_sum = 1.0 / 3.0,
      .correct_sum = 1e-300,
      .train_seconds = 12.5,
      .epoch_seconds = 13.0,
      .draws = {.kept = std::vector<std::int64_t>{0, 2, 5}, .correct = std::vector<std::int64_t>{16, 0, 12}},
      .best_accuracy = 0.4375,
      .threads = 3};
}

TEST(Checkpoint, BringsBackEveryField) {
  const test::TempDir folder;
  const auto path = folder.path() / "last.safetensors";
  const TrainingState state = some_state();
  write_checkpoint(path, state, kBinding);
  const TrainingState back = read_checkpoint(path, kBinding);
  EXPECT_EQ(back.parameters, state.parameters);
  EXPECT_EQ(back.velocity, state.velocity);
  EXPECT_EQ(back.draws, state.draws);
  EXPECT_EQ(back.epoch, state.epoch);
  EXPECT_EQ(back.next_batch, state.next_batch);
  EXPECT_EQ(back.step, state.step);
  EXPECT_EQ(back.images_seen, state.images_seen);
  EXPECT_EQ(back.loss_sum, state.loss_sum);
  EXPECT_EQ(back.correct_sum, state.correct_sum);
  EXPECT_EQ(back.train_seconds, state.train_seconds);
  EXPECT_EQ(back.epoch_seconds, state.epoch_seconds);
  EXPECT_EQ(back.best_accuracy, state.best_accuracy);
  EXPECT_EQ(back.threads, state.threads);
}

TEST(Checkpoint, NothingDiscardedYetIsNotTheSameAsNothingLeft) {
  const test::TempDir folder;
  TrainingState state = some_state();
  state.draws = {};
  write_checkpoint(folder.path() / "x.safetensors", state, kBinding);
  EXPECT_EQ(read_checkpoint(folder.path() / "x.safetensors", kBinding).draws, DrawState{});
}

TEST(Checkpoint, DamagedNumbersAreNoticed) {
  const test::TempDir folder;
  const auto path = folder.path() / "x.safetensors";
  write_checkpoint(path, some_state(), kBinding);
  std::string bytes = read_file(path, 1 << 20);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  write_file(path, bytes, Overwrite::kAllow);
  EXPECT_THAT([&] { read_checkpoint(path, kBinding); }, ThrowsMessage<Error>(HasSubstr("a damaged file")));
}

TEST(Checkpoint, OfAnotherRunIsRefusedNamingTheField) {
  const test::TempDir folder;
  const auto path = folder.path() / "x.safetensors";
  write_checkpoint(path, some_state(), kBinding);
  EXPECT_THAT(
      [&] {
        read_checkpoint(path, {{"configuration", "abc"}, {"data", "cifar10 train"}});
      },
      ThrowsMessage<Error>(HasSubstr("was made with data 'mnist train', but now it is 'cifar10 train'")));
}

TEST(Checkpoint, CutShortOrForeignIsRefused) {
  const test::TempDir folder;
  const auto path = folder.path() / "x.safetensors";
  write_checkpoint(path, some_state(), kBinding);
  const std::string bytes = read_file(path, 1 << 20);
  write_file(path, bytes.substr(0, bytes.size() - 3), Overwrite::kAllow);
  EXPECT_THAT([&] { read_checkpoint(path, kBinding); }, ThrowsMessage<Error>(HasSubstr("x.safetensors")));
  EXPECT_THAT([&] { read_checkpoint(folder.path() / "none.safetensors", kBinding); },
              ThrowsMessage<Error>(HasSubstr("none.safetensors")));
}

}  // namespace
}  // namespace certus
