#!/usr/bin/env bash
# Runs every test of a build folder and ends with the count.
set -uo pipefail
build=$1
report="$build/test-report.txt"
ctest --test-dir "$build" --output-on-failure -j "$(nproc)" >"$report" 2>&1
code=$?
if [ $code -ne 0 ]; then
  cat "$report"
fi
passed=$(grep -cE ' Passed +[0-9.]+ sec$' "$report")
skipped=$(grep -cE '\*\*\*Skipped +[0-9.]+ sec$' "$report")
failed=$(grep -cE '\*\*\*(Failed|Exception|Timeout|Not Run)' "$report")
grep -E '\*\*\*Skipped' "$report" | sed -E 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: /skipped: /; s/ \.\.\.*.*$//'
if [ "$skipped" -gt 0 ]; then
  echo "skipped tests need published logs (set CERTUS_SHARED to their folder), data (certus data fetch), PyTorch or chromium"
fi
if [ "$passed" -eq 0 ]; then
  echo "no test ran: see $report"
  code=1
fi
echo "$passed passed, $failed failed, $skipped skipped"
exit $code
