// No number in a file is a bug of the program: whatever it is, the exit code is 0 or 1, never 2.
#include <regex>

#include "certus/record/record_seal.h"
#include "support/lenet_folder.h"

namespace certus {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using test::certus_run;
using test::content_of;
using test::Outcome;
using Words = std::vector<std::string>;

/// What may stand in the place of a number, as JSON writes it.
const Words kValues{"-1",
                    "0",
                    "-0.0",
                    "0.5",
                    "2147483648",
                    "4294967297",
                    "9223372036854775807",
                    "9223372036854775808",
                    "18446744073709551616",
                    "1e-320",
                    "1e308",
                    "\"x\"",
                    "null",
                    "[1e308, -1]",
                    "{}"};
/// The most telling ones, for commands that take long.
const Words kFewValues{"-1", "4294967297", "9223372036854775808", "1e-320", "1e308", "null"};

class HostileNumbers : public test::LenetFolder {
 protected:
  HostileNumbers() : LenetFolder(6) {}

  Words certify(const std::string& output, const Words& more) const {
    Words words{"certify",    path("m.safetensors"),
                "--engine",   "onednn",
                "--data",     "mnist",
                "--data-dir", dir_.path().string(),
                "--no-time",  "--no-verify",
                "--seed",     "1",
                "--sigma",    "0.5",
                "--alpha",    "0.01",
                "-o",         path(output)};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  static void expect_no_bug(const Words& words, const std::string& what) {
    const Outcome outcome = certus_run(words);
    EXPECT_THAT(outcome.code, ::testing::AnyOf(0, 1)) << what << ": " << outcome.err;
  }

  /// Puts each value into each number of the JSON file, of lists into the first two, and runs the commands.
  void each_json(const std::string& file, const std::vector<Words>& commands, const Words& values = kValues) {
    const std::string before = content_of(path(file));
    const ordered_json whole = ordered_json::parse(before).flatten();
    for (const auto& [key, old] : whole.items()) {
      if (!old.is_number() || std::regex_search(key, std::regex("/([2-9]|[1-9][0-9]+)(/|$)"))) continue;
      for (const std::string& value : values) {
        ordered_json changed = whole;
        changed[key] = "HERE";
        std::string text = changed.unflatten().dump();
        text.replace(text.find("\"HERE\""), 6, value);
        dir_.write(file, text);
        for (const Words& words : commands) expect_no_bug(words, file + key + " = " + value);
      }
    }
    dir_.write(file, before);
  }

  /// Puts each value into each cell of the first row of the table, and runs the commands.
  void each_cell(const std::string& file, char separator, const std::vector<Words>& commands,
                 const Words& values = kValues) {
    const std::string before = content_of(path(file));
    const std::size_t begin = before.find('\n') + 1, end = before.find('\n', begin);
    for (std::size_t at = begin; at < end;) {
      const std::size_t stop = std::min(before.find(separator, at), end);
      for (const std::string& value : values) {
        Words texts{value};
        if (before.substr(at, stop - at).find(':') != std::string::npos)  // votes, or a time
          texts.insert(texts.end(), {"3:" + value, value + ":1", "0:" + value + ";1:" + value});
        for (const std::string& text : texts) {
          std::string changed = before;
          dir_.write(file, changed.replace(at, stop - at, text));
          for (const Words& words : commands) expect_no_bug(words, file + ": " + text);
        }
      }
      at = stop + 1;
    }
    dir_.write(file, before);
  }
};

TEST_F(HostileNumbers, OfRecordsAndTheirManifests) {
  const std::vector<std::pair<std::string, Words>> procedures{
      {"top", {"--n", "100"}},
      {"two", {"--n", "100", "--radius", "two-class"}},
      {"randomized", {"--n", "100", "--radius", "randomized"}},
      {"at", {"--n", "300", "--at", "0.1,0.25"}},
      {"mixture", {"--n", "300", "--at", "0.1", "--boundary", "mixture"}},
      {"width", {"--n", "300", "--width", "0.3"}},
      {"two-class-at", {"--n", "300", "--at", "0.1,0.25", "--radius", "two-class"}},
  };
  for (const auto& [name, more] : procedures) {
    done(certify(name + ".tsv", more));
    unseal_record(path(name + ".tsv"));  // the seal would hide what else refuses a change
    const std::vector<Words> commands{{"evaluate", path(name + ".tsv")}, {"audit", path(name + ".tsv")}};
    each_json(name + ".json", commands);
    each_cell(name + ".tsv", '\t', commands);
  }
}

// What load_log does not need of a record, but what goes on with it does.
TEST_F(HostileNumbers, OfRecordsThatAreMergedOrContinued) {
  done(certify("at.tsv", {"--n", "300", "--at", "0.1", "--boundary", "mixture"}));
  const Words top_up = certify("more.tsv", {"--n", "310", "--at", "0.1", "--boundary", "mixture", "--top-up",
                                            path("at.tsv"), "--force"});
  done(top_up);
  unseal_record(path("at.tsv"));
  const std::string before = content_of(path("at.tsv"));
  const std::size_t begin = before.find('\n') + 1, end = before.find('\n', begin);
  std::size_t column = 0;
  for (std::size_t at = begin; at < end; ++column) {
    const std::size_t stop = std::min(before.find('\t', at), end);
    const std::string old = before.substr(at, stop - at);
    for (const std::string value : {"x", "-1", "11", "4294967299", "9223372036854775808"}) {
      for (const std::string& text : {value, value + old.substr(std::min(old.find(':'), old.size()))}) {
        std::string changed = before;
        dir_.write("at.tsv", changed.replace(at, stop - at, text));
        expect_no_bug({"merge", path("at.tsv"), "-o", path("merged.tsv"), "--force"}, text);
        expect_no_bug(top_up, join_text("column ", column, ": ", text));
      }
    }
    at = stop + 1;
  }
}

TEST_F(HostileNumbers, OfScales) {
  const Words words = certify(
      "r.tsv", {"--n", "10", "--max", "1", "--precision", "int8", "--scales", path("s.json"), "--force"});
  done(words);
  each_json("s.json", {words}, kFewValues);
}

TEST_F(HostileNumbers, OfTables) {
  test::write_mnist(dir_, "train", 6);
  const auto table = [&](const Words& more) {
    Words words{"p-correct",   path("m.safetensors"),
                "--data",      "mnist",
                "--data-dir",  dir_.path().string(),
                "--no-verify", "--sigma",
                "0.5",         "--engine",
                "onednn",      "--views",
                "plain",       "--samples",
                "10",          "-o",
                path("t.tsv")};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  done(table({}));
  each_json("t.json", {table({"--resume"})}, kFewValues);
  each_cell("t.tsv", '\t', {table({"--resume"})}, kFewValues);
}

TEST_F(HostileNumbers, OfSummariesCurvesAndPopulations) {
  dir_.write("cell/summary.json",
             R"({"method": "a", "varied": [], "sigma": 0.5, "seed": 0, "n": 100, "acr": 0.5,
                 "certified_accuracy": [{"radius": 0.0, "value": 0.8}], "last_epoch": {"kept_images": 5.0}})");
  each_json("cell/summary.json", {{"experiment", "summary", path("cell")}});
  dir_.write("c_0.5.csv", "radius,accuracy\n0,0.8\n0.25,0.7\n0.5,0.5\n");
  each_cell("c_0.5.csv", ',', {{"evaluate", path("c_0.5.csv"), "--n", "100", "--alpha", "0.001"}});
  dir_.write("p.txt", "# p_A\n0.5\n0.9\n");
  each_cell("p.txt", '\t', {{"simulate", "--population", path("p.txt"), "-o", path("s.tsv"), "--force"}});
}

}  // namespace
}  // namespace certus
