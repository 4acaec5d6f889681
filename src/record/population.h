#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "certus/stats/probability.h"

namespace certus {

/// True p_A values of a simulated data set.
class Population {
 public:
  /// "constant:0.9", "beta:8,2", or the name of a file with one p_A per line ('#' starts a comment). Fails,
  /// naming the part that cannot be understood.
  static Population parse(const std::string& text);

  /// p_A of image i, from a uniform u in (0, 1). A listed population ignores u and starts again after its
  /// end.
  Probability draw(std::int64_t i, double u) const;

  /// Number of values listed in a file; 0 for other populations.
  std::int64_t listed() const;

 private:
  struct Constant {
    double p;
  };
  struct Beta {
    double a;
    double b;
  };
  using Listed = std::vector<double>;
  explicit Population(std::variant<Constant, Beta, Listed> kind) : kind_(std::move(kind)) {}
  std::variant<Constant, Beta, Listed> kind_;
};

}  // namespace certus
