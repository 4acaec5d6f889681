#include "certus/base/error.h"

#include <gtest/gtest.h>

namespace certus {
namespace {

TEST(Fail, JoinsItsPartsIntoOneLine) {
  try {
    fail(ErrorKind::kData, std::filesystem::path("a.tsv"), ':', 7, ": found ", 0.1, ", expected ",
         std::string("more"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "a.tsv:7: found 0.1, expected more");
    EXPECT_EQ(error.kind(), ErrorKind::kData);
  }
}

TEST(Fail, StaysOnOneLineWhateverItQuotes) {
  try {
    fail(ErrorKind::kData, std::string("a\nb\0c", 5));
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "a?b?c");
  }
}

TEST(Fail, CarriesWhatWouldHelpBesideTheMessage) {
  try {
    fail(ErrorKind::kConfig, Remedy{"sigma"}, "a.tsv", ": sigma is unknown");
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "a.tsv: sigma is unknown");
    ASSERT_NE(error.remedy(), nullptr);
    EXPECT_EQ(error.remedy()->name, "sigma");
  }
  EXPECT_EQ(Error(ErrorKind::kData, "a").remedy(), nullptr);
}

TEST(Check, IsABugAndNotAnError) {
  EXPECT_THROW(CERTUS_CHECK(1 + 1 == 3), std::logic_error);
  EXPECT_NO_THROW(CERTUS_CHECK(1 + 1 == 2));
}

}  // namespace
}  // namespace certus
