#!/usr/bin/env bash
# What the program prints and writes, for comparison before and after a change that should change nothing.
#
#   tests/behaviour/capture.sh PROGRAM LOGS DIR
#
# Runs about ninety commands with fixed seeds on small inputs, in DIR/work, and leaves in DIR/said for each command its
# line, its exit code, standard output and standard error. LOGS is a folder of published CIFAR-10 logs (METHOD/noise_S.tsv);
# MNIST has to be in the data folder. Times, rates and the version are replaced, so that two captures of programs that do the
# same are equal: diff -r A B.
set -uo pipefail
program=$(readlink -f "$1")
logs=$(readlink -f "$2")
mkdir -p "$3/said" "$3/work"
said=$(readlink -f "$3/said")
cd "$3/work" || exit 1
[ -e logs ] || ln -s "$logs" logs
number=0

# What differs from run to run. Durations are H:MM:SS or have a unit.
steady() {
  sed -E -e 's/certus [0-9]+\.[0-9]+\.[0-9]+ \([^)]*\)/certus VERSION/g' \
    -e 's/[0-9]+:[0-9]{2}:[0-9]{2}/TIME/g' -e 's/[0-9,.]+ (images|draws|rows|votes)\/s/RATE \1\/s/g' \
    -e 's/[0-9.]+ (s|ms|seconds)\b/TIME \1/g' -e "s#$PWD#WORK#g"
}

run() {
  number=$((number + 1))
  local to
  to="$said/$(printf '%03d' $number)-$1"
  OMP_NUM_THREADS=1 "$program" "$@" >out.tmp 2>err.tmp </dev/null
  local code=$?
  { echo "certus $*"; echo "exit $code"; echo "--- output"; steady <out.tmp; echo "--- messages"
    tr '\r' '\n' <err.tmp | grep -vE 'left|draws/s|images/s' | steady; } >"$to"
  rm -f out.tmp err.tmp
}

# Help and errors of the command line.
run --help
run --version
for command in certify train evaluate plot experiment; do run $command --help; done
run evalute
run certify
run certify no.onnx --data mnist --sigma 0.5
run certify --n
run evaluate no-such-log.tsv
run evaluate logs/ours/noise_0.5.tsv --alpha 2
run theory nothing
run help --markdown

# Simulated logs.
for name in a b c; do
  run simulate --population "beta:8,$((${#name} + 1))" --images 300 --n 1000 --sigma 0.5 --seed 3$number -o $name.tsv
done
run simulate --population constant:0.9 --images 50 --n 1000 --sigma 0.5 --style field --seed 1 -o field.tsv
run simulate --population constant:0.9 --images 50 --n 1000 --sigma 0.5 --seed 1 -o a.tsv

# Networks.
run model --help
run model new lenet --classes 10 --normalize none --seed 5 -o net.safetensors
run model info net.safetensors --layers
run model info net.safetensors --format json
run model import net.safetensors --arch lenet --normalize none -o net.onnx
run model info net.onnx --format json
run data info mnist --format json
run data verify mnist

# Training: one small run, resumed when it is finished, and its tables.
small=(--set train.images=512 --set train.epochs=1 --set test.skip=100 --threads 1)
run train --list mnist/desk
run train --settings
run train mnist/desk/gaussian-0.50 --print-config
run train mnist/desk/gaussian-0.50 "${small[@]}" -o gaussian
run train mnist/desk/gaussian-0.50 "${small[@]}" -o gaussian
run train --resume -o gaussian --threads 1
run train mnist/desk/easy-focus-0.50 "${small[@]}" --set train.epochs=2 --set easy_focus.start_epoch=1 -o easy
run train mnist/desk/gaussian-0.50 --set consistency.lambda=3 -o never
run p-correct gaussian/model.safetensors --data mnist --sigma 0.5 --samples 10 --max 100 --seed 1 -o p_correct.tsv
run soft-labels gaussian/model.safetensors --data mnist --sigma 0.5 --samples 10 --max 100 --seed 1 -o soft.tsv
run analyze gradnorm gaussian/model.safetensors --data mnist --sigma 0.5 --skip 1000 --samples 10 --seed 1 --loss cross-entropy
run analyze attack gaussian/model.safetensors --data mnist --sigma 0.5 --skip 1000 --samples 10 --seed 1 --format json

