#pragma once

#include <memory>
#include <vector>

#include "certus/engine/engine.h"

namespace certus {

/// Runs two engines on the same draws and compares vote by vote as it goes. Its votes are those of the engine
/// under test.
class CheckedEngine : public Engine {
 public:
  /// @param allowed_share  of draws that may differ, and ten more where it is positive, so that a few early
  ///                       ones are not too many. More fail, naming image, draw and both votes.
  CheckedEngine(std::unique_ptr<Engine> under_test, std::unique_ptr<Engine> reference, double allowed_share);

  const EngineInfo& info() const override { return info_; }

  std::int64_t draws() const { return draws_; }
  std::int64_t different() const { return different_; }

 private:
  void classify_draws(std::span<const Draw> draws, float sigma, std::span<int> labels) override;

  std::unique_ptr<Engine> under_test_, reference_;
  EngineInfo info_;
  double allowed_share_;
  std::int64_t draws_ = 0, different_ = 0;
  std::vector<int> expected_;
};

}  // namespace certus
