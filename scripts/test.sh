#!/usr/bin/env bash
# Runs the tests of a build folder, shows how far they are, and ends with the slowest ten and the count.
#   scripts/test.sh BUILD [options of ctest]
set -uo pipefail
build=$1
shift
report="$build/test-report.txt"

# One line that changes on a terminal; elsewhere a line each minute.
progress() {
  local failed=0 last=0 line
  while IFS= read -r line; do
    [[ $line =~ ^\ *([0-9]+)/([0-9]+)\ Test ]] || continue
    local done=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
    [[ $line =~ \*\*\*(Failed|Exception|Timeout|Not\ Run) ]] && failed=$((failed + 1))
    if [ -t 2 ]; then
      printf '\r%s of %s tests, %s failed' "$done" "$total" "$failed" >&2
    elif ((SECONDS - last >= 60)); then
      printf '%s of %s tests, %s failed\n' "$done" "$total" "$failed" >&2
      last=$SECONDS
    fi
  done
  if [ -t 2 ]; then echo >&2; fi
}

ctest --test-dir "$build" --output-on-failure -j "$(nproc)" "$@" 2>&1 | tee "$report" | progress
code=${PIPESTATUS[0]}
if [ "$code" -ne 0 ]; then
  cat "$report"
fi
passed=$(grep -cE ' Passed +[0-9.]+ sec$' "$report")
skipped=$(grep -cE '\*\*\*Skipped +[0-9.]+ sec$' "$report")
failed=$(grep -cE '\*\*\*(Failed|Exception|Timeout|Not Run)' "$report")
grep -E '\*\*\*Skipped' "$report" | sed -E 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: /skipped: /; s/ \.\.\.*.*$//'
if [ "$skipped" -gt 0 ]; then
  echo "Skipped tests need published logs (set CERTUS_SHARED to their folder), data (certus data fetch), PyTorch, chromium, or"
  echo "a processor with AVX-512."
fi
if [ "$passed" -eq 0 ]; then
  echo "No test ran: see $report"
  code=1
fi
echo "The slowest ten:"
sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) .* ([0-9.]+) sec *$/\2 s  \1/p' "$report" | sort -rn | head -10
echo "$passed passed, $failed failed, $skipped skipped"
exit "$code"
