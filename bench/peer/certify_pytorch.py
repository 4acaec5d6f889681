#!/usr/bin/env python3
"""CERTIFY as the field writes it, in plain PyTorch, beside `certus certify` on the same model and images.

    bench/peer/certify_pytorch.py build/certus [--arch cifar_resnet20 ...] [--n 2000] [--rounds 3] [--engine torch]

Makes a model of each architecture with fresh weights, gives it to both, and lets them take turns on the same images:
only ratios within one run mean anything on a shared machine. PyTorch runs eagerly with the batch size that is best for
it, all cores, and once more as frozen TorchScript. Both count the wall clock of the same number of draws, noise included.
Exit code 1 when certus is the slower one.
"""
import argparse
import json
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time

import torch
import torch.nn as nn

from networks import network


def read_safetensors(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = file.read()
    header.pop("__metadata__", None)
    return {name: torch.frombuffer(bytearray(data[e["data_offsets"][0]:e["data_offsets"][1]]),
                                   dtype=torch.float32).view(e["shape"]) for name, e in header.items()}


def sample_counts(model, x, sigma, num, batch, classes):
    """COUNTS of Cohen et al.: what every repository of the field does for an image."""
    counts = torch.zeros(classes, dtype=torch.long)
    with torch.no_grad():
        while num > 0:
            this = min(batch, num)
            num -= this
            images = x.repeat((this, 1, 1, 1))
            predictions = model(images + torch.randn_like(images) * sigma).argmax(1)
            for p in predictions.tolist():
                counts[p] += 1
    return counts


def seconds_of(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def write_data(folder, shape, count):
    """Images in the layout of CIFAR-10 or MNIST: speed does not depend on what is on them."""
    pixels = shape[0] * shape[1] * shape[2]
    body = bytes(range(256)) * (pixels * count // 256 + 1)
    if shape == (3, 32, 32):
        os.makedirs(f"{folder}/cifar-10-batches-bin")
        with open(f"{folder}/cifar-10-batches-bin/test_batch.bin", "wb") as file:
            for i in range(count):
                file.write(bytes([i % 10]) + body[i * pixels:(i + 1) * pixels])
        return "cifar10"
    os.makedirs(f"{folder}/mnist")
    with open(f"{folder}/mnist/t10k-images-idx3-ubyte", "wb") as file:
        file.write(struct.pack(">IIII", 2051, count, 28, 28) + body[:pixels * count])
    with open(f"{folder}/mnist/t10k-labels-idx1-ubyte", "wb") as file:
        file.write(struct.pack(">II", 2049, count) + bytes(i % 10 for i in range(count)))
    return "mnist"


def duration(text):
    hours, minutes, seconds = text.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def compare(certus, arch, options, folder):
    net, normalize, shape = network(arch)
    weights = f"{folder}/{arch}.safetensors"
    name = "none" if arch == "lenet" else "cifar10"
    subprocess.run([certus, "model", "new", arch, "--normalize", name, "-o", weights], check=True,
                   stdout=subprocess.DEVNULL)
    net.load_state_dict(read_safetensors(weights), strict=False)
    model = nn.Sequential(normalize, net).eval()
    frozen = torch.jit.optimize_for_inference(torch.jit.freeze(torch.jit.script(model)))
    data = write_data(f"{folder}/{arch}", shape, options.rounds)
    x = torch.rand(shape)
    total = options.n + 100

    rates = {batch: 300 / seconds_of(lambda: sample_counts(model, x, 0.5, 300, batch, 10))
             for batch in (100, 300) for _ in range(2)}
    rates[1000] = 1000 / seconds_of(lambda: sample_counts(model, x, 0.5, 1000, 1000, 10))
    batch = max(rates, key=rates.get)
    sample_counts(frozen, x, 0.5, 3 * batch, batch, 10)  # it optimises itself in its first calls

    speeds = {"eager": [], "frozen": [], "certus": []}
    for i in range(options.rounds):
        for kind, peer in (("eager", model), ("frozen", frozen)):
            def both():
                sample_counts(peer, x, 0.5, 100, batch, 10)
                sample_counts(peer, x, 0.5, options.n, batch, 10)
            speeds[kind].append(total / seconds_of(both))
        record = f"{folder}/{arch}/{i}.tsv"
        subprocess.run([certus, "certify", weights, "--data", data, "--data-dir", f"{folder}/{arch}", "--no-verify",
                        "--sigma", "0.5", "--n", str(options.n), "--start", str(i), "--max", str(i + 1), "-o", record,
                        "--engine", options.engine] + options.certus_options.split(),
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(record) as file:
            row = dict(zip(*[line.rstrip("\n").split("\t") for line in file]))
        speeds["certus"].append(total / duration(row["time"]))
    middle = {kind: statistics.median(values) for kind, values in speeds.items()}
    ratios = [c / e for c, e in zip(speeds["certus"], speeds["eager"])]
    ratio = statistics.median(ratios)
    print(f"{arch:16} PyTorch eager {middle['eager']:7.0f} images/s (batch {batch}), frozen TorchScript "
          f"{middle['frozen']:7.0f}, certus {options.engine} {middle['certus']:7.0f}; certus / eager {ratio:.2f} "
          f"({min(ratios):.2f} to {max(ratios):.2f})", flush=True)
    return ratio


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("certus")
    parser.add_argument("--arch", nargs="+", default=["cifar_resnet20", "cifar_resnet110"])
    parser.add_argument("--n", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engine", default="torch")
    parser.add_argument("--certus-options", default="", help="more options of certus certify, in one text")
    options = parser.parse_args()
    torch.set_num_threads(os.cpu_count())
    with tempfile.TemporaryDirectory() as folder:
        ratios = [compare(os.path.abspath(options.certus), arch, options, folder) for arch in options.arch]
    return 0 if min(ratios) >= 1.0 else 1


if __name__ == "__main__":
    sys.exit(main())
