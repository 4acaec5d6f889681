#!/usr/bin/env bash
# The main job: train a small network with PyTorch, certify it on MNIST, then compare models on logs that certus makes itself.
set -euo pipefail
certus=$1
out=out/demo
rm -rf "$out"
mkdir -p "$out"/{lenet,steady,easy-first,hard-first}

say() { printf '\n== %s\n' "$*"; }

say "MNIST (certus data fetch; 12 MB, once)"
have_data=yes
"$certus" data fetch mnist || have_data=no

if [ $have_data = yes ] && /usr/bin/python3 -c 'import torch' 2>/dev/null; then
  say "A LeNet that PyTorch trains under noise for 300 steps"
  /usr/bin/python3 bench/peer/train_small.py mnist --steps 300 -o "$out/lenet.safetensors"
  "$certus" model info "$out/lenet.safetensors"
  say "What its smoothed version certifies on 50 test images with 1,000 votes each (certus certify)"
  "$certus" certify "$out/lenet.safetensors" --data mnist --sigma 0.5 --n 1000 --skip 200 -o "$out/lenet/noise_0.5.tsv"
else
  echo "MNIST or PyTorch is out of reach: the demo goes on with simulated logs"
fi

say "Three models on 2,000 images whose true p_A is known (certus simulate)"
# steady: most images fairly safe. easy-first: many images perfectly safe, the others given up. hard-first: the reverse.
"$certus" simulate --population beta:8,2 --images 2000 --sigma 0.5 --seed 1 -o "$out/steady/noise_0.5.tsv"
"$certus" simulate --population beta:0.9,0.3 --images 2000 --sigma 0.5 --seed 2 -o "$out/easy-first/noise_0.5.tsv"
"$certus" simulate --population beta:12,6 --images 2000 --sigma 0.5 --seed 3 -o "$out/hard-first/noise_0.5.tsv"
"$certus" simulate --population beta:8,2 --images 2000 --sigma 0.5 --seed 4 --alpha 0.01 --style field -o "$out/noise_0.5_wrong_alpha.tsv"

logs=("$out"/{steady,easy-first,hard-first}/noise_0.5.tsv)
say "What they certify (certus evaluate)"
"$certus" evaluate "${logs[@]}"
"$certus" evaluate "${logs[@]}" --p 0.5:0.001:1 --format json -o "$out/evaluate.json"

say "Who is better, and how surely (certus compare)"
"$certus" compare "${logs[@]}" | tee "$out/compare.txt"

say "The same model when a product can afford 100 votes (certus convert)"
"$certus" convert "$out/easy-first/noise_0.5.tsv" --to-n 100 --to-alpha 0.01 | tee "$out/convert.txt"

say "A log that claims alpha = 0.001 and was certified with another (certus audit; findings are expected)"
"$certus" audit "$out/noise_0.5_wrong_alpha.tsv" --n 100000 --alpha 0.001 | tee "$out/audit.txt" || true

say "What a budget can do before anything runs (certus plan)"
"$certus" plan --sigma 0.5 --images 500 --rate 1000

say "Made in $out:"
find "$out" -type f | sort
