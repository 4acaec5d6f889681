#!/usr/bin/env bash
# Fuzzes what reads files (fuzz/), under address and undefined-behaviour sanitizers.
#   scripts/fuzz.sh run SECONDS [TARGET...]   each target for that long, two at a time
#   scripts/fuzz.sh replay [SECONDS]          the committed corpus, then each target for a few seconds (default: 5)
#
# Prints executions and findings per target and fails when there is a finding. Inputs that make one stay in
# build-fuzz/findings; the corpus that a run grew stays in build-fuzz/corpus. A finding that was mended belongs into
# fuzz/corpus/<target>/crash-<what>.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
  run) seconds=${2:?usage: scripts/fuzz.sh run SECONDS [TARGET...]}; shift 2 ;;
  replay) seconds=${2:-5}; set -- ;;
  *) echo "usage: scripts/fuzz.sh run SECONDS [TARGET...] | replay [SECONDS]" >&2; exit 2 ;;
esac
build=build-fuzz
if ! said=$(cmake --preset fuzz 2>&1); then
  echo "$said" >&2
  exit 1
fi
targets=("$@")
if [ $# -eq 0 ]; then
  for file in fuzz/targets/*.cc; do targets+=("$(basename "$file" .cc)"); done
  targets=($(printf '%s\n' "${targets[@]}" | grep -vx input))
fi
cmake --build $build --target "${targets[@]/#/certus_fuzz_}"

findings=$build/findings
mkdir -p $findings
# On a memory disk where there is one: every input is written to a file.
export TMPDIR
TMPDIR=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)/certus-fuzz.XXXXXX")
trap 'rm -rf "$TMPDIR"' EXIT
export UBSAN_OPTIONS=print_stacktrace=1
export ASAN_OPTIONS=quarantine_size_mb=16

# The dictionary of a target: its own, or that of the format it reads.
dictionary() {
  case $1 in
    settings | experiment) echo toml ;;
    safetensors | estimates | int8_scales) echo json ;;
    *) echo "$1" ;;
  esac
}

fuzz_one() {
  local target=$1 log=$build/$1.log words=()
  local dict=fuzz/dictionaries/$(dictionary "$target").dict
  [ -e "$dict" ] && words+=("-dict=$dict")
  mkdir -p "$build/corpus/$target"
  local code=0
  "$build/fuzz/certus_fuzz_$target" "$build/corpus/$target" "fuzz/corpus/$target" "${words[@]}" \
    -max_total_time="$seconds" -max_len=16384 -timeout=60 -rss_limit_mb=3000 -print_final_stats=1 \
    -artifact_prefix="$findings/$target-" >"$log" 2>&1 || code=$?
  local count
  count=$(sed -nE 's/^stat::number_of_executed_units: +//p' "$log" | tail -1)
  if [ $code -eq 0 ]; then
    printf '%-14s %12s executions, no finding\n' "$target" "$count"
  else
    printf '%-14s %12s executions, finding: %s\n' "$target" "${count:-?}" \
      "$(grep -m1 -E 'ERROR: |runtime error:|terminate called|SUMMARY' "$log")"
    grep -h 'Test unit written to' "$log" || true
    return 1
  fi
}
export -f fuzz_one dictionary
export build findings seconds

printf '%s\n' "${targets[@]}" | xargs -P 2 -I{} bash -c 'fuzz_one {}'
