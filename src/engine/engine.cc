#include "certus/engine/engine.h"

#include "certus/base/error.h"

namespace certus {

void Engine::classify(std::span<const Draw> draws, float sigma, std::span<int> labels) {
  CERTUS_CHECK(draws.size() == labels.size());
  classify_draws(draws, sigma, labels);
}

void Engine::classify(ImageView x, float sigma, const NoiseKey& key, std::uint64_t first,
                      std::span<int> labels) {
  consecutive_.assign(labels.size(), {.x = x, .key = key});
  for (Draw& draw : consecutive_) draw.sample = first++;
  classify_draws(consecutive_, sigma, labels);
}

}  // namespace certus
