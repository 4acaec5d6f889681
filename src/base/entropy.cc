#include "certus/base/entropy.h"

#include <sys/random.h>

#include <cerrno>
#include <cstring>

#include "certus/base/error.h"

namespace certus {

std::uint64_t system_entropy() {
  std::uint64_t bits = 0;
  if (getentropy(&bits, sizeof bits) != 0) {
    fail(ErrorKind::kFile, Remedy{"seed"},
         "the operating system gives no random numbers: ", std::strerror(errno),
         "; none are needed where a seed is given");
  }
  return bits;
}

}  // namespace certus
