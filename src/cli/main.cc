#include "certus/cli/run.h"

int main(int argc, char** argv) {
  return certus::cli::run({argv + 1, argv + argc});
}
