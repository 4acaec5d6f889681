#include "support/shared_files.h"

#include <cstdlib>
#include <fstream>

namespace certus::test {

std::filesystem::path shared_file(const std::string& name) {
  const char* folder = std::getenv("CERTUS_SHARED");
  return std::filesystem::path(folder != nullptr ? folder : CERTUS_SHARED) / name;
}

std::filesystem::path golden_file(const std::string& name) {
  return std::filesystem::path(CERTUS_GOLDEN) / name;
}

nlohmann::json read_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return nlohmann::json::parse(file);
}

nlohmann::json read_rows(const std::filesystem::path& path, const std::string& key) {
  nlohmann::json rows = read_json(path).at(key);
  if (rows.empty()) throw std::runtime_error("no rows '" + key + "' in " + path.string());
  return rows;
}

}  // namespace certus::test
