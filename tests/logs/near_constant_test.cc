#include "certus/logs/near_constant.h"

#include <gtest/gtest.h>

namespace certus {
namespace {

/// Appends `count` images of one label with one prediction.
void add(CertificationLog& log, int count, int label, int predicted) {
  for (int i = 0; i < count; ++i) {
    log.idx.push_back(static_cast<std::int64_t>(log.rows()));
    log.label.push_back(label);
    log.predicted.push_back(predicted);
  }
}

/// `count` images of each of ten classes, all of them called a cat (class 3).
CertificationLog always_cat(int count) {
  CertificationLog log;
  for (int label = 0; label < 10; ++label) add(log, count, label, 3);
  return log;
}

TEST(NearConstant, NamesAClassifierThatAlwaysSaysCat) {
  const auto found = near_constant(always_cat(10));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, NearConstant::Kind::kOneClass);
  EXPECT_EQ(found->top_class, 3);
  EXPECT_EQ(found->top_answers, 100);
  EXPECT_EQ(
      near_constant_text(*found),
      "the classifier is nearly constant: it says class 3 for 100.0 % of the 100 images that it answers, "
      "whatever their label; its radii say nothing about robustness");
}

TEST(NearConstant, LeavesAbstentionsAside) {
  CertificationLog log = always_cat(2);
  add(log, 1000, 5, CertificationLog::kAbstained);
  ASSERT_TRUE(near_constant(log));
  EXPECT_EQ(near_constant(log)->answered, 20);
  CertificationLog silent;
  add(silent, 1000, 5, CertificationLog::kAbstained);
  EXPECT_FALSE(near_constant(silent));
}

TEST(NearConstant, AllowsAFewOtherAnswersButNotMany) {
  const auto with_others = [](int others) {
    CertificationLog log;
    for (int label = 0; label < 10; ++label) {
      add(log, 100 - others, label, 3);
      add(log, others, label, label);
    }
    return near_constant(log);
  };
  EXPECT_TRUE(with_others(5));
  EXPECT_FALSE(with_others(6));
}

TEST(NearConstant, SaysNothingOfFewImages) {
  EXPECT_FALSE(near_constant(CertificationLog{}));
  CertificationLog log;
  add(log, 9, 1, 3);
  add(log, 9, 3, 3);
  EXPECT_FALSE(near_constant(log));
  add(log, 1, 2, 3);
  EXPECT_TRUE(near_constant(log));
}

TEST(NearConstant, AllowsOneClassWhereTheLabelsAreOneClass) {
  CertificationLog folder_of_cats;
  add(folder_of_cats, 500, 3, 3);
  EXPECT_FALSE(near_constant(folder_of_cats));
  // Nine tenths are healthy; the classifier finds half of the others.
  CertificationLog unbalanced;
  add(unbalanced, 900, 0, 0);
  add(unbalanced, 50, 1, 0);
  add(unbalanced, 50, 1, 1);
  EXPECT_FALSE(near_constant(unbalanced));
  // It finds none of them: as good as no classifier, with an accuracy of 90 %.
  CertificationLog blind;
  add(blind, 900, 0, 0);
  add(blind, 100, 1, 0);
  EXPECT_TRUE(near_constant(blind));
}

TEST(NearConstant, TellsAnswersThatHaveNothingToDoWithTheLabels) {
  CertificationLog guesses;
  for (int label = 0; label < 10; ++label) {
    for (int predicted = 0; predicted < 10; ++predicted) add(guesses, 10, label, predicted);
  }
  const auto found = near_constant(guesses);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, NearConstant::Kind::kChance);
  EXPECT_EQ(found->right, 100);
  EXPECT_NEAR(found->chance, 0.1, 1e-12);
  EXPECT_EQ(near_constant_text(*found),
            "the classifier is no better than chance: right for 10.0 % of the 1,000 images that it answers, "
            "where the same answers in random order would be right for 10.0 %; its radii say nothing about "
            "robustness");
}

TEST(NearConstant, DoesNotCallAWeakClassifierChance) {
  // Right for 15 of 100 images of each class where chance is 10: 150 of 1000 is far above it.
  CertificationLog weak;
  for (int label = 0; label < 10; ++label) {
    add(weak, 15, label, label);
    add(weak, 85, label, (label + 1) % 10);
  }
  EXPECT_FALSE(near_constant(weak));
  // Thirty guesses may be those of a classifier with an accuracy of 20 %.
  CertificationLog few;
  for (int label = 0; label < 10; ++label) {
    for (int k = 0; k < 3; ++k) add(few, 1, label, label < 3 && k == 0 ? label : (label + 1 + k) % 10);
  }
  EXPECT_FALSE(near_constant(few));
}

}  // namespace
}  // namespace certus
