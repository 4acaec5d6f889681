#!/usr/bin/env bash
# Runs every benchmark of a build folder and says on what machine. One process a case where memory is measured.
set -euo pipefail
build=$1
echo "machine: $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | sed 's/^ //'), $(nproc) cores; $("$build/certus" --version)"
bench/startup.sh "$build"
"$build/bench/certus_stats_bench" 2>/dev/null
for style in 0 1; do
  "$build/bench/certus_record_bench" --benchmark_filter="field:$style/" 2>/dev/null
done
"$build/bench/certus_metrics_bench" 2>/dev/null
"$build/bench/certus_noise_bench" 2>/dev/null
"$build/bench/certus_engine_onednn_bench" 2>/dev/null
"$build/certus" bench lenet cifar_resnet20 cifar_resnet110
if [ -x "$build/bench/certus_libtorch_randn_bench" ]; then
  "$build/bench/certus_libtorch_randn_bench" 2>/dev/null
fi
if /usr/bin/python3 -c 'import torch' 2>/dev/null; then
  /usr/bin/python3 bench/peer/certify_pytorch.py "$build/certus" || echo "certus is slower than PyTorch here"
fi
if [ -d "$build/web/node_modules/playwright-core" ] && command -v chromium >/dev/null; then
  node bench/explorer_load.mjs "$build"
fi
echo "The study behind docs/statistics.md, some twenty minutes: $build/bench/certus_conversion_study"
