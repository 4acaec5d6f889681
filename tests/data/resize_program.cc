// Resizes one picture for scripts/regenerate_pillow.py --compare: sizes and RGB bytes in, RGB bytes out.
#include <cstdio>

#include "certus/data/resize.h"

int main() {
  certus::ByteImage in;
  long long sizes[4];
  if (std::scanf("%lld %lld %lld %lld", &sizes[0], &sizes[1], &sizes[2], &sizes[3]) != 4) return 1;
  std::getchar();
  in.width = sizes[0];
  in.height = sizes[1];
  in.rgb.resize(static_cast<std::size_t>(3 * in.width * in.height));
  if (std::fread(in.rgb.data(), 1, in.rgb.size(), stdin) != in.rgb.size()) return 1;
  const certus::ByteImage out = certus::resize_bilinear(in, sizes[3], sizes[2]);
  return std::fwrite(out.rgb.data(), 1, out.rgb.size(), stdout) == out.rgb.size() ? 0 : 1;
}
