#!/usr/bin/env python3
"""Training steps as the field writes them, in plain PyTorch, beside those of certus on the same weights and images.

    bench/peer/train_pytorch.py build [--rounds 5] [--steps 3] [--threads 2]

`build` is the build folder: its bench/certus_train_step_bench is measured. Two kinds of step on cifar_resnet20, each on
64 images with m = 4 noise copies (batch 256 cut into 4 slices), sigma 0.5, SGD included, noise included:

  gaussian    cross entropy under noise
  easy-focus  first the attack on the sphere, T = 6 steps of 0.25, as published: forward and backward passes for every
              row, parameters frozen, batch norm in eval mode. certus attacks only rows that are still classified
              correctly. Before every step labels are set, outside the measured time, so that half of the rows are
              misclassified at the start. Measured once more with a step size of 0, when no further row gives way: the
              least that certus gains.

The network is first trained for a while on CIFAR-10 (from $CERTUS_DATA, else ~/.cache/certus). Both take turns: only
ratios within one run mean anything on a shared machine. Exit code 1 when a ratio is below its target, 77 without data.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

from networks import network
from train_small import FROM_PYTORCH, load, train

IMAGES, COPIES, SIGMA, ATTACK_STEPS, ATTACK_STEP_SIZE = 64, 4, 0.5, 6, 0.25
TARGETS = {"gaussian": 1.5, "easy_focus": 2.5}


def sphere_attack(model, x, y, delta, step_size):
    """Projected gradient ascent that keeps the norm of the noise; a row keeps its first misclassified noise."""
    radius = delta.flatten(1).norm(dim=1).view(-1, 1, 1, 1)
    result, done = delta.clone(), torch.zeros(len(x), dtype=torch.bool)
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    for _ in range(ATTACK_STEPS):
        delta = delta.detach().requires_grad_(True)
        logits = model(x + delta)
        wrong = (logits.argmax(1) != y) & ~done
        result[wrong] = delta.detach()[wrong]
        done |= wrong
        gradient = torch.autograd.grad(F.cross_entropy(logits, y, reduction="sum") / COPIES, delta)[0]
        delta = delta.detach() + step_size * gradient / (gradient.flatten(1).norm(dim=1).view(-1, 1, 1, 1) + 1e-8)
        delta = delta / (delta.flatten(1).norm(dim=1).view(-1, 1, 1, 1) + 1e-8) * radius
    for parameter in model.parameters():
        parameter.requires_grad_(True)
    result[~done] = delta[~done]
    return result


def pytorch_rates(state, images, labels, steps, step_size):
    """Images per second of both kinds of step."""
    net, normalize, _ = network("cifar_resnet20")
    net.load_state_dict(state)
    model = nn.Sequential(normalize, net)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9, weight_decay=1e-4)
    x, y = images.repeat(COPIES, 1, 1, 1), labels.repeat(COPIES)

    def update(rows, targets):
        model.train()
        loss = F.cross_entropy(model(rows), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    spent = {"gaussian": 0.0, "easy_focus": 0.0}
    for i in range(-1, steps):  # the first of each is not counted
        begin = time.perf_counter()
        update(x + torch.randn_like(x) * SIGMA, y)
        spent["gaussian"] += (time.perf_counter() - begin) if i >= 0 else 0.0
    for i in range(-1, steps):
        begin = time.perf_counter()
        delta = torch.randn_like(x) * SIGMA
        drawn = time.perf_counter() - begin
        model.eval()
        with torch.no_grad():
            targets = (model(x + delta).argmax(1) + torch.arange(len(x)) % 2) % 10
        begin = time.perf_counter()
        delta = sphere_attack(model, x, targets, delta, step_size)
        update(x + delta, targets)
        spent["easy_focus"] += (drawn + time.perf_counter() - begin) if i >= 0 else 0.0
    return {kind: IMAGES * steps / seconds for kind, seconds in spent.items()}


def prepared(options, folder):
    """State of a network that was trained a little, its file for certus, and images with labels."""
    try:
        pixels, classes, _, _ = load("cifar10")
    except FileNotFoundError as error:
        print(f"{error}; certus data fetch cifar10 gets it", file=sys.stderr)
        sys.exit(77)
    torch.manual_seed(1)
    net, normalize, _ = network("cifar_resnet20")
    train(nn.Sequential(normalize, net), pixels, classes, SIGMA, options.prepare)
    torch.save({"arch": "cifar_resnet20", "state_dict": net.state_dict()}, f"{folder}/model.pth")
    subprocess.run([sys.executable, FROM_PYTORCH, "weights", f"{folder}/model.pth", "-o", f"{folder}/model.safetensors",
                    "--arch", "cifar_resnet20", "--normalize", "cifar10"], check=True, stdout=subprocess.DEVNULL)
    images, labels = pixels[:IMAGES].float() / 255, classes[:IMAGES].long()
    with open(f"{folder}/images.bin", "wb") as file:
        file.write(images.numpy().tobytes() + labels.numpy().tobytes())
    return net.state_dict(), images, labels


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=3, help="of each kind in a round")
    parser.add_argument("--prepare", type=int, default=60, help="steps of training before")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    bench = os.path.join(os.path.abspath(options.build), "bench", "certus_train_step_bench")
    ratios = {}
    with tempfile.TemporaryDirectory() as folder:
        state, images, labels = prepared(options, folder)
        for step_size in (ATTACK_STEP_SIZE, 0.0):
            peer, ours = [], []
            for _ in range(options.rounds):
                peer.append(pytorch_rates(state, images, labels, options.steps, step_size))
                output = subprocess.run(
                    [bench, f"{folder}/model.safetensors", f"{folder}/images.bin", str(options.steps), str(step_size),
                     str(options.threads)], check=True, capture_output=True, text=True).stdout
                ours.append(json.loads(output))
            for kind in ("gaussian", "easy_focus") if step_size else ("easy_focus",):
                each = [o[kind] / p[kind] for o, p in zip(ours, peer)]
                name = kind if step_size else f"{kind}, no row gives way"
                ratios[name] = statistics.median(each)
                middle = [statistics.median(r[kind] for r in rates) for rates in (peer, ours)]
                print(f"{name:28} PyTorch {middle[0]:6.1f} images/s, certus {middle[1]:6.1f}; certus / PyTorch "
                      f"{ratios[name]:.2f} ({min(each):.2f} to {max(each):.2f})", flush=True)
            rows = statistics.median(o["attacked_rows"] for o in ours)
            print(f"{'':28} rows through the network in an attack: PyTorch {IMAGES * COPIES * ATTACK_STEPS}, "
                  f"certus {rows:.0f}", flush=True)
    return 0 if all(ratios[kind] >= target for kind, target in TARGETS.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
