// Every call of the operating system that a command makes about its files fails once, in each of the ways
// that it can: what is acknowledged stays, no file is half of one, and the next run ends with the bytes of an
// undisturbed one.
#include <gmock/gmock.h>

#include <sstream>

#include "faults/left_files.h"
#include "faults/toy_data.h"
#include "support/http_server.h"
#include "support/idx_files.h"
#include "support/subprocess.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

namespace fs = std::filesystem;
using test::content_of;
using test::Files;
using test::Subprocess;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

constexpr int kMostCalls = 500;

/// What one command does to the files below a folder.
struct Work {
  Words command;
  Words again;                       ///< what continues it after a fault
  Files before;                      ///< what is there at the beginning
  std::vector<std::string> growing;  ///< files that grow line by line; all others are replaced as a whole
  std::vector<std::string> changing = {};   ///< files with several versions, which the next run checks
  std::vector<std::string> vanishing = {};  ///< files that come and go: not compared
};

/// How a fault shows.
struct Report {
  long rows = 0;
  std::string at;
};

/// Hundreds of runs sync their files: on a memory disk where there is one.
[[maybe_unused]] const bool on_memory_disk =
    fs::is_directory("/dev/shm") && ::setenv("TMPDIR", "/dev/shm", /*overwrite=*/0) == 0;

std::string without_seal(const std::string& manifest) {
  const std::size_t begin = manifest.find(",\n  \"rows_sha256\"");
  return begin == manifest.npos ? manifest : manifest.substr(0, begin) + "\n}\n";
}

class Faults : public ::testing::Test {
 protected:
  std::string in(const std::string& name) const { return (dir_ / ("in/" + name)).string(); }
  std::string out(const std::string& name) const { return (dir_ / ("out/" + name)).string(); }

  void make_network() {
    test::write_mnist(in_, "t10k", 6);
    test::write_mnist(in_, "train", 6);
    run({CERTUS_PROGRAM, "model", "new", "lenet", "--seed", "4", "-o", network()});
  }
  std::string network() const { return (in_ / "m.safetensors").string(); }
  Words with_data(Words words) const {
    for (const std::string& word : Words{"--data", "mnist", "--data-dir", in_.path().string(), "--no-verify",
                                         "--sigma", "1", "--seed", "9", "--threads", "1"}) {
      words.push_back(word);
    }
    return words;
  }

  void run(const Words& words) const {
    Subprocess process(words, streams_.path(), {});
    ASSERT_EQ(process.wait(), 0) << process.err();
  }

  void begin(const Work& work) const {
    std::error_code ignored;
    fs::remove_all(dir_ / "out", ignored);
    fs::create_directories(dir_ / "out");
    for (const auto& [name, content] : work.before) dir_.write("out/" + name, content);
  }

  Files files(const Work& work) const { return test::files_below(dir_ / "out", work.vanishing); }

  /// A file that is replaced as a whole is the old or the new one; one that grows has what was acknowledged.
  void check_left(const Work& work, const Files& expected, const Report& report) const {
    const Files left = files(work);
    for (const auto& [name, content] : left) {
      const auto is_one_of = [&, &path = name](const std::vector<std::string>& endings) {
        return std::any_of(endings.begin(), endings.end(),
                           [&](const std::string& ending) { return path.ends_with(ending); });
      };
      if (is_one_of(work.changing)) continue;
      const bool grows = is_one_of(work.growing);
      const auto old = work.before.find(name);
      ASSERT_TRUE(expected.contains(name)) << name << " is left, which no undisturbed run leaves";
      const std::string& wanted = expected.at(name);
      if (grows) {
        const std::string whole = content.substr(0, content.rfind('\n') + 1);
        EXPECT_EQ(wanted.substr(0, content.size()), content) << name;
        EXPECT_GE(std::count(whole.begin(), whole.end(), '\n'), report.rows) << name << " lost a row";
      } else {
        // The manifest of a record is sealed when the run ends.
        EXPECT_TRUE(content == wanted || content == without_seal(wanted) ||
                    (old != work.before.end() && content == old->second))
            << name << " is neither the old nor the new file:\n"
            << content.substr(0, 300);
      }
    }
    // What merge removes before it renames two files, so that no record stands under a wrong manifest, is
    // gone when the rename fails: a full disk cannot do that, only a broken one.
    if (report.at.starts_with("at rename of ")) return;
    for (const auto& [name, content] : work.before) {  // perhaps it was replaced, or put aside
      const auto is_in = [&path = name](const std::string& part) { return path.find(part) != path.npos; };
      if (std::any_of(work.vanishing.begin(), work.vanishing.end(), is_in)) continue;
      const auto is_same = [&was = content](const auto& file) { return file.second == was; };
      EXPECT_TRUE(left.contains(name) || std::any_of(left.begin(), left.end(), is_same))
          << name << " was there before and is gone";
    }
  }

