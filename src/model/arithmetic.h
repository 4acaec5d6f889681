#pragma once

#include "certus/model/graph.h"

namespace certus {

/// a + b, a - b, a * b or a / b.
template <typename Number>
Number combine(Number a, Number b, ArithmeticOp::Kind kind) {
  switch (kind) {
    case ArithmeticOp::Kind::kAdd:
      return a + b;
    case ArithmeticOp::Kind::kSub:
      return a - b;
    case ArithmeticOp::Kind::kMul:
      return a * b;
    case ArithmeticOp::Kind::kDiv:
      return a / b;
  }
  return Number{};
}

}  // namespace certus
