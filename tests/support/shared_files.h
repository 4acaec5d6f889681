#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace certus::test {

/// A file of the folder with published logs and reference values: $CERTUS_SHARED, or ../shared beside the
/// project.
std::filesystem::path shared_file(const std::string& name);

/// A file of tests/golden.
std::filesystem::path golden_file(const std::string& name);

nlohmann::json read_json(const std::filesystem::path& path);

/// One list of such a file, by value: ranging over read_json(path)["key"] would outlive the document. Never
/// empty.
nlohmann::json read_rows(const std::filesystem::path& path, const std::string& key);

}  // namespace certus::test

/// Skips the running test, saying what is missing, where the published files are not there.
#define CERTUS_NEEDS_SHARED(name)                                  \
  if (!std::filesystem::exists(::certus::test::shared_file(name))) \
  GTEST_SKIP() << ::certus::test::shared_file(name).string()       \
               << " is absent: set CERTUS_SHARED to the folder with the published logs and reference values"
