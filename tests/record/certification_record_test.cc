#include "certus/record/certification_record.h"

#include <gtest/gtest.h>

namespace certus {
namespace {

CertificationRecord example() {
  CertificationRecord record{.idx = 3, .label = 3, .seconds = 3.592842, .n0 = 100, .n = 100'000};
  record.counts = {{3, 99'312}, {5, 600}, {8, 81}};
  record.nan_votes = 7;
  return record;
}

TEST(RecordRow, HasTheFieldsColumnsFirstAndTheCountsLast) {
  CertificationRecord record = example();
  decide(record, 3, {.n = 100'000, .alpha = 0.001, .sigma = 0.5});
  EXPECT_EQ(record_row(record), "3\t3\t3\t" + std::string("1.2107938348200298") +
                                    "\t1\t0:00:03.592842\t100\t100000\t3:99312;5:600;8:81;nan:7");
}

TEST(RecordRow, WritesAnAbstentionAsTheFieldDoes) {
  CertificationRecord record = example();
  decide(record, 5, {.n = 100'000, .alpha = 0.001, .sigma = 0.5});
  EXPECT_FALSE(record.predicted);
  EXPECT_EQ(field_row(record), "3\t3\t-1\t0.0\t0\t0:00:03.592842");
}

TEST(RecordRow, RefusesVotesThatDoNotAddUp) {
  CertificationRecord record = example();
  record.nan_votes = 8;
  EXPECT_THROW(record_row(record), std::logic_error);
}

TEST(Decide, LetsNonFiniteVotesCountForNobody) {
  CertificationRecord record{.idx = 0, .label = 0, .n0 = 10, .n = 100};
  record.counts = {{0, 65}};
  record.nan_votes = 35;
  decide(record, 0, {.n = 100, .alpha = 0.001, .sigma = 1.0});
  EXPECT_FALSE(record.predicted);  // 65 of 100 abstains, whatever became of the others
}

TEST(DurationText, IsThatOfTheField) {
  EXPECT_EQ(duration_text(3.6), "0:00:03.600000");
  EXPECT_EQ(duration_text(1.0), "0:00:01");
  EXPECT_EQ(duration_text(3725.5), "1:02:05.500000");
  EXPECT_EQ(duration_text(86'400.0), "1 day, 0:00:00");
  EXPECT_EQ(duration_text(2 * 86'400.0 + 1.0), "2 days, 0:00:01");
}

TEST(ParseDuration, ReadsWhatDurationTextWrites) {
  for (const double seconds : {0.0, 0.000001, 59.5, 3599.0, 86'399.25, 86'400.0, 200'000.125}) {
    EXPECT_NEAR(parse_duration(duration_text(seconds)).value(), seconds, 1e-9) << duration_text(seconds);
  }
  for (const char* text : {"", "12", "1:2", "a:b:c", "x days, 0:00:00"})
    EXPECT_FALSE(parse_duration(text)) << text;
}

}  // namespace
}  // namespace certus
