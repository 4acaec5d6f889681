#include "certus/recipe/settings_page.h"

#include <gmock/gmock.h>

#include <fstream>

#include "certus/recipe/train_settings.h"
#include "support/shared_files.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

TEST(SettingsPage, HasARowForEverySetting) {
  const std::string page = settings_page();
  for (const Parameter& setting : train_settings()) {
    EXPECT_THAT(page, testing::HasSubstr("\n| `" + setting.name + "` | "));
  }
  EXPECT_THAT(
      page,
      testing::HasSubstr(
          "| `noise.sigma` | a number in [1e-06, 1000] | none, required | standard deviation of the noise"));
}

TEST(SettingsPage, IsTheOneInTheDocuments) {
  if (test::content_of(test::golden_file("../../docs/settings.md")) == settings_page()) return;
  const std::string current = testing::TempDir() + "settings.md";
  std::ofstream(current) << settings_page();
  ADD_FAILURE() << "docs/settings.md is out of date: copy " << current << " there";
}

}  // namespace
}  // namespace certus