  /// Fails every call once, in this way. The number of faults.
  int fail_each(const Work& work, const std::string& kind, const Files& expected) {
    const bool is_invisible = kind == "EINTR" || kind == "short";
    for (int at = 1; at < kMostCalls; ++at) {
      begin(work);
      const auto report_file = streams_ / "report";
      fs::remove(report_file);
      Subprocess process(
          work.command, streams_.path(),
          {.environment = {"LD_PRELOAD=" CERTUS_FAULTS, "CERTUS_FAULT_FOLDER=" + (dir_ / "out").string(),
                           "CERTUS_FAULT_KIND=" + kind, "CERTUS_FAULT_AT=" + std::to_string(at),
                           "CERTUS_FAULT_REPORT=" + report_file.string()}});
      const int code = process.wait();
      if (!fs::exists(report_file)) {
        EXPECT_EQ(code, 0) << process.err();
        EXPECT_EQ(files(work), expected);
        return at - 1;
      }
      const Report report = read_report(content_of(report_file));
      SCOPED_TRACE(kind + " for call " + std::to_string(at) + ", " + report.at);
      if (is_invisible) {
        EXPECT_EQ(code, 0) << process.err();
        EXPECT_EQ(files(work), expected);
      } else {
        EXPECT_TRUE(code == 0 || code == 1) << code << ": " << process.err();
        if (code == 0) {
          EXPECT_EQ(files(work), expected) << "it said that all is well";
        } else {
          EXPECT_THAT(process.err(), HasSubstr("certus: "));
          check_left(work, expected, report);
        }
      }
      if (code != 0) {
        Subprocess again(work.again, streams_.path(), {});
        EXPECT_EQ(again.wait(), 0) << again.err();
        EXPECT_EQ(files(work), expected) << "after the fault and another run";
      }
      if (::testing::Test::HasFailure() && ++failures_ > 5) return at;
    }
    ADD_FAILURE() << "more than " << kMostCalls << " calls";
    return kMostCalls;
  }

  void fail_all(const Work& work,
                const std::vector<std::string>& kinds = {"EIO", "ENOSPC", "EINTR", "short"}) {
    begin(work);
    run(work.command);
    const Files expected = files(work);
    ASSERT_FALSE(expected.empty());
    int faults = 0;
    std::string counts;
    for (const std::string& kind : kinds) {
      const int calls = fail_each(work, kind, expected);
      EXPECT_GT(calls, 0) << kind;
      faults += calls;
      counts += ' ' + kind + ' ' + std::to_string(calls);
    }
    RecordProperty("faults", faults);
    std::printf("%d faults:%s\n", faults, counts.c_str());
  }

  static Report read_report(const std::string& text) {
    Report report;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("rows ")) report.rows = std::stol(line.substr(5));
      if (line.starts_with("at ")) report.at = line;
    }
    return report;
  }

  test::TempDir in_, dir_, streams_;
  int failures_ = 0;
};

TEST_F(Faults, CertifyKeepsItsRowsAndContinues) {
  make_network();
  Work work{.command = with_data({CERTUS_PROGRAM, "certify", network(), "--n", "100", "--n0", "20",
                                  "--no-time", "-o", out("r.tsv")}),
            .again = {},
            .before = {},
            .growing = {"r.tsv"}};
  work.again = work.command;
  work.again.emplace_back("--resume");
  fail_all(work);
}

