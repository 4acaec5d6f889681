#!/usr/bin/env bash
# The main job whole: fetch MNIST, train two methods, certify both, see who is better and by what measure.
set -euo pipefail
certus=$1
out=out/demo
rm -rf "$out"
mkdir -p "$out"

say() { printf '\n== %s\n' "$*"; }

say "MNIST (certus data fetch; 12 MB, once)"
if ! "$certus" data fetch mnist; then
  echo "MNIST is out of reach: the demo needs a network once; see docs/data.md for putting the files there by hand" >&2
  exit 1
fi

small=(--set train.images=5000 --set train.epochs=4 --set noise.copies=2 --set test.skip=10)
for method in gaussian easy-focus; do
  if [ $method = easy-focus ]; then small+=(--set sphere_attack.steps=2); fi
  say "Training: $method at sigma 1.0, made small (certus train)"
  "$certus" train mnist/desk/$method-1.00 "${small[@]}" -o "$out/$method"
  say "What its smoothed version certifies on 100 test images with 1,000 votes each (certus certify)"
  "$certus" certify "$out/$method/model.safetensors" --data mnist --sigma 1 --n 1000 --skip 100 -o "$out/$method/noise_1.0.tsv"
done
logs=("$out"/{gaussian,easy-focus}/noise_1.0.tsv)

say "Both tables: certified accuracy by radius, and the distribution of p_A (certus evaluate)"
"$certus" evaluate "${logs[@]}" --radii 0:0.5:2.5 --p 0.5,0.7,0.9,0.99,0.999 | tee "$out/evaluate.txt"
"$certus" evaluate "${logs[@]}" --p 0.5:0.001:1 --format json -o "$out/evaluate.json"

say "Which is better, and how sure is that (certus compare)"
"$certus" compare "${logs[@]}" | tee "$out/compare.txt"

say "The same model when a product can afford 100 votes (certus convert)"
"$certus" convert "$out/easy-focus/noise_1.0.tsv" --to-n 100 --to-alpha 0.01 | tee "$out/convert.txt"

say "All of it as one page, at any budget (certus report)"
"$certus" report "${logs[@]}" -o "$out/report.html" || echo "left out of this build"

say "How training went (certus plot training)"
"$certus" plot training "$out/easy-focus/train.csv" --size screen -o "$out/easy-focus/train.png"

say "A table and a figure for a paper (certus table, certus plot)"
"$certus" table "${logs[@]}" --baseline gaussian --radii 0:0.5:2.5 | tee "$out/table.txt"
"$certus" plot accuracy "${logs[@]}" --bands -o "$out/accuracy.pdf"

say "The report: $out/evaluate.txt, $out/compare.txt; all that was made:"
find "$out" -type f | sort
