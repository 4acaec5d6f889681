#include "certus/data/image.h"

#include "certus/base/error.h"

namespace certus {

std::string shape_text(const ImageShape& shape) {
  return join_text(shape.channels, 'x', shape.height, 'x', shape.width);
}

}  // namespace certus
