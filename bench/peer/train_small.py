#!/usr/bin/env python3
"""Trains a small network with PyTorch under Gaussian noise for some hundred steps: a peer to certify.

    bench/peer/train_small.py mnist|cifar10 --steps 300 -o model.safetensors

Data is read from $CERTUS_DATA, else ~/.cache/certus (certus data fetch NAME). Exit code 77 without it.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time

import torch

from networks import network

DATA = os.environ.get("CERTUS_DATA", os.path.expanduser("~/.cache/certus"))
FROM_PYTORCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "from_pytorch.py")
# architecture, sigma, normalization
CASES = {"mnist": ("lenet", 0.5, "none"), "cifar10": ("cifar_resnet8", 0.25, "cifar10")}


def raw(name):
    with open(os.path.join(DATA, name), "rb") as file:
        return torch.frombuffer(bytearray(file.read()), dtype=torch.uint8)


def load(name):
    """Training images, labels, test images, labels; bytes."""
    if name == "mnist":
        parts = [raw(f"mnist/{split}-{kind}") for split in ("train", "t10k")
                 for kind in ("images-idx3-ubyte", "labels-idx1-ubyte")]
        return (parts[0][16:].view(-1, 1, 28, 28), parts[1][8:], parts[2][16:].view(-1, 1, 28, 28), parts[3][8:])
    rows = torch.cat([raw(f"cifar-10-batches-bin/data_batch_{i}.bin") for i in range(1, 6)]).view(-1, 3073)
    test = raw("cifar-10-batches-bin/test_batch.bin").view(-1, 3073)
    return rows[:, 1:].view(-1, 3, 32, 32), rows[:, 0], test[:, 1:].view(-1, 3, 32, 32), test[:, 0]


def train(model, images, labels, sigma, steps):
    """Noise augmentation with a learning rate that falls to zero."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = 0.05 * (1 - step / steps) + 1e-4
        batch = torch.randint(len(images), (128,))
        x = images[batch].float() / 255
        loss = torch.nn.functional.cross_entropy(model(x + sigma * torch.randn_like(x)), labels[batch].long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def trained(name, images, labels, steps):
    """The network with its normalization in front, ready to vote."""
    arch, sigma, _ = CASES[name]
    torch.manual_seed(1)
    torch.set_num_threads(os.cpu_count())
    net, normalize, _ = network(arch)
    model = torch.nn.Sequential(normalize, net)
    begin = time.time()
    train(model, images, labels, sigma, steps)
    print(f"{arch} on {name} under noise of {sigma}: {steps} steps of 128 images, {time.time() - begin:.0f} s", flush=True)
    return model.eval()


def save(model, name, path):
    """The way a model of the field comes: a checkpoint whose names begin with the position in (norm, net)."""
    arch, _, normalize = CASES[name]
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = os.path.join(folder, "checkpoint.pth.tar")
        torch.save({"arch": arch, "state_dict": {f"1.{k}": v for k, v in model[1].state_dict().items()}}, checkpoint)
        subprocess.run([sys.executable, FROM_PYTORCH, "weights", checkpoint, "--normalize", normalize, "-o", path,
                        "--force"], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", choices=sorted(CASES))
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("-o", "--output", required=True)
    options = parser.parse_args()
    try:
        images, labels, _, _ = load(options.data)
    except OSError as error:
        print(f"{error}; certus data fetch {options.data} gets it")
        return 77
    save(trained(options.data, images, labels, options.steps), options.data, options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
