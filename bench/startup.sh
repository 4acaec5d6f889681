#!/usr/bin/env bash
# What it costs to start the program: median wall time of 21 runs and the largest memory of one.
#   bench/startup.sh build
set -euo pipefail
program=$1/certus
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$program" model new lenet -o "$work/net.onnx" >/dev/null
"$program" simulate --population beta:8,2 --images 500 --sigma 0.5 --seed 1 -o "$work/log.tsv" >/dev/null
printf '%-52s %9s %9s\n' command ms MB
measure() {
  for _ in $(seq 21); do
    /usr/bin/time -f '%e %M' -o "$work/time" "$program" "$@" >/dev/null 2>&1 || true
    start=$(date +%s%N)
    "$program" "$@" >/dev/null 2>&1 || true
    echo "$(($(date +%s%N) - start)) $(tail -1 "$work/time" | cut -d' ' -f2)"
  done | sort -n | awk -v name="${*//$work\//}" '{ t[NR] = $1; if ($2 > m) m = $2 }
    END { printf "%-52s %9.1f %9.1f\n", name, t[int((NR + 1) / 2)] / 1e6, m / 1024 }'
}
measure --version
measure theory bound --count 990 --n 1000 --alpha 0.001 --sigma 0.5
measure evaluate "$work/log.tsv"
measure model info "$work/net.onnx"
measure train --list
measure train mnist/desk/gaussian-0.50 --print-config
