#include "certus/logs/certification_log.h"

#include "support/logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using test::kFieldHeaderLine;
using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr RadiusDigits kThreeSignificant{.kind = RadiusDigits::Kind::kSignificant, .digits = 3};
constexpr RadiusDigits kFourDecimals{.kind = RadiusDigits::Kind::kDecimals, .digits = 4};

class ReadLog : public ::testing::Test {
 protected:
  std::string write(const std::string& content) { return dir_.write("a.tsv", content).string(); }
  CertificationLog read(const std::string& content) { return read_log(write(content)); }
  /// The message without the folder.
  std::string error(const std::string& content) {
    const std::string path = write(content);
    const std::string message = error_of([&] { read_log(path); });
    return message.starts_with(path) ? "a.tsv" + message.substr(path.size()) : message;
  }
  std::string row_error(const std::string& row) { return error(kFieldHeaderLine + row); }
  test::TempDir dir_;
};

TEST_F(ReadLog, TakesTheFieldsFormat) {
  const CertificationLog log =
      read(std::string(kFieldHeaderLine) +
           "0\t3\t3\t1.15\t1\t0:00:08.59\n5\t8\t-1\t0.0\t0\t0:00:08\n10\t1\t2\t2.24e-05\t0\t0:00:01\n");
  EXPECT_EQ(log.idx, (std::vector<std::int64_t>{0, 5, 10}));
  EXPECT_EQ(log.label, (std::vector<std::int32_t>{3, 8, 1}));
  EXPECT_EQ(log.predicted, (std::vector<std::int32_t>{3, -1, 2}));
  EXPECT_EQ(log.radius, (std::vector<double>{1.15, 0.0, 2.24e-05}));
  EXPECT_EQ(log.digits, kThreeSignificant);
  EXPECT_TRUE(log.is_correct(0) && log.is_abstained(1) && !log.is_correct(2));
}

TEST_F(ReadLog, TakesCrlfAMissingLastNewlineOtherOrderAndExtraColumns) {
  const CertificationLog log = read(
      "time\tcorrect\tradius\tpredict\tlabel\tidx\tnote\r\nx\t1\t0.5\t7\t7\t42\thello\r\nx\t0\t0."
      "25\t1\t7\t43\t");
  EXPECT_EQ(log.idx, (std::vector<std::int64_t>{42, 43}));
  EXPECT_EQ(log.radius, (std::vector<double>{0.5, 0.25}));
}

TEST_F(ReadLog, TellsHowRadiiWereRounded) {
  const auto digits = [&](const std::string& radius) {
    return read(kFieldHeaderLine + ("0\t1\t1\t" + radius + "\t1\tx\n")).digits;
  };
  EXPECT_EQ(digits("0.953"), kThreeSignificant);
  EXPECT_EQ(digits("3.0"), kThreeSignificant);
  EXPECT_EQ(digits("1.9057"), kFourDecimals);
  EXPECT_EQ(digits("12.3457"), kFourDecimals);
  EXPECT_EQ(digits("1.9057281"), RadiusDigits{});
  EXPECT_EQ(digits("2.2412345e-05"), RadiusDigits{});
}

TEST_F(ReadLog, TellsTwoDecimalsFromThreeSignificantDigits) {
  std::string rows = kFieldHeaderLine;
  for (int i = 10; i < 90; ++i) rows += std::to_string(i) + "\t1\t1\t0." + std::to_string(i) + "\t1\tx\n";
  EXPECT_EQ(read(rows).digits, (RadiusDigits{.kind = RadiusDigits::Kind::kDecimals, .digits = 2}));
}

TEST_F(ReadLog, TakesPredictionLogs) {
  const CertificationLog log = read("idx\tlabel\tpredict\tcorrect\ttime\n0\t1\t1\t1\tx\n");
  EXPECT_FALSE(log.has_radii());
  EXPECT_TRUE(log.is_correct(0));
}

TEST_F(ReadLog, NamesFileLineColumnFoundAndExpected) {
  EXPECT_EQ(error(""), "a.tsv: empty file, expected a certification log");
  EXPECT_EQ(error(kFieldHeaderLine), "a.tsv: no rows after the header, expected one for every image");
  EXPECT_EQ(error("idx\tlabel\tpredict\tradius\ttime\n"),
            "a.tsv:1: column 'correct' is missing, found 'idx?label?predict?radius?time', expected the "
            "tab-separated names idx, label, predict, radius, correct");
  EXPECT_EQ(error("idx\tidx\tlabel\tpredict\tradius\tcorrect\n"),
            "a.tsv:1: column 'idx' appears twice, expected it once");
  EXPECT_EQ(row_error("0\t1\tone\t0.5\t1\tx\n"),
            "a.tsv:2: column 'predict': found 'one', expected a whole number from -1 to 1000000");
  EXPECT_EQ(row_error("0\t1\t1\thalf\t1\tx\n"), "a.tsv:2: column 'radius': found 'half', expected a number");
  EXPECT_EQ(row_error("0\t1\t1\tnan\t1\tx\n"),
            "a.tsv:2: column 'radius': found 'nan', expected a radius of 0 or more");
  EXPECT_EQ(row_error("0\t1\t1\tinf\t1\tx\n"),
            "a.tsv:2: column 'radius': found 'inf', expected a radius of 0 or more");
  EXPECT_EQ(row_error("0\t1\t1\t-0.5\t1\tx\n"),
            "a.tsv:2: column 'radius': found '-0.5', expected a radius of 0 or more");
  EXPECT_EQ(row_error("0\t1\t-1\t0.5\t0\tx\n"),
            "a.tsv:2: column 'radius': found '0.5', expected 0 for an abstention (predict is -1)");
  EXPECT_EQ(row_error("0\t1\t1\t0.5\t0\tx\n"),
            "a.tsv:2: column 'correct': found '0', expected 1: predict is 1 and label is 1");
  EXPECT_EQ(row_error("0\t1\t1\t0.5\t17\tx\n"),
            "a.tsv:2: column 'correct': found '17', expected 0 or 1; some tools write a running total here");
  EXPECT_THAT(row_error("0\t1\t1\t0.5\n"),
              HasSubstr("a.tsv:2: found 4 columns, expected 6 as in the header"));
  EXPECT_EQ(row_error("0\t1\t1\t0.5\t1\tx\n7\t1\t1\t0.5\t1\tx\n0\t1\t1\t0.5\t1\tx\n"),
            "a.tsv:4: column 'idx': found '0' again after line 2, expected every image once (1 repeated row "
            "in all)");
  EXPECT_EQ(row_error("0\t1\t1\t0.5\t1\tx\n\n1\t1\t1\t0.5\t1\tx\n"),
            "a.tsv:3: found an empty line, expected a row; rows follow after it");
}

