#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "certus/cli/run.h"

namespace {

/// A program started without standard streams would get their numbers for its own files, and print into them.
void open_standard_streams() {
  for (int descriptor = ::open("/dev/null", O_RDWR); descriptor >= 0 && descriptor < 2;) {
    descriptor = ::open("/dev/null", O_RDWR);
  }
}

/// Threads of OpenMP wait for each other by spinning. Where other programs want the processor, too, that
/// makes training several times slower. The library reads its environment when it is loaded, before main: so
/// the program starts itself once more.
void wait_without_spinning(char** argv) {
  if (std::getenv("GOMP_SPINCOUNT") != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  ::setenv("GOMP_SPINCOUNT", "0", 0);
  ::execv("/proc/self/exe", argv);  // returns only when it fails: then go on as it is
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_streams();
  if (argc > 1 && std::string_view(argv[1]) == "train") wait_without_spinning(argv);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a failed write, with a message
  const int code = certus::cli::run({argv + 1, argv + argc});
  std::fflush(nullptr);
  // Without the destructors of libraries: some of them wait for threads that, out of memory, never end.
  std::quick_exit(code);
}
