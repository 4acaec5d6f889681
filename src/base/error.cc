#include "certus/base/error.h"

namespace certus::detail {

void append_part(std::string& out, double part) {
  out += round_trip_text(part);
}

void check_failed(const char* condition, const char* file, int line) {
  throw std::logic_error(join_text("internal error: check failed: ", condition, " at ", file, ':', line));
}

}  // namespace certus::detail
