#!/usr/bin/env bash
# Runs the programs of examples/: tests/examples/check.sh BUILD. certify_data_set needs MNIST (certus data fetch mnist).
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
said=$("$build/examples/certus_example_certify_function")
[[ "$said" =~ ^"class 1 within an l2 distance of 1."[0-9]{3}$ ]] || { echo "certify_function: $said"; exit 1; }

"$build/certus" model new lenet --classes 10 --normalize none --seed 5 -o net.safetensors >/dev/null
"$build/certus" model export net.safetensors -o net.onnx >/dev/null
said=$("$build/examples/certus_example_certify_onnx" net.onnx)
[[ "$said" =~ ^(class [0-9] within an l2 distance of [0-9.]+|abstained)$ ]] || { echo "certify_onnx: $said"; exit 1; }
said=$("$build/examples/certus_example_certify_onnx" no.onnx 2>&1) && { echo "no.onnx was accepted"; exit 1; }
[[ "$said" == *no.onnx* ]] || { echo "certify_onnx: $said"; exit 1; }

"$build/certus" data verify mnist >/dev/null 2>&1 || { echo "MNIST is not here; certus data fetch mnist"; exit 77; }
said=$("$build/examples/certus_example_certify_data_set" net.onnx mnist a.tsv)
[[ "$said" == *"certified right at radius 0.25"* ]] || { echo "certify_data_set: $said"; exit 1; }
[ "$(wc -l <a.tsv)" -eq 21 ] || { echo "the record has $(wc -l <a.tsv) lines, expected 21"; exit 1; }
"$build/certus" audit a.tsv >audit.txt || grep -q near-constant audit.txt
