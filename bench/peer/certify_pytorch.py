#!/usr/bin/env python3
"""CERTIFY as the field writes it, in plain PyTorch, beside `certus certify` in float32 and int8.

    bench/peer/certify_pytorch.py build/certus [--arch cifar_resnet20 ...] [--rounds 3]

Makes a model of each architecture with fresh weights, gives it to all, and lets them take turns: only ratios within one
run mean anything on a shared machine. PyTorch runs eagerly with the batch size that is best for it, all cores, and once
more as frozen TorchScript. Counted is the wall clock of a second or two of draws, noise included: for PyTorch of whole
batches, for certus the time column of its record, of all that one image takes. What comes before the first draw
(loading, choosing the micro-batch, once the int8 scales) is in nobody's time. Ratios are medians over the rounds, with their range. Shares of the machine's peak are of what `certus
bench` measures with the processor's widest multiply-add; Winograd's convolutions are counted the direct way. Memory is
the largest resident set of a certus process. Exit code 1 when certus is slower than eager PyTorch.
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

import numpy
import torch
import torch.nn as nn

from networks import network

# Draws of PyTorch and of certus in a round, about two seconds each on two cores, and the batch sizes PyTorch may choose.
CASES = {"lenet": (12000, 100000, (100, 300, 1000)), "cifar_resnet20": (3000, 20000, (100, 300, 1000)),
         "cifar_resnet110": (600, 3000, (50, 100, 300)), "resnet50": (32, 96, (8, 16, 32))}
SIGMA = 0.5


def read_safetensors(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = file.read()
    header.pop("__metadata__", None)
    return {name: torch.frombuffer(bytearray(data[e["data_offsets"][0]:e["data_offsets"][1]]),
                                   dtype=torch.float32).view(e["shape"]) for name, e in header.items()}


def sample_counts(model, x, num, batch, classes):
    """COUNTS of Cohen et al.: what every repository of the field does for an image."""
    counts = numpy.zeros(classes, dtype=int)
    with torch.no_grad():
        while num > 0:
            this = min(batch, num)
            num -= this
            images = x.repeat((this, 1, 1, 1))
            predictions = model(images + torch.randn_like(images) * SIGMA).argmax(1)
            for p in predictions.numpy():
                counts[p] += 1
    return counts


def seconds_of(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def write_data(folder, shape, count):
    """Images for certus, and how it is told of them: speed does not depend on what is on them."""
    if shape == (3, 224, 224):
        from torchvision.transforms.functional import to_pil_image
        os.makedirs(f"{folder}/pictures/class")
        for i in range(count):
            to_pil_image(torch.rand(shape)).save(f"{folder}/pictures/class/{i}.png")
        return ["--data", f"{folder}/pictures"]
    pixels = shape[0] * shape[1] * shape[2]
    body = bytes(range(256)) * (pixels * count // 256 + 1)
    known = ["--data-dir", folder, "--no-verify", "--data"]
    if shape == (3, 32, 32):
        os.makedirs(f"{folder}/cifar-10-batches-bin")
        with open(f"{folder}/cifar-10-batches-bin/test_batch.bin", "wb") as file:
            for i in range(count):
                file.write(bytes([i % 10]) + body[i * pixels:(i + 1) * pixels])
        return known + ["cifar10"]
    os.makedirs(f"{folder}/mnist")
    with open(f"{folder}/mnist/t10k-images-idx3-ubyte", "wb") as file:
        file.write(struct.pack(">IIII", 2051, count, 28, 28) + body[:pixels * count])
    with open(f"{folder}/mnist/t10k-labels-idx1-ubyte", "wb") as file:
        file.write(struct.pack(">II", 2049, count) + bytes(i % 10 for i in range(count)))
    return known + ["mnist"]


def duration(text):
    hours, minutes, seconds = text.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


# A process begins with the resident set of the one that started it, so a small one has to.
STARTER = """import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)"""


def run(words):
    """Runs to the end; the largest resident set in megabytes."""
    done = subprocess.run([sys.executable, "-S", "-c", STARTER] + words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return int(done.stdout) / 1024


def certus_speed(words, index, record, draws):
    """Images a second while certus certifies one image, by its record, and the memory it took."""
    memory = run(words + ["--start", str(index), "--max", str(index + 1), "-o", record, "--force"])
    with open(record) as file:
        row = dict(zip(*[line.rstrip("\n").split("\t") for line in file]))
    return draws / duration(row["time"]), memory


def best_batch(model, x, sizes, classes):
    rates = {}
    for _ in range(2):
        for batch in sizes:
            rate = batch / seconds_of(lambda: sample_counts(model, x, batch, batch, classes))
            rates[batch] = max(rate, rates.get(batch, 0.0))
    return max(rates, key=rates.get)


def spread(values):
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def compare(certus, arch, options, folder):
    """Prints what came out; the smallest ratio of certus to eager PyTorch."""
    net, normalize, shape = network(arch)
    classes = 1000 if shape == (3, 224, 224) else 10
    peer_n, n, sizes = CASES.get(arch, CASES["cifar_resnet20"])
    n = options.n or n
    n0 = max(1, min(100, n // 4))
    weights = f"{folder}/{arch}.safetensors"
    name = {(1, 28, 28): "none", (3, 32, 32): "cifar10", (3, 224, 224): "imagenet"}[shape]
    subprocess.run([certus, "model", "new", arch, "--normalize", name, "--classes", str(classes), "-o", weights],
                   check=True, stdout=subprocess.DEVNULL)
    net.load_state_dict(read_safetensors(weights), strict=False)
    model = nn.Sequential(normalize, net).eval()
    frozen = torch.jit.optimize_for_inference(torch.jit.freeze(torch.jit.script(model)))
    data = write_data(f"{folder}/{arch}", shape, options.rounds)
    x = torch.rand(shape)
    bench = json.loads(subprocess.run([certus, "bench", weights, "--engine", "onednn", "--seconds", "0.1", "--format",
                                       "json"], check=True, capture_output=True).stdout)
    operations = bench["speeds"][0]["flops_per_second"] / bench["speeds"][0]["images_per_second"]
    peak = {precision: bench["peak"][precision]["ops_per_second"] for precision in ("f32", "int8")}

    batch = best_batch(model, x, sizes, classes)
    for size in sizes:
        sample_counts(frozen, x, 3 * size, size, classes)  # it optimises itself in its first calls
    frozen_batch = best_batch(frozen, x, sizes, classes)
    cores = os.cpu_count()
    threads = sorted({1, cores})
    kinds = [(precision, count) for precision in ("f32", "int8") for count in threads]
    speeds = {kind: [] for kind in ["eager", "frozen"] + kinds}
    memory = {kind: 0.0 for kind in kinds}
    for i in range(options.rounds):
        for kind, peer, size in (("eager", model, batch), ("frozen", frozen, frozen_batch)):
            draws = -(-peer_n // size) * size  # whole batches, its best case
            speeds[kind].append(draws / seconds_of(lambda: sample_counts(peer, x, draws, size, classes)))
        for kind in kinds:
            words = [certus, "certify", weights, "--sigma", str(SIGMA), "--n", str(n), "--n0", str(n0), "--precision",
                     kind[0], "--threads", str(kind[1])] + data + options.certus_options.split()
            speed, used = certus_speed(words, i, f"{folder}/{arch}/record.tsv", n0 + n)
            speeds[kind].append(speed)
            memory[kind] = max(memory[kind], used)

    middle = {kind: statistics.median(values) for kind, values in speeds.items()}
    print(f"{arch}: PyTorch eager {middle['eager']:.1f} images/s (batch {batch}), frozen TorchScript "
          f"{middle['frozen']:.1f}, {spread([f / e for f, e in zip(speeds['frozen'], speeds['eager'])])} of eager")
    slowest = float("inf")
    for precision in ("f32", "int8"):
        kind = (precision, cores)
        ratios = [c / e for c, e in zip(speeds[kind], speeds["eager"])]
        slowest = min(slowest, statistics.median(ratios))
        share = 100 * middle[kind] * operations / peak[precision]
        line = (f"  certus {precision:4} {middle[kind]:8.1f} images/s, / eager {spread(ratios)}, {share:.0f} % of peak, "
                f"{memory[kind]:.0f} MB")
        if cores > 1:
            gains = [c / one for c, one in zip(speeds[kind], speeds[(precision, 1)])]
            line += f"; {cores} threads / 1 thread {spread(gains)}, {memory[(precision, 1)]:.0f} MB with one"
        print(line, flush=True)
    return slowest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("certus")
    parser.add_argument("--arch", nargs="+", default=list(CASES))
    parser.add_argument("--n", type=int, help="draws of certus that bound p_A, instead of what suits each architecture")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--certus-options", default="", help="more options of certus certify, in one text")
    options = parser.parse_args()
    torch.set_num_threads(os.cpu_count())
    with tempfile.TemporaryDirectory() as folder:
        ratios = [compare(os.path.abspath(options.certus), arch, options, folder) for arch in options.arch]
    return 0 if min(ratios) >= 1.0 else 1


if __name__ == "__main__":
    sys.exit(main())
