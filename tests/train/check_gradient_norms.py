#!/usr/bin/env python3
"""Gradient norms of training methods, computed by plain PyTorch in double precision beside certus.

    tests/train/check_gradient_norms.py build/certus build/tests/certus_noise_program

A lenet is trained by certus for some steps on small pictures made here. The losses are written out again below from
the papers' formulas; only the noise is certus's. Exit code 77 (skipped) without PyTorch.
"""
import csv
import math
import os
import struct
import subprocess
import sys
import tempfile

try:
    import torch
    import torch.nn.functional as F
except ImportError:
    print("PyTorch is absent: skipped")
    sys.exit(77)

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench", "peer"))
from certify_pytorch import read_safetensors  # noqa: E402

IMAGES, SAMPLES, DRAWS, SEED = 12, 20, 2, 5
METHODS = ["gaussian", "stability", "smoothadv", "macer", "consistency", "consistency-attack", "easy-focus"]
TOLERANCE = 5e-4  # certus computes in float32


def write_pictures(folder, half, count, generator):
    """Pictures around one pattern for each class, in MNIST's files; every eighth has a wrong label."""
    patterns = F.interpolate(torch.rand(10, 1, 7, 7, generator=torch.Generator().manual_seed(1)), size=28)
    labels = torch.arange(count) % 10
    pixels = (160 * patterns[labels, 0] + 90 * torch.rand(count, 28, 28, generator=generator)).to(torch.uint8)
    labels = torch.where(torch.arange(count) % 8 == 3, (labels + 1) % 10, labels)
    os.makedirs(f"{folder}/mnist", exist_ok=True)
    with open(f"{folder}/mnist/{half}-images-idx3-ubyte", "wb") as file:
        file.write(struct.pack(">IIII", 2051, count, 28, 28) + pixels.numpy().tobytes())
    with open(f"{folder}/mnist/{half}-labels-idx1-ubyte", "wb") as file:
        file.write(struct.pack(">II", 2049, count) + labels.to(torch.uint8).numpy().tobytes())
    return pixels.double() / 255, labels


def lenet(weights):
    def forward(x):
        x = F.max_pool2d(F.relu(F.conv2d(x, weights["conv1.weight"], weights["conv1.bias"])), 2)
        x = F.max_pool2d(F.relu(F.conv2d(x, weights["conv2.weight"], weights["conv2.bias"])), 2)
        x = F.relu(F.linear(x.flatten(1), weights["fc1.weight"], weights["fc1.bias"]))
        return F.linear(x, weights["fc2.weight"], weights["fc2.bias"])
    return forward


def input_gradient(objective, at):
    return torch.autograd.grad(objective, at)[0]


def into_ball(a, radius):
    return a if a.norm() <= radius else a * radius / a.norm()


def smoothed_step(f, x, a, y, noise, size, guard):
    """One step along the gradient of -log of the averaged probability of the label."""
    a = a.detach().requires_grad_()
    g = input_gradient(-f(x + a + noise).softmax(1).mean(0)[y].log(), a)
    return a.detach() + size * g / (g.norm() + guard)


def smoothadv_attack(f, x, y, noise, steps, radius):
    a = torch.zeros_like(x)
    for _ in range(steps):
        a = smoothed_step(f, x, a, y, noise, 2 * radius / steps, 0)
        a = into_ball((x + a).clamp(0, 1) - x, radius)  # first the box, then the ball
    return a


def consistency_attack(f, x, y, noise, steps, radius):
    a = torch.zeros_like(x)
    for _ in range(steps):
        a = smoothed_step(f, x, a, y, noise, 2 * radius / steps, 1e-8)
        a = (x + into_ball(a, radius)).clamp(0, 1) - x  # first the ball, then the box
    return a


def sphere_attack(f, x, y, noise, steps, size, copies):
    """Each noise is turned, at its length, until it is misclassified."""
    rows = []
    for delta in noise:
        delta, length = delta[None], delta.norm()
        for _ in range(steps):
            delta = delta.detach().requires_grad_()
            logits = f(x + delta)
            if logits.argmax() != y:
                break
            g = input_gradient(F.cross_entropy(logits, y[None]) / copies, delta)
            moved = delta.detach() + size * g / (g.norm() + 1e-8)
            delta = moved / (moved.norm() + 1e-8) * length
        rows.append(delta.detach())
    return torch.cat(rows)


def consistency_loss(logits, y, settings):
    p = logits.softmax(1)
    mean = p.mean(0)
    kl = (mean * (mean.log() - logits.log_softmax(1))).sum(1).mean()
    entropy = -(mean * mean.log()).sum()
    return (F.cross_entropy(logits, y.expand(len(logits))) + settings["consistency.lambda"] * kl
            + settings["consistency.eta"] * entropy)


def macer_loss(logits, y, sigma, settings):
    loss = -(logits.softmax(1).mean(0)[y] + 1e-10).log()
    sharp = (settings["macer.beta"] * logits).softmax(1).mean(0)
    top = sharp.topk(2).values
    quantiles = math.sqrt(2) * torch.erfinv(2 * top - 1)
    xi = quantiles[0] - quantiles[1]
    if sharp.argmax() == y and abs(xi.item()) <= settings["macer.margin"]:
        loss = loss + settings["macer.lambda"] * sigma / 2 * (settings["macer.margin"] - xi)
    return loss


