#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "certus/data/image.h"
#include "certus/noise/noise_key.h"

namespace certus {

/// What executes a network, and how. `name` and `precision` go into the manifest: a certificate belongs to
/// the classifier that voted.
struct EngineInfo {
  std::string name;       ///< "torch 1.13.1 (cpu, avx512, micro-batch 32)"
  std::string precision;  ///< effective precision: "float32"
  ImageShape shape;       ///< of the images that it takes
  int num_classes = 0;
  int micro_batch = 1;  ///< number of draws computed together; fewer draws cost as much
  /// Whether the vote is a function of the noisy image alone. Otherwise, the rounding of logits may also
  /// depend on the draw's place in a micro-batch.
  bool is_one_function = false;
};

/// One vote to be cast: that of f(x + sigma g(key, sample)).
struct Draw {
  ImageView x;
  NoiseKey key;
  std::uint64_t sample = 0;
};

/// The base classifier f under noise. Not thread-safe: one per worker.
class Engine {
 public:
  /// The vote of a draw with a non-finite logit: a vote for no class.
  static constexpr int kNoVote = -1;
  /// The vote of a draw whose noise is Drawn::kDoubtful: nobody knows for which class.
  static constexpr int kDoubtful = -2;

  virtual ~Engine() = default;
  virtual const EngineInfo& info() const = 0;

  /// labels[i] = the vote of draws[i]: the class of the largest logit, or the first of them if several are
  /// equal; kNoVote where a logit is not finite, kDoubtful where the noise is doubtful. The vote of a draw
  /// depends on nothing else: not on the other draws in the call, not on which images those belong to, and
  /// not on earlier calls.
  void classify(std::span<const Draw> draws, float sigma, std::span<int> labels);

  /// The same for draws first, first + 1, ... of one image.
  void classify(ImageView x, float sigma, const NoiseKey& key, std::uint64_t first, std::span<int> labels);

 private:
  virtual void classify_draws(std::span<const Draw> draws, float sigma, std::span<int> labels) = 0;

  std::vector<Draw> consecutive_;
};

}  // namespace certus
