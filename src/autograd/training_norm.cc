#include "certus/autograd/training_norm.h"

#include "certus/base/error.h"

namespace certus {

void check_norm_values(const std::string& weight, std::int64_t values) {
  if (values == 1) {
    fail(ErrorKind::kConfig, "batch norm '", weight,
         "': found 1 value per channel, expected more than 1 value per channel when training: the batch has "
         "one "
         "image, and one pixel is left of it here; use larger batches, or a number of images that leaves "
         "more than one in the last batch");
  }
}

}  // namespace certus