def loss_of(f, frozen, x, y, noise, settings):
    method, copies = settings["train.method"], settings["noise.copies"]
    labels = y.expand(len(noise))
    if method in ("gaussian", "easy-focus"):
        if settings["sphere_attack.on"]:
            noise = sphere_attack(frozen, x, y, noise, settings["sphere_attack.steps"],
                                  settings["sphere_attack.step_size"], copies)
        return F.cross_entropy(f(x + noise), labels)
    if method == "stability":
        clean, noisy = f(x), f(x + noise)
        term = -(clean.softmax(1) * noisy.log_softmax(1)).sum()
        return F.cross_entropy(clean, y[None]) + settings["stability.lambda"] * term
    if method == "smoothadv":
        assert settings["smoothadv.attack"] == "pgd"
        a = smoothadv_attack(frozen, x, y, noise, settings["smoothadv.steps"], settings["smoothadv.radius_256"] / 256)
        return F.cross_entropy(f(x + a + noise), labels)
    if method == "macer":
        return macer_loss(f(x + noise), y, settings["noise.sigma"], settings)
    assert method == "consistency"
    if settings["consistency.attack"]:
        x = x + consistency_attack(frozen, x, y, noise, settings["consistency.steps"],
                                   settings["consistency.radius_256"] / 256)
    return consistency_loss(f(x + noise), y, settings)


def settings_of(certus, preset):
    """All settings of a preset, as certus prints them."""
    text = subprocess.run([certus, "train", preset, "--print-config"], check=True, capture_output=True, text=True).stdout
    settings, table = {}, ""
    for line in text.splitlines():
        if line.startswith("["):
            table = line.strip("[]")
        elif "=" in line and not line.startswith("#"):
            key, value = (part.strip() for part in line.split("#")[0].split("=", 1))
            settings[f"{table}.{key}"] = {"true": True, "false": False}.get(value) if value in ("true", "false") \
                else value.strip('"') if value.startswith('"') or value.startswith("[") \
                else float(value) if "." in value or "e" in value else int(value)
    return settings


def noise_of(program, image, first, count):
    raw = subprocess.run([program, str(SEED), str(image), str(first), str(count), "784"], check=True,
                         capture_output=True).stdout
    return torch.frombuffer(bytearray(raw), dtype=torch.float32).double().reshape(count, 1, 28, 28)


def norm_of(weights, x, y, noise, settings):
    f = lenet(weights)
    frozen = lenet({name: weight.detach() for name, weight in weights.items()})
    gradients = torch.autograd.grad(loss_of(f, frozen, x, y, noise, settings), list(weights.values()))
    return math.sqrt(sum(float(g.square().sum()) for g in gradients))


def check_method(certus, program, folder, name, model, pictures, labels):
    preset = f"mnist/desk/{name}-0.50"
    settings = settings_of(certus, preset)
    table = f"{folder}/{name}.csv"
    subprocess.run([certus, "analyze", "gradnorm", model, "--method", preset, "--data", "mnist", "--data-dir", folder,
                    "--no-verify", "--max", str(IMAGES), "--samples", str(SAMPLES), "--draws", str(DRAWS), "--seed",
                    str(SEED), "--images", table], check=True, capture_output=True)
    weights = {key: value.double().requires_grad_() for key, value in read_safetensors(model).items()}
    copies, worst, difference = settings["noise.copies"], 0.0, 0.0
    with open(table) as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        i = int(row["idx"])
        noise = settings["noise.sigma"] * noise_of(program, i, SAMPLES, DRAWS * copies)
        expected = sum(norm_of(weights, pictures[i][None, None], labels[i], part, settings)
                       for part in noise.split(copies)) / DRAWS
        worst = max(worst, abs(float(row["gradient_norm"]) / expected - 1))
        plain = norm_of(weights, pictures[i][None, None], labels[i], noise[:1],
                        {"train.method": "gaussian", "noise.copies": 1, "sphere_attack.on": False})
        difference = max(difference, abs(plain / expected - 1))
    good = worst < TOLERANCE and len(rows) == IMAGES and difference > 0.05
    print(f"{'ok' if good else 'FAILED'}: {name}: {len(rows)} images, largest relative difference {worst:.1e} "
          f"(to the plain cross entropy {difference:.2g})", flush=True)
    return good


def main():
    certus, program = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    torch.set_num_threads(2)
    with tempfile.TemporaryDirectory() as folder:
        generator = torch.Generator().manual_seed(2)
        pictures, labels = write_pictures(folder, "train", 640, generator)
        write_pictures(folder, "t10k", 40, generator)
        subprocess.run([certus, "train", "mnist/desk/gaussian-0.50", "--data-dir", folder, "--no-verify", "--set",
                        "train.epochs=3", "--set", "train.batch=64", "--set", "optimizer.milestones=[]", "-o",
                        f"{folder}/run"], check=True, capture_output=True)
        good = [check_method(certus, program, folder, name, f"{folder}/run/model.safetensors", pictures, labels)
                for name in METHODS]
    return 0 if all(good) else 1


sys.exit(main())
