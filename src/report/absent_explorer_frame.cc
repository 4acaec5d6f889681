#include "certus/report/explorer_frame.h"

namespace certus {

std::string_view explorer_frame() {
  return {};
}

}  // namespace certus
