#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "certus/cli/run.h"

namespace certus::test {

/// What a run of the program left: exit code, standard output and error.
struct Outcome {
  int code;
  std::string out;
  std::string err;
  nlohmann::json parsed() const { return nlohmann::json::parse(out); }
};

/// Output whose sentences are not broken into lines.
inline std::string unwrapped(std::string text) {
  for (std::size_t at = 0; (at = text.find("\n  ", at)) != std::string::npos;) text.replace(at, 3, " ");
  return text;
}

/// Runs the program within the test.
inline Outcome certus_run(const std::vector<std::string>& words) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int code = cli::run(words);
  const std::string out = ::testing::internal::GetCapturedStdout();
  return {code, out, ::testing::internal::GetCapturedStderr()};
}

}  // namespace certus::test
