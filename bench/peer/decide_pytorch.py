#!/usr/bin/env python3
"""Is an image certified at radius r? Wall clock for the answer: certus, anytime and in int8, beside the field's way.

    bench/peer/decide_pytorch.py build/certus MODEL.safetensors --arch cifar_resnet20 --data cifar10 [--radius 0.5]

MODEL was trained with noise of sigma (certus train), for how many draws a decision takes depends on it. The field's way is
CERTIFY with n = 100,000 in plain PyTorch, eager, float32, its best batch, all cores; its time is that of `--peer-draws` draws,
scaled to 100,100, since every image takes the same. certus runs whole, over `--images` images spread over the test set:
process start, loading, noise check and all, but for the int8 scales, which are there from a run before. Both take turns;
ratios are medians over the rounds, with their range.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

import torch
import torch.nn as nn

from certify_pytorch import SIGMA, best_batch, read_safetensors, sample_counts, seconds_of, spread
from networks import network

FIELD_DRAWS = 100_100  # n0 = 100 and n = 100,000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("certus")
    parser.add_argument("model")
    parser.add_argument("--arch", required=True)
    parser.add_argument("--data", required=True, help="data set of 10,000 test images, as certus names it")
    parser.add_argument("--radius", type=float, default=0.5)
    parser.add_argument("--images", type=int, default=200)
    parser.add_argument("--peer-draws", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    torch.set_num_threads(os.cpu_count())
    net, normalize, shape = network(options.arch)
    net.load_state_dict(read_safetensors(options.model), strict=False)
    model = nn.Sequential(normalize, net).eval()
    x = torch.rand(shape)
    batch = best_batch(model, x, (100, 300, 1000), 10)

    with tempfile.TemporaryDirectory() as folder:
        record = f"{folder}/record.tsv"

        def certify(images):
            words = [options.certus, "certify", options.model, "--data", options.data, "--sigma", str(SIGMA), "--at",
                     str(options.radius), "--precision", "int8", "--scales", f"{folder}/scales.json", "--skip",
                     str(10_000 // images), "-o", record, "--force"]
            done = subprocess.run(words, capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"{' '.join(words)}: {done.stderr}")

        certify(2)  # makes the scales
        field, anytime = [], []
        for _ in range(options.rounds):
            draws = -(-options.peer_draws // batch) * batch
            field.append(seconds_of(lambda: sample_counts(model, x, draws, batch, 10)) * FIELD_DRAWS / draws)
            anytime.append(seconds_of(lambda: certify(options.images)) / options.images)
        with open(record) as file:
            rows = [line.rstrip("\n").split("\t") for line in file]
        columns = {name: [row[i] for row in rows[1:]] for i, name in enumerate(rows[0])}
        draws = [int(n0) + int(n) for n0, n in zip(columns["n0"], columns["n"])]
        right = sum(c == "1" and float(r) >= options.radius for c, r in zip(columns["correct"], columns["radius"]))
    print(f"{options.arch}, sigma {SIGMA}, decision at r = {options.radius}, {len(draws)} images: "
          f"{100 * right / len(draws):.1f} % certified right, mean {statistics.mean(draws):.0f} draws an image")
    print(f"  PyTorch eager float32, n = 100,000: {statistics.median(field):.1f} s an image")
    print(f"  certus --at, int8: {statistics.median(anytime):.4f} s an image")
    print(f"  ratio {spread([f / a for f, a in zip(field, anytime)])}")


if __name__ == "__main__":
    main()
