#!/usr/bin/env bash
# Installs certus into a temporary folder, builds another project against it and runs that on a simulated log.
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null
cmake -S "$source/tests/install" -B "$work/user" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release \
  -DEXAMPLE="$source/tests/docs/readme_example.cc" -DEXAMPLES="$source/examples" -DCMAKE_CXX_FLAGS="${3:-}" >/dev/null
cmake --build "$work/user" >/dev/null
"$work/prefix/bin/certus" simulate --population constant:0.95 --images 50 -o "$work/a.tsv" >/dev/null
out=$("$work/user/user" "$work/a.tsv")
[ "$out" = "P(p_A >= 0.9) = 1.0000" ] || { echo "unexpected: $out"; exit 1; }
out=$("$work/user/data_user" "$work")
[ "$out" = "no data" ] || { echo "unexpected: $out"; exit 1; }
out=$("$work/user/certify_function")
[[ "$out" == "class 1 within"* ]] || { echo "unexpected: $out"; exit 1; }
if [ -e "$build/web/explorer.html" ]; then
  (cd "$work" && "$work/prefix/bin/certus" report a.tsv >/dev/null)
  grep -q 'id="certus-data">{"format":2' "$work/report.html" || { echo "the installed program writes no page"; exit 1; }
  if grep -q "$source" "$work/report.html"; then echo "the page names the source folder"; exit 1; fi
fi
# The installed program finds its module: training gets as far as the missing data.
if [ -e "$build/certus_torch.so" ]; then
  out=$("$work/prefix/bin/certus" train mnist/desk/gaussian-0.50 --data-dir "$work" -o "$work/run" 2>&1) && exit 1
  [[ "$out" == *"certus data fetch"* ]] || { echo "unexpected: $out"; exit 1; }
fi
# The library must not remember where it was built.
if grep -rIl "$source" "$work/prefix/lib"/*/cmake "$work/prefix/lib/cmake" 2>/dev/null; then
  echo "the package files name the build folder"; exit 1
fi