# Certification, in each of its forms.
certify=(--data mnist --sigma 0.5 --n 500 --skip 500 --seed 7 --threads 1)
run certify gaussian/model.safetensors "${certify[@]}" -o plain.tsv
run certify gaussian/model.safetensors "${certify[@]}" -o plain.tsv
run certify gaussian/model.safetensors "${certify[@]}" -o plain.tsv --resume
run certify gaussian/model.onnx "${certify[@]}" -o onnx.tsv
run certify gaussian/model.safetensors "${certify[@]}" --engine torch -o torch.tsv
run certify gaussian/model.safetensors "${certify[@]}" --sound -o sound.tsv
run certify gaussian/model.safetensors "${certify[@]}" --at 0.25,0.5 -o at.tsv
run certify gaussian/model.safetensors "${certify[@]}" --width 0.2 -o width.tsv
run certify gaussian/model.safetensors "${certify[@]}" --radius two-class -o two.tsv
run certify gaussian/model.safetensors "${certify[@]}" --radius randomized -o randomized.tsv
run certify gaussian/model.safetensors "${certify[@]}" --shard 1/2 -o part1.tsv
run certify gaussian/model.safetensors "${certify[@]}" --shard 2/2 -o part2.tsv
run merge part1.tsv part2.tsv -o merged.tsv
run merge part1.tsv part1.tsv -o twice.tsv
run predict gaussian/model.safetensors "${certify[@]}" -o predict.tsv
run certify gaussian/model.safetensors --data mnist --sigma 0.25 --n 500 --skip 500 --seed 7 --threads 1 -o other.tsv

# Analysis, of own records and of published logs.
own="plain.tsv onnx.tsv a.tsv"
for log in plain.tsv sound.tsv at.tsv width.tsv two.tsv randomized.tsv merged.tsv field.tsv logs/ours/noise_0.5.tsv; do
  run evaluate $log
  run evaluate $log --format json
  run audit $log --format json
done
run evaluate $own --radii 0:0.25:1 --per-class
run evaluate a.tsv no.tsv
run convert logs/ours/noise_1.0.tsv --to-n 100 --to-alpha 0.01
run convert a.tsv --to-n 10000 --method predictive --format json
run compare a.tsv b.tsv c.tsv
run compare logs/gaussian/noise_0.5.tsv logs/ours/noise_0.5.tsv --format json
run table logs/*/noise_0.5.tsv --baseline gaussian
run table logs/*/noise_0.5.tsv --format latex
run table logs/*/noise_0.5.tsv --to-n 1000 --format csv
run audit logs/*/noise_0.25.tsv
run plan --sigma 0.5 --n 1e5 --images 500 --rate 8650
run plan --at 0.25,0.5 a.tsv
run theory bound --count 99900 --n 100000 --alpha 0.001 --sigma 0.5
run theory toy
run theory trivial --classes 2 --target 1
run plot accuracy a.tsv b.tsv -o accuracy.svg
run plot p-a logs/ours/noise_0.5.tsv -o p_a.svg
run plot radius --counts 1000,10000 -o radius.svg
run report a.tsv b.tsv -o report.html
run experiment run "$(dirname "$(readlink -f "$0")")/../../experiments/examples/toy.toml" --dry-run --measure 0 -o results

rm -f logs
# Files with times or the version in them: records, manifests, the page; train.csv has the time in columns 3 and 10.
find . -type f \( -name '*.tsv' -o -name '*.json' -o -name '*.html' \) -print0 |
  xargs -0 sed -E -i -e 's/[0-9]+:[0-9]{2}:[0-9]{2}(\.[0-9]+)?/TIME/g' -e 's/("certus": ?)"[^"]*"/\1"VERSION"/g'
find . -name train.csv -print0 | xargs -0 sed -E -i 's/^([0-9]+,[0-9]+),[^,]*,(.*),[^,]*$/\1,TIME,\2,RATE/'
echo "$number commands captured in $said"
