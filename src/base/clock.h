#pragma once

#include <chrono>

namespace certus {

/// The source of time. It is passed as an argument so that tests can supply their own.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual double seconds() const = 0;  ///< since some fixed moment; never goes back
};

class SteadyClock : public Clock {
 public:
  double seconds() const override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
};

}  // namespace certus
