// Uses every library behind certus::data: decoders, archives, network.
#include <cstdio>

#include "certus/base/error.h"
#include "certus/data/fetch.h"
#include "certus/data/known_datasets.h"

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  try {
    const auto sources = certus::fetch_sources(certus::known_dataset("cifar10"));
    const auto data = certus::open_dataset({.data = "mnist", .data_dir = argv[1]});
    if (sources.empty()) certus::fetch_dataset(certus::known_dataset("mnist"), argv[1], sources, {});
    std::printf("%lld\n", static_cast<long long>(data->size()));
  } catch (const certus::Error&) {
    std::puts("no data");
  }
}
