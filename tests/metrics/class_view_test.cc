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

}  // namespace
}  // namespace certus
