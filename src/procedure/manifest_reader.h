#pragma once

#include <string>
#include <vector>

#include "certus/record/run_manifest.h"

namespace certus {

/// Reads the fields of a procedure from a manifest. Fails, naming file and field, on one that is missing or
/// of another type, and at the end on fields that nobody asked for: they belong to another procedure.
class ManifestReader {
 public:
  /// @param file  of the manifest, for messages
  ManifestReader(const RunManifest& manifest, std::string file);

  std::int64_t whole(const std::string& name);
  double number(const std::string& name);
  std::string text(const std::string& name);
  std::vector<double> numbers(const std::string& name);
  /// As these, but the default where the field is missing: records from before it existed have that value.
  std::int64_t whole_or(const std::string& name, std::int64_t missing);
  double number_or(const std::string& name, double missing);
  std::string text_or(const std::string& name, const std::string& missing);
  std::vector<double> numbers_or(const std::string& name, const std::vector<double>& missing);
  /// Fails with "FILE: field 'name' is VALUE, expected ...".
  [[noreturn]] void refuse(const std::string& name, const std::string& expected) const;
  void finish() const;

 private:
  template <typename Value>
  Value get(const std::string& name, const char* expected);

  const RunManifest& manifest_;
  std::string file_;
  std::vector<std::string> read_;
};

}  // namespace certus
