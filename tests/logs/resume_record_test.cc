#include "certus/logs/resume_record.h"

#include <fstream>

#include "certus/logs/certification_log.h"
#include "certus/record/simulate.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;

const SimulationParams kParams{
    .images = 20, .n0 = 10, .budget = {.n = 1000, .alpha = 0.001, .sigma = 0.5}, .seed = 4};

RunManifest manifest() {
  return {.budget = kParams.budget,
          .n0 = kParams.n0,
          .seed = kParams.seed,
          .model = "m",
          .data = "d",
          .preprocessing = "none",
          .engine = "simulate",
          .precision = "exact",
          .certus = "test"};
}

CertificationRecord record(std::int64_t i) {
  static const Population population = Population::parse("beta:4,1");
  return simulate_record(population, kParams, i);
}

std::string whole_run(const test::TempDir& dir) {
  RecordWriter writer = RecordWriter::create(dir / "whole.tsv", manifest(), {}, Overwrite::kRefuse);
  for (std::int64_t i = 0; i < kParams.images; ++i) writer.append(record(i));
  return content_of(dir / "whole.tsv");
}

TEST(RecordWriter, KilledAtAnyByteAndResumedGivesTheSameFile) {
  const test::TempDir dir;
  const std::string whole = whole_run(dir);
  for (std::size_t bytes = 0; bytes <= whole.size(); bytes += 7) {
    const auto path = dir / "killed.tsv";
    write_manifest(path, manifest(), Overwrite::kAllow);
    std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, bytes);
    RecordWriter writer = resume_record(path, manifest(), {});
    for (std::int64_t i = 0; i < kParams.images; ++i) {
      if (!writer.has(i)) writer.append(record(i));
    }
    ASSERT_EQ(content_of(path), whole) << "killed after " << bytes << " bytes";
  }
}

TEST(RecordWriter, ResumesAFileWithOtherLineEndsWithoutCuttingIt) {
  const test::TempDir dir;
  std::string crlf;
  for (const char c : whole_run(dir)) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  const auto path = dir.write("crlf.tsv", crlf);
  write_manifest(path, manifest(), Overwrite::kAllow);
  EXPECT_EQ(resume_record(path, manifest(), {}).rows(), 20u);
  EXPECT_EQ(content_of(path), crlf);
}

TEST(RecordWriter, LeavesADamagedRecordAsItIs) {
  const test::TempDir dir;
  const std::string damaged = whole_run(dir) + "7\tnonsense\n8\ttorn";
  const auto path = dir.write("damaged.tsv", damaged);
  write_manifest(path, manifest(), Overwrite::kAllow);
  EXPECT_THAT(error_of([&] { resume_record(path, manifest(), {}); }),
              HasSubstr("damaged.tsv:22: found 2 columns"));
  EXPECT_EQ(content_of(path), damaged);
}

TEST(RecordWriter, ReadsBackWhatItWrote) {
  const test::TempDir dir;
  whole_run(dir);
  const CertificationLog log = read_log((dir / "whole.tsv").string());
  ASSERT_EQ(log.rows(), 20u);
  EXPECT_EQ(*log.column_n, 1000);
  for (std::size_t i = 0; i < log.rows(); ++i) {
    const CertificationRecord expected = record(static_cast<std::int64_t>(i));
    EXPECT_EQ(log.radius[i], expected.radius);
    EXPECT_EQ(log.predicted[i], expected.predicted.value_or(-1));
    for (const auto& entry : expected.counts) {
      if (entry.label == expected.label) {
        EXPECT_EQ(log.label_votes[i], entry.votes);
      }
    }
  }
  EXPECT_EQ(*read_manifest(dir / "whole.tsv"), manifest());
}

TEST(RecordWriter, RefusesToResumeUnderAnotherManifestAndNamesTheField) {
  const test::TempDir dir;
  whole_run(dir);
  RunManifest other = manifest();
  other.budget.alpha = 0.01;
  const std::string message = error_of([&] { resume_record(dir / "whole.tsv", other, {}); });
  EXPECT_THAT(message, HasSubstr("whole.json: field 'alpha' is 0.001 in the run to be resumed and 0.01 now"));
}

TEST(RecordWriter, BeginsWhereARunEndedBeforeItsManifestWasWritten) {
  const test::TempDir dir;
  whole_run(dir);
  dir.write("empty.tsv", "");
  { resume_record(dir / "empty.tsv", manifest(), {}); }
  EXPECT_EQ(content_of(dir / "empty.json"), content_of(dir / "whole.json"));
}

TEST(RecordWriter, OverwritesNothingUnasked) {
  const test::TempDir dir;
  const std::string whole = whole_run(dir);
  EXPECT_THAT(error_of([&] { RecordWriter::create(dir / "whole.tsv", manifest(), {}, Overwrite::kRefuse); }),
              HasSubstr("exists already"));
  EXPECT_EQ(content_of(dir / "whole.tsv"), whole);
  // Nor does it adopt a log of somebody else.
  dir.write("foreign.tsv", whole);
  EXPECT_THAT(error_of([&] { resume_record(dir / "foreign.tsv", manifest(), {}); }),
              HasSubstr("no manifest of certus"));
}

TEST(RecordWriter, RefusesAnImageTwice) {
  const test::TempDir dir;
  RecordWriter writer = RecordWriter::create(dir / "a.tsv", manifest(), {}, Overwrite::kRefuse);
  writer.append(record(0));
  EXPECT_THAT(error_of([&] { writer.append(record(0)); }), HasSubstr("image 0 is in the record already"));
}

}  // namespace
}  // namespace certus
