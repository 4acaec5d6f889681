#include <fcntl.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "certus/cli/run.h"

namespace {

/// A program started without standard streams would get their numbers for its own files, and print into them.
void open_standard_streams() {
  for (int descriptor = ::open("/dev/null", O_RDWR); descriptor >= 0 && descriptor < 2;) {
    descriptor = ::open("/dev/null", O_RDWR);
  }
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a failed write, with a message
  const int code = certus::cli::run({argv + 1, argv + argc});
  std::fflush(nullptr);
  // Without the destructors of libraries: some of them wait for threads that, out of memory, never end.
  std::quick_exit(code);
}
