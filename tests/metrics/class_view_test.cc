#include "certus/metrics/class_view.h"

#include "certus/metrics/acr.h"
#include "certus/metrics/certified_accuracy.h"
#include "support/logs.h"

namespace certus {
namespace {

TEST(ClassView, IsALogOfItsOwn) {
  EXPECT_EQ(classes_of(test::four_rows()), (std::vector<int>{2, 7}));
  const CertificationLog seven = rows_of_class(test::four_rows(), 7);
  EXPECT_EQ(seven.rows(), 2u);
  EXPECT_DOUBLE_EQ(average_certified_radius(seven), 0.5);
  EXPECT_EQ(clean_accuracy(rows_of_class(test::four_rows(), 2), 0.95).value, 0.5);
}

TEST(ClassView, VotesOfAClassAreThoseOfItsRows) {
  CertificationLog log = test::log_of_votes({700, 900, 700, 100, 800}, 1000);
  log.label = {5, 5, 5, 2, 2};
  log.predicted = {5, 5, 5, CertificationLog::kAbstained, 9};
  log.label_votes[3] = log.label_votes[4] = CertificationLog::kUnknownVotes;
  const auto classes = votes_by_class(log, 1000);
  ASSERT_EQ(classes.size(), 2u);
  EXPECT_EQ(classes[0].label, 2);
  EXPECT_EQ(classes[0].images, 2);
  EXPECT_TRUE(classes[0].groups.empty());
  EXPECT_EQ(classes[0].unknown_abstained, 1);
  EXPECT_EQ(classes[0].unknown_other, 1);
  EXPECT_EQ(classes[1].images, 3);
  ASSERT_EQ(classes[1].groups.size(), 2u);
  EXPECT_EQ(classes[1].groups[0].votes, 700);
  EXPECT_EQ(classes[1].groups[0].images, 2);
  EXPECT_EQ(classes[1].groups[1].votes, 900);
}

}  // namespace
}  // namespace certus
