#include "certus/engine/network_engine.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"

namespace certus {

int vote_of(std::span<const float> logits) {
  int best = 0;
  bool finite = true;
  for (std::size_t c = 0; c < logits.size(); ++c) {
    finite = finite && std::isfinite(logits[c]);
    if (logits[c] > logits[static_cast<std::size_t>(best)]) best = static_cast<int>(c);
  }
  return finite ? best : Engine::kNoVote;
}

int micro_batch_for(std::int64_t samples, int preferred) {
  CERTUS_CHECK(samples >= 1 && preferred >= 1);
  const std::int64_t batches = (samples + preferred - 1) / preferred;
  return static_cast<int>((samples + batches - 1) / batches);
}

NetworkEngine::NetworkEngine(EngineInfo info)
    : info_(std::move(info)), micro_batch_(static_cast<std::size_t>(info_.micro_batch)) {
  CERTUS_CHECK(info_.micro_batch > 0 && info_.num_classes > 0);
  images_.resize(micro_batch_ * info_.shape.size());
  logits_.resize(micro_batch_ * static_cast<std::size_t>(info_.num_classes));
  drawn_.resize(micro_batch_);
}

void NetworkEngine::place(std::span<const Draw> draws) {
  placed_.clear();
  slot_depth_.assign(micro_batch_, 0);
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const std::size_t slot = info_.is_one_function ? i % micro_batch_ : draws[i].sample % micro_batch_;
    const std::size_t place = slot_depth_[slot]++ * micro_batch_ + slot;
    if (place >= placed_.size()) placed_.resize((place / micro_batch_ + 1) * micro_batch_, kPadding);
    placed_[place] = i;
  }
}

void NetworkEngine::classify_draws(std::span<const Draw> draws, float sigma, std::span<int> labels) {
  const std::size_t pixels = info_.shape.size();
  const auto classes = static_cast<std::size_t>(info_.num_classes);
  place(draws);
  for (std::size_t begin = 0; begin < placed_.size(); begin += micro_batch_) {
    const auto batch = std::span(placed_).subspan(begin, micro_batch_);
    for (std::size_t slot = 0; slot < micro_batch_; ++slot) {
      if (batch[slot] == kPadding) continue;
      const Draw& draw = draws[batch[slot]];
      CERTUS_CHECK(draw.x.shape == info_.shape && draw.x.pixels.size() == pixels);
      drawn_[slot] = noise_->add(draw.key, draw.sample, sigma, draw.x.pixels,
                                 std::span(images_).subspan(slot * pixels, pixels));
    }
    forward(images_, logits_);
    for (std::size_t slot = 0; slot < micro_batch_; ++slot) {
      if (batch[slot] == kPadding) continue;
      const int vote = vote_of(std::span(logits_).subspan(slot * classes, classes));
      labels[batch[slot]] = drawn_[slot] == Drawn::kSurely ? vote : kDoubtful;
    }
  }
}

void NetworkEngine::logits(std::span<const float> images, std::span<float> out) {
  const std::size_t pixels = info_.shape.size();
  const auto classes = static_cast<std::size_t>(info_.num_classes);
  const std::size_t total = images.size() / pixels;
  CERTUS_CHECK(images.size() == total * pixels && out.size() == total * classes);
  for (std::size_t done = 0; done < total; done += micro_batch_) {
    const std::size_t count = std::min(micro_batch_, total - done);
    std::copy_n(images.data() + done * pixels, count * pixels, images_.data());
    forward(images_, logits_);
    std::copy_n(logits_.data(), count * classes, out.data() + done * classes);
  }
}

}  // namespace certus
