// Files that were made to break the program: each ends with exit code 1 and one line.
#include <cstring>

#include "support/lenet_folder.h"
#include "support/logs.h"
#include "support/shared_files.h"

namespace certus {
namespace {

using test::certus_run;
using test::content_of;
using test::Outcome;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

/// Expects exit code 1 and one line; gives the line.
std::string one_line_of(const Words& words) {
  const Outcome outcome = certus_run(words);
  EXPECT_EQ(outcome.code, 1) << words.at(0) << ": " << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  return outcome.err;
}

class HostileFiles : public test::LenetFolder {
 protected:
  HostileFiles() : LenetFolder(10) {}
  Words certify(const Words& more) const {
    Words words{"certify",     path("m.safetensors"),
                "--data",      "mnist",
                "--data-dir",  dir_.path().string(),
                "--no-verify", "--engine",
                "onednn",      "--sigma",
                "0.5",         "--n",
                "20",          "--alpha",
                "0.01",        "-o",
                path("r.tsv")};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(HostileFiles, DeepNestingIsRefusedByEveryReader) {
  const std::string deep = nested(80'000);
  done({"simulate", "--images", "20", "--n", "100", "--sigma", "0.5", "-o", path("log.tsv")});
  std::string manifest = content_of(path("log.json"));
  dir_.write("log.json", manifest.insert(manifest.rfind('}'), ", \"more\": " + deep));
  std::string header = "{\"a\":{\"dtype\":\"F32\",\"shape\":" + deep + ",\"data_offsets\":[0,0]}}";
  const std::uint64_t bytes = header.size();
  header.insert(0, std::string(reinterpret_cast<const char*>(&bytes), sizeof bytes));
  dir_.write("deep.safetensors", header);
  std::string key = "a";
  for (int i = 0; i < 80'000; ++i) key += ".a";
  dir_.write("deep.toml", key + " = 1\n");
  dir_.write("scales.json", "{\"format\": " + deep + "}");
  dir_.write("summary.json", deep);
  dir_.write("table.tsv", "idx\tlabel\tcorrect\n");
  dir_.write("table.json", deep);
  for (const Words& words :
       {Words{"evaluate", path("log.tsv")}, Words{"audit", path("log.tsv")},
        Words{"model", "info", path("deep.safetensors")}, Words{"train", path("deep.toml"), "--print-config"},
        Words{"experiment", "status", path("deep.toml"), "-o", path("results")},
        Words{"experiment", "summary", dir_.path().string()},
        certify({"--precision", "int8", "--scales", path("scales.json")})}) {
    EXPECT_THAT(one_line_of(words), HasSubstr("nested more than 64 deep; not one of ours, or damaged"));
  }
}

// Protobuf has a bound of its own, of 100 messages.
TEST_F(HostileFiles, DeepGraphsOfOnnxAreRefused) {
  const auto message = [](int field, const std::string& content) {
    std::string bytes(1, static_cast<char>(field << 3 | 2));
    for (std::size_t left = content.size();; left >>= 7) {
      bytes += static_cast<char>((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
      if (left <= 0x7f) return bytes + content;
    }
  };
  std::string graph;
  for (int i = 0; i < 3000; ++i) graph = message(1, message(5, message(6, graph)));  // node, attribute, graph
  dir_.write("deep.onnx", message(7, graph));
  EXPECT_THAT(one_line_of({"model", "info", path("deep.onnx")}), HasSubstr("is not an ONNX model"));
}

TEST_F(HostileFiles, OfTheReviewAreRefused) {
  CERTUS_NEEDS_SHARED("hostile");
  const auto shared = [](const char* name) { return test::shared_file("hostile").string() + "/" + name; };
  for (const char* log : {"dm.tsv", "E.tsv", "A.tsv", "B.tsv", "Cc.tsv", "C3.tsv"}) {
    one_line_of({"evaluate", shared(log)});
    EXPECT_EQ(certus_run({"audit", shared(log)}).code, 1) << log;  // in one line, or as findings
  }
  one_line_of({"model", "info", shared("ds.safetensors")});
  one_line_of({"train", shared("dt.toml"), "--print-config"});
  one_line_of(certify({"--precision", "int8", "--scales", shared("sc.json")}));
}

}  // namespace
}  // namespace certus
