#pragma once

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "support/idx_files.h"
#include "support/program.h"
#include "support/temp_dir.h"

namespace certus::test {

/// A folder with a small data set in MNIST's layout and a fresh lenet, m.safetensors, for commands on them.
class LenetFolder : public ::testing::Test {
 protected:
  using Words = std::vector<std::string>;

  explicit LenetFolder(std::uint32_t images) {
    write_mnist(dir_, "t10k", images);
    done({"model", "new", "lenet", "--seed", "4", "-o", path("m.safetensors")});
  }
  std::string path(const std::string& name) const { return (dir_ / name).string(); }
  /// Runs the program, which succeeds.
  static Outcome done(const Words& words) {
    const Outcome outcome = certus_run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome;
  }
  /// Runs the program, which says what the user can mend.
  static std::string error(const Words& words) {
    const Outcome outcome = certus_run(words);
    EXPECT_EQ(outcome.code, 1) << outcome.out;
    return outcome.err;
  }

  /// What an audit finds beside that a fresh network hardly looks at its images.
  static std::vector<std::string> other_findings(Words words) {
    words.insert(words.begin(), "audit");
    words.insert(words.end(), {"--format", "json"});
    std::vector<std::string> codes;
    for (const auto& log : certus_run(words).parsed()) {
      for (const auto& finding : log.at("findings")) {
        if (finding.at("code") != "near-constant") codes.push_back(finding.at("code"));
      }
    }
    return codes;
  }

  TempDir dir_;
};

}  // namespace certus::test
