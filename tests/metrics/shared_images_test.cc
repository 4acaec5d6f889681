#include "certus/metrics/shared_images.h"

#include "support/loaded_logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Images 0, 1, 2, ... of label 0 with these votes, of which the first `cut` are left out.
LoadedLog log_without(const std::string& path, std::vector<std::int64_t> votes, std::size_t cut) {
  LoadedLog loaded = test::loaded_votes(path, 0.5, votes);
  loaded.log = rows_where(loaded.log, [&](std::size_t row) { return row >= cut; });
  return loaded;
}

TEST(SharedImages, AreAllThatIsLeftOfEveryLog) {
  std::vector<LoadedLog> logs{log_without("a", {1000, 900, 800, 700}, 0),
                              log_without("b", {600, 700, 800, 900, 1000}, 1)};
  logs[1].log.label[0] = 3;  // image 1 of another class is another image
  keep_shared_images(logs);
  for (const LoadedLog& loaded : logs) EXPECT_EQ(loaded.log.idx, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(logs[0].log.label_votes, (std::vector<std::int64_t>{800, 700}));
  EXPECT_EQ(logs[1].log.label_votes, (std::vector<std::int64_t>{800, 900}));
  EXPECT_EQ(logs[0].log.radius.size(), 2u);
  EXPECT_THAT(logs[0].notes.at(0), HasSubstr("cut to 2 of 4 images"));
}

TEST(SharedImages, LeavesEqualLogsAsTheyAre) {
  std::vector<LoadedLog> logs{log_without("a", {1000, 900}, 0), log_without("b", {600, 700}, 0)};
  keep_shared_images(logs);
  EXPECT_EQ(logs[0].log.rows(), 2u);
  EXPECT_THAT(logs[0].notes, IsEmpty());
}

TEST(SharedImages, FailsWhereThereAreNone) {
  std::vector<LoadedLog> logs{log_without("a", {1000, 900}, 0), log_without("b", {600, 700}, 0)};
  for (auto& label : logs[1].log.label) label = 7;
  EXPECT_THAT(test::error_of([&] { keep_shared_images(logs); }),
              HasSubstr("b: has no image, by index and label, in common with a"));
}

}  // namespace
}  // namespace certus
