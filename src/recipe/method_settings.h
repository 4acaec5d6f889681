#pragma once

#include <cstdint>
#include <string>

#include "certus/base/parameters.h"

namespace certus {

/// The settings of each training method that has its own; config.read<MacerSettings>() gives their values.
/// What they do is in train/<name>.cc.

struct StabilitySettings {
  double lambda = 2.0;
  void describe(Parameters& p);
};

struct SmoothAdvSettings {
  enum class Attack { kPgd, kDdn, kGradientFree };
  Attack attack = Attack::kDdn;
  double radius_256 = 64.0;
  std::int64_t steps = 10;
  std::int64_t warmup_epochs = 1;  ///< of the radius
  double ddn_gamma = 0.05;

  double radius() const { return radius_256 / 256.0; }  ///< l2, for pixels in [0, 1]
  void describe(Parameters& p);
};

struct MacerSettings {
  double beta = 16.0;
  double margin = 8.0;  ///< gamma
  double lambda = 16.0;
  std::int64_t deferred_epochs = 0;
  void describe(Parameters& p);
};

struct ConsistencySettings {
  enum class Form {
    kKlEntropy,      ///< lambda KL + eta H
    kKlPlusEntropy,  ///< lambda (KL + H)
    kKl,             ///< lambda KL
    kSquared,        ///< lambda |p_1 - p_2|^2, of two copies
  };
  double lambda = 10.0;
  double eta = 0.5;
  Form form = Form::kKlEntropy;
  bool attack = false;
  double radius_256 = 512.0;  ///< of the attack
  std::int64_t steps = 4;
  std::int64_t warmup_epochs = 10;  ///< of the radius

  double radius() const { return radius_256 / 256.0; }  ///< l2, for pixels in [0, 1]
  void describe(Parameters& p);
};

struct SmoothMixSettings {
  std::int64_t steps = 8;
  double step_size = 1.0;     ///< l2 length
  std::int64_t mix_step = 0;  ///< steps after which the point of the attack replaces the image
  double eta = 1.0;
  std::int64_t warmup_epochs = 10;  ///< of eta and of the way to the point of mix_step
  double radius = 0.0;              ///< of the whole attack around the image, l2; 0: none
  void describe(Parameters& p);
};

struct CatRsSettings {
  enum class Confidence {
    kVotes,       ///< share of the copies that the network in training classifies correctly
    kSoftLabels,  ///< the soft label's share of the label
  };
  double radius_256 = 256.0;  ///< of the attack on the noise
  std::int64_t steps = 4;
  double lambda = 1.0;
  Confidence confidence = Confidence::kVotes;
  std::int64_t double_radius_epoch = 10000;
  std::string soft_labels;  ///< file

  double radius() const { return radius_256 / 256.0; }  ///< l2, for pixels in [0, 1]
  void describe(Parameters& p);
};

}  // namespace certus