TEST_F(Faults, ACertifyThatContinuesKeepsItsRows) {
  make_network();
  begin({});
  Work work{.command = with_data({CERTUS_PROGRAM, "certify", network(), "--n", "100", "--n0", "20",
                                  "--no-time", "--resume", "-o", out("r.tsv")}),
            .again = {},
            .before = {},
            .growing = {"r.tsv"}};
  work.again = work.command;
  run(work.command);
  const std::string whole = content_of(dir_ / "out/r.tsv");
  work.before = {{"r.tsv", whole.substr(0, whole.size() / 2)},  // in the middle of a row
                 {"r.json", without_seal(content_of(dir_ / "out/r.json"))}};
  fail_all(work);
}

TEST_F(Faults, PCorrectKeepsItsRowsAndContinues) {
  make_network();
  Work work{
      .command = with_data({CERTUS_PROGRAM, "p-correct", network(), "--samples", "10", "-o", out("t.tsv")}),
      .again = {},
      .before = {},
      .growing = {"t.tsv"}};
  work.again = work.command;
  work.again.emplace_back("--resume");
  fail_all(work);
}

TEST_F(Faults, MergeReplacesBothFilesOrNone) {
  make_network();
  for (const std::string shard : {"1/2", "2/2"}) {
    run(with_data({CERTUS_PROGRAM, "certify", network(), "--n", "100", "--n0", "20", "--no-time", "--shard",
                   shard, "-o", (in_ / ("s" + shard.substr(0, 1) + ".tsv")).string()}));
  }
  Work work{.command = {CERTUS_PROGRAM, "merge", (in_ / "s1.tsv").string(), (in_ / "s2.tsv").string(),
                        "--force", "-o", out("m.tsv")},
            .again = {},
            .before = {{"m.tsv", "the old record\n"}, {"m.json", "{}\n"}},
            .growing = {}};
  work.again = work.command;
  fail_all(work);
}

TEST_F(Faults, TrainingKeepsItsCheckpointAndContinues) {
  Work work{.command = {CERTUS_FAULT_SUBJECT, "train", (dir_ / "out").string()},
            .again = {},
            .before = {},
            .growing = {},
            .changing = {"last.safetensors", "train.csv"}};
  work.again = work.command;
  fail_all(work);
}

TEST_F(Faults, ACellIsFinishedOrContinuesAndItsOldResultsStay) {
  const auto experiment = [&](const std::string& more) {
    return in_
        .write("x.toml",
               "[desk]\npresets = \"mnist/desk\"\n[[cells]]\npreset = \"gaussian\"\nsigma = 0.5\n" + more)
        .string();
  };
  Work work{.command = {CERTUS_FAULT_SUBJECT, "cell", (dir_ / "out").string(), experiment("")},
            .again = {},
            .before = {},
            .growing = {"record.tsv"},
            .vanishing = {"weights/", "times.csv"}};
  work.again = work.command;
  fail_all(work);
  // Again with results of other settings there.
  begin(work);
  run(work.command);
  work.before = test::files_below(dir_ / "out", {});
  experiment("[cells.train]\ntrain.epochs = 9\n");
  fail_all(work);
}

TEST_F(Faults, FetchPutsNothingWrongInPlaceAndContinues) {
  const std::string packed = test::toy_archive(streams_ / "toy.tgz");
  test::HttpServer server([&](const test::HttpRequest& request) { return test::ranged(packed, request); });
  Work work{.command = {CERTUS_FAULT_SUBJECT, "fetch", (dir_ / "out").string(), server.url("/toy.tgz")},
            .again = {},
            .before = {},
            .growing = {},
            .vanishing = {".fetching"}};
  work.again = work.command;
  fail_all(work, {"EIO", "ENOSPC", "short"});  // libarchive does not open its file again after EINTR
}

}  // namespace
}  // namespace certus
