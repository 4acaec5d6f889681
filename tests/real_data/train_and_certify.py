#!/usr/bin/env python3
"""A small network trained by PyTorch on real data for some hundred steps, certified by certus end to end.

    tests/real_data/train_and_certify.py build/certus mnist|cifar10 [STEPS]

Checks the record against PyTorch itself: the share of votes of every image, drawn with PyTorch's own noise, and the
accuracy. Exit code 77 (skipped) without PyTorch or without the data.
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench", "peer"))
try:
    import torch
    from train_small import CASES, DATA, load, save, trained
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

LEAST_RIGHT = {"mnist": 38, "cifar10": 9}  # of 50 test images, certified and right


def check(condition, text):
    print(("ok: " if condition else "FAILED: ") + text, flush=True)
    return condition


def worst_deviation(model, sigma, rows, test_images, test_labels):
    """PyTorch's own votes for the label, with its own noise, beside ours: two binomial shares of the same p."""
    worst = 0.0
    with torch.no_grad():
        for row in rows:
            index = int(row["idx"])
            if int(row["label"]) != int(test_labels[index]):
                return math.inf
            x = test_images[index:index + 1].float() / 255
            noisy = x + sigma * torch.randn(1000, *x.shape[1:])
            theirs = int((model(noisy).argmax(1) == test_labels[index]).sum())
            votes = dict(part.split(":") for part in row["counts"].split(";"))
            ours = int(votes.get(row["label"], 0))
            p = (ours + theirs + 1) / 2002
            worst = max(worst, abs(ours - theirs) / math.sqrt(2 * 1000 * p * (1 - p)))
    return worst


def main():
    certus, name = os.path.abspath(sys.argv[1]), sys.argv[2]
    try:
        images, labels, test_images, test_labels = load(name)
    except OSError as error:
        print(f"skipped: {error}; certus data fetch {name} gets it")
        return 77
    sigma = CASES[name][1]
    model = trained(name, images, labels, int(sys.argv[3]) if len(sys.argv) > 3 else 200)
    with tempfile.TemporaryDirectory() as folder:
        weights, record = f"{folder}/m.safetensors", f"{folder}/m.tsv"
        save(model, name, weights)
        run = subprocess.run([certus, "certify", weights, "--data", name, "--data-dir", DATA, "--sigma", str(sigma),
                              "--n", "1000", "--skip", "200", "-o", record, "--format", "json"],
                             check=True, capture_output=True, text=True)
        print(run.stderr.strip())
        # A network that saw nothing but noise for so short a time may well fail on clean CIFAR-10 images.
        good = name == "cifar10" or check("near chance" not in run.stderr, "the clean accuracy is not questioned")
        [summary] = json.loads(run.stdout)
        good &= check(summary["rows"] == 50, "50 images are certified")
        with open(record) as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        right = sum(int(row["correct"]) for row in rows)
        good &= check(right >= LEAST_RIGHT[name], f"{right} certified right, at least {LEAST_RIGHT[name]} expected")
        audit = subprocess.run([certus, "audit", record], capture_output=True, text=True)
        good &= check(audit.returncode == 0, "the audit finds nothing")
        # 25 comparisons: a right pair exceeds 5 standard deviations in one run of 70,000.
        worst = worst_deviation(model, sigma, rows[:25], test_images, test_labels)
        good &= check(worst < 5, f"votes agree with PyTorch's within {worst:.1f} standard deviations")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
