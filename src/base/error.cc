#include "certus/base/error.h"

#include <utility>

namespace certus {
namespace {

std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = '?';
  }
  return text;
}

}  // namespace

Error::Error(ErrorKind kind, std::string message)
    : std::runtime_error(one_line(std::move(message))), kind_(kind) {}

Error::Error(ErrorKind kind, Remedy remedy, std::string message)
    : std::runtime_error(one_line(std::move(message))),
      kind_(kind),
      remedy_(std::make_shared<const Remedy>(std::move(remedy))) {}

}  // namespace certus

namespace certus::detail {

void append_part(std::string& out, double part) {
  out += round_trip_text(part);
}

void check_failed(const char* condition, const char* file, int line) {
  throw std::logic_error(join_text("internal error: check failed: ", condition, " at ", file, ':', line));
}

}  // namespace certus::detail
