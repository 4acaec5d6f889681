// Writes the standard normals of an image's estimates to standard output, as raw float32: what tests in other
// languages need to compute with the same noise.
//
//   certus_noise_program SEED IMAGE FIRST COUNT ELEMENTS

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "certus/noise/gaussian.h"

int main(int argc, char** argv) {
  if (argc != 6) return 1;
  const auto number = [&](int i) { return std::strtoull(argv[i], nullptr, 10); };
  const certus::NoiseKey key{.seed = number(1), .image = number(2), .purpose = certus::Purpose::kEstimate};
  std::vector<float> normals(static_cast<std::size_t>(number(5)));
  for (std::uint64_t sample = number(3); sample < number(3) + number(4); ++sample) {
    certus::fill_gaussian(key, sample, normals);
    if (std::fwrite(normals.data(), sizeof(float), normals.size(), stdout) != normals.size()) return 1;
  }
  return 0;
}
