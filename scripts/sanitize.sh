#!/usr/bin/env bash
# Builds tests under sanitizers and runs them; a finding fails the test that met it.
#   scripts/sanitize.sh all      address and undefined behaviour, all tests, with libtorch
#   scripts/sanitize.sh plain    the same, the suites of all layers without libtorch, but not their slow tests: what CI runs
#   scripts/sanitize.sh threads  data races, in the suites of layers that share work between threads
#
# The last one leaves libtorch out: neither it nor the OpenMP of GCC is built with the thread sanitizer, so it does not see
# how they synchronise and reports races where there are none. tests/sanitize/threads.supp says what it should not look at.
set -euo pipefail
targets=()
tests=()
case ${1:-} in
  all) preset=sanitize ;;
  plain)
    preset=sanitize-plain
    tests=(-L fast)
    ;;
  threads)
    preset=sanitize-threads
    for layer in base noise smooth engine procedure certify engine_onednn; do targets+=("certus_${layer}_test"); done
    tests=(-L fast -R '^(base|noise|smooth|engine|procedure|certify|engine_onednn)/')
    ;;
  *)
    echo "usage: scripts/sanitize.sh all|plain|threads" >&2
    exit 2
    ;;
esac
if ! said=$(cmake --preset $preset 2>&1); then
  echo "$said" >&2
  exit 1
fi
cmake --build build-$preset ${targets[@]+--target "${targets[@]}"}

export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_stack_use_after_return=1}
export LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$PWD/tests/sanitize/leaks.supp:print_suppressions=0}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
export TSAN_OPTIONS=${TSAN_OPTIONS:-suppressions=$PWD/tests/sanitize/threads.supp}
scripts/test.sh build-$preset ${tests[@]+"${tests[@]}"}
