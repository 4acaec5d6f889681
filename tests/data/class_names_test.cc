#include "certus/data/class_names.h"

#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(ClassNames, AKnownDataSetHasItsOwn) {
  EXPECT_THAT(class_names("cifar10"), SizeIs(10));
  EXPECT_EQ(class_names("cifar10")[3], "cat");
  EXPECT_THAT(class_names("imagenet"), IsEmpty());
}

TEST(ClassNames, OfAFolderAreItsSubfoldersInByteOrder) {
  const test::TempDir dir;
  for (const char* name : {"bird", "Ant", ".hidden", "cat"}) std::filesystem::create_directory(dir / name);
  dir.write("file", "no class");
  EXPECT_THAT(class_names((dir / "").string()), ElementsAre("Ant", "bird", "cat"));
}

TEST(ClassNames, WhatIsNeitherFailsNamingTheKnownOnes) {
  EXPECT_THAT(error_of([] { class_names("cifar11"); }),
              HasSubstr("'cifar11' is neither a known data set (cifar10, "));
}

TEST(ClassNames, AnIdentityNamesItsDataSetFirst) {
  EXPECT_EQ(class_names_of_identity("cifar10 test, sha256 8e2e")[9], "truck");
  EXPECT_EQ(class_names_of_identity("mnist, 3 images")[7], "7");
  EXPECT_THAT(class_names_of_identity("folder cifar10, 3 pictures"), IsEmpty());
  EXPECT_THAT(class_names_of_identity("400 simulated images"), IsEmpty());
  EXPECT_THAT(class_names_of_identity(""), IsEmpty());
}

TEST(ClassNames, APathNamesADataSetByAWholeFolder) {
  EXPECT_EQ(class_names_of_path("logs/cifar10/ours/noise_0.5.tsv")[0], "airplane");
  EXPECT_THAT(class_names_of_path("logs/cifar10-ours/noise_0.5.tsv"), IsEmpty());
  EXPECT_THAT(class_names_of_path("cifar10"), IsEmpty());
}

}  // namespace
}  // namespace certus
