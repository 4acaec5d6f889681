#include "certus/base/shape.h"

#include "certus/base/error.h"

namespace certus {

std::int64_t element_count(const Shape& shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) {
    std::int64_t product = 0;
    if (size < 0 || __builtin_mul_overflow(count, size, &product)) {
      fail(ErrorKind::kData, "a tensor of shape ", shape_text(shape), " is impossible; damaged file?");
    }
    count = product;
  }
  return count;
}

std::string shape_text(const Shape& shape) {
  if (shape.empty()) return "scalar";
  std::string text;
  for (const std::int64_t size : shape) text += join_text(text.empty() ? "" : "x", size);
  return text;
}

}  // namespace certus
