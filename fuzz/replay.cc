// certus_fuzz_replay TARGET FOLDER: gives every file of the folder, and each of them cut short and with bits
// changed, to a target. Whatever leaves it ends the program.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#define CERTUS_FUZZ_TARGET(name) \
  extern "C" int certus_fuzz_##name(const std::uint8_t* data, std::size_t size);
#include "targets.inc"
#undef CERTUS_FUZZ_TARGET

namespace {

using Target = int (*)(const std::uint8_t* data, std::size_t size);

#define CERTUS_FUZZ_TARGET(name) {#name, certus_fuzz_##name},
const std::map<std::string, Target> kTargets{
#include "targets.inc"
};

constexpr int kVariants = 8;

void give(Target target, const std::string& bytes) {
  target(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

void give_with_variants(Target target, const std::string& bytes) {
  give(target, bytes);
  if (bytes.empty()) return;
  std::mt19937 random(1);
  for (int i = 0; i < kVariants; ++i) {
    std::string changed = bytes.substr(0, i % 2 == 0 ? bytes.size() : random() % bytes.size());
    for (std::size_t k = 0; k < 1 + changed.size() / 256 && !changed.empty(); ++k)
      changed[random() % changed.size()] ^= static_cast<char>(1U << random() % 8);
    give(target, changed);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto target = argc == 3 ? kTargets.find(argv[1]) : kTargets.end();
  if (target == kTargets.end()) {
    std::fputs("usage: certus_fuzz_replay TARGET FOLDER\n", stderr);
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(argv[2])) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& path : files) {
    std::fprintf(stderr, "%s\n", path.filename().c_str());  // the last one named is the one that failed
    std::ifstream file(path, std::ios::binary);
    give_with_variants(target->second, {std::istreambuf_iterator<char>(file), {}});
  }
  std::printf("%zu inputs and %zu variants\n", files.size(), files.size() * kVariants);
  return files.empty() ? 1 : 0;
}
