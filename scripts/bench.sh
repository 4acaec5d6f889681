#!/usr/bin/env bash
# Runs every benchmark of a build folder and says on what machine. One process a case where memory is measured.
set -euo pipefail
build=$1
echo "machine: $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | sed 's/^ //'), $(nproc) cores; $("$build/certus" --version)"
"$build/bench/certus_stats_bench" 2>/dev/null
for style in 0 1; do
  "$build/bench/certus_record_bench" --benchmark_filter="field:$style/" 2>/dev/null
done
"$build/bench/certus_metrics_bench" 2>/dev/null
echo "The study behind docs/statistics.md, some twenty minutes: $build/bench/certus_conversion_study"
