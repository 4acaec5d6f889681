#include "input.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace certus::fuzz {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "certus_fuzz_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

const fs::path& folder() {
  static const Folder folder;
  return folder.path();
}

}  // namespace

std::pair<std::string_view, std::string_view> two_files(std::string_view input) {
  constexpr std::string_view kBetween = "%%%%\n";
  const std::size_t at = input.find(kBetween);
  if (at == std::string_view::npos) return {input, {}};
  return {input.substr(0, at), input.substr(at + kBetween.size())};
}

fs::path as_file(const std::string& name, std::string_view content) {
  fs::path path = folder() / name;
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
  return path;
}

void without_file(const std::string& name) {
  std::error_code ignored;
  fs::remove(folder() / name, ignored);
}

}  // namespace certus::fuzz
