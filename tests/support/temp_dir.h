#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace certus::test {

/// A fresh folder that is gone, with everything in it, at the end of the scope.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

  /// Writes a file and gives its path.
  std::filesystem::path write(const std::string& name, std::string_view content) const;

 private:
  std::filesystem::path path_;
};

/// The whole content of a file.
std::string content_of(const std::filesystem::path& path);

/// The message of the certus::Error that `action` throws; fails the test when it throws none.
template <typename Action>
std::string error_of(Action action);

}  // namespace certus::test

#include <gtest/gtest.h>

#include "certus/base/error.h"

template <typename Action>
std::string certus::test::error_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "expected a certus::Error";
  return {};
}
