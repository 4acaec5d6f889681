#include <cstdio>

#include "certus/logs/load_log.h"
#include "certus/metrics/p_a_distribution.h"

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  const certus::LoadedLog loaded = certus::load_log(argv[1]);
  const certus::PaDistribution p_a(loaded.log, loaded.budget().n);
  std::printf("P(p_A >= 0.9) = %.4f\n", p_a.share_at_least(0.9));
}