TEST_F(ReadLog, ChecksCounts) {
  const auto counts_error = [&](const std::string& n, const std::string& counts) {
    return error("idx\tlabel\tpredict\tradius\tcorrect\ttime\tn0\tn\tcounts\n0\t1\t1\t0.5\t1\tx\t10\t" + n +
                 "\t" + counts + "\n");
  };
  EXPECT_THAT(counts_error("100", "1:101"),
              EndsWith("column 'counts': found '1:101', expected no count above n = 100"));
  EXPECT_THAT(counts_error("100", "1:50;1:50"), HasSubstr("expected every class once, in rising order"));
  EXPECT_THAT(counts_error("100", "1:100;"), HasSubstr("expected class:votes pairs"));
  EXPECT_THAT(counts_error("100", "1:90;2:9"), HasSubstr("expected votes that add up to n = 100, not 99"));
  EXPECT_THAT(counts_error("100", "1:-5"), HasSubstr("expected class:votes pairs"));
  EXPECT_THAT(counts_error("100", "1=100"), HasSubstr("expected class:votes pairs"));
  EXPECT_THAT(counts_error("0", "1:1"), HasSubstr("column 'n': found '0'"));
  EXPECT_THAT(error("idx\tlabel\tpredict\tradius\tcorrect\tn\n0\t1\t1\t0.5\t1\t100\n"),
              HasSubstr("column 'counts' is missing"));
}

TEST_F(ReadLog, FailsAtOnceOnOtherKindsOfFile) {
  EXPECT_THAT(error(std::string("\x7f"
                                "ELF\x02\x01\x01\0\0\0",
                                10) +
                    "\n"),
              HasSubstr("a.tsv:1: not a text header"));
  EXPECT_THAT(error(std::string(3 << 20, '\0')), HasSubstr("line of more than 1048576 bytes"));
  EXPECT_THAT(error_of([&] { read_log(dir_.path().string()); }), HasSubstr("is a directory"));
  EXPECT_THAT(error_of([&] { read_log((dir_ / "none").string()); }), HasSubstr("none: cannot be opened"));
}

TEST_F(ReadLog, CollectsProblemsWhenAsked) {
  std::vector<std::string> codes;
  const ReadLogOptions options{
      .on_problem = [&](const LogProblem& problem) { codes.push_back(problem.code); }};
  read_log(write(std::string(kFieldHeaderLine) + "0\t1\t1\t-1\t1\tx\n0\t1\t1\t0.5\t0\tx\n"), options);
  EXPECT_EQ(codes, (std::vector<std::string>{"bad-radius", "correct-mismatch", "duplicate-idx"}));
}

TEST_F(ReadLog, GivesWhatRowsInMemoryGive) {
  const std::vector<CertificationRecord> records{
      {.idx = 3, .label = 1, .predicted = 1, .radius = 0.25, .n0 = 5, .n = 10, .counts = {{1, 9}, {4, 1}}},
      {.idx = 5, .label = 2, .predicted = {}, .n0 = 5, .n = 10, .counts = {{0, 5}, {7, 4}}, .nan_votes = 1},
      {.idx = 8, .label = 0, .predicted = 6, .radius = 1.5, .n0 = 5, .n = 10, .counts = {{6, 10}}}};
  std::string text(record_header({}));
  for (const CertificationRecord& record : records) text += '\n' + record_row(record);
  const CertificationLog expected = read_log(dir_.write("rows.tsv", text + '\n').string());
  const CertificationLog log = log_of(records);
  EXPECT_EQ(log.idx, expected.idx);
  EXPECT_EQ(log.label, expected.label);
  EXPECT_EQ(log.predicted, expected.predicted);
  EXPECT_EQ(log.radius, expected.radius);
  EXPECT_EQ(log.label_votes, expected.label_votes);
  EXPECT_EQ(log.chosen_votes, expected.chosen_votes);
  EXPECT_EQ(log.column_n, expected.column_n);
}

}  // namespace
}  // namespace certus
