#!/usr/bin/env python3
"""A small network trained by PyTorch on real data for about a minute, certified by certus end to end.

    tests/real_data/train_and_certify.py build/certus mnist|cifar10 [SECONDS]

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
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "bench", "peer"))
try:
    import torch
    from networks import network
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

DATA = os.environ.get("CERTUS_DATA", os.path.expanduser("~/.cache/certus"))
# arch, sigma, least share of test images that are certified right, normalization
CASES = {"mnist": ("lenet", 0.5, 0.85, "none"), "cifar10": ("cifar_resnet8", 0.25, 0.2, "cifar10")}


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


def train(model, images, labels, sigma, seconds):
    """Noise augmentation until the time is over, with a learning rate that falls to zero with it."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)
    begin = time.time()
    steps = 0
    while (spent := time.time() - begin) < seconds:
        for group in optimizer.param_groups:
            group["lr"] = 0.05 * (1 - spent / seconds) + 1e-4
        batch = torch.randint(len(images), (128,))
        x = images[batch].float() / 255
        loss = torch.nn.functional.cross_entropy(model(x + sigma * torch.randn_like(x)), labels[batch].long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        steps += 1
    return steps


def check(condition, text):
    print(("ok: " if condition else "FAILED: ") + text, flush=True)
    return condition


def main():
    certus, name = os.path.abspath(sys.argv[1]), sys.argv[2]
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 45.0
    arch, sigma, least, normalize_name = CASES[name]
    try:
        images, labels, test_images, test_labels = load(name)
    except OSError as error:
        print(f"skipped: {error}; certus data fetch {name} gets it")
        return 77
    torch.manual_seed(1)
    torch.set_num_threads(os.cpu_count())
    net, normalize, _ = network(arch)
    model = torch.nn.Sequential(normalize, net)
    print(f"{arch} on {name}: {train(model, images, labels, sigma, seconds)} steps of 128 images", flush=True)
    model.eval()

    with tempfile.TemporaryDirectory() as folder:
        checkpoint, weights, record = (f"{folder}/{f}" for f in ("checkpoint.pth.tar", "m.safetensors", "m.tsv"))
        # The way a model of the field comes: a checkpoint whose names begin with the position in (norm, net).
        torch.save({"arch": arch, "state_dict": {f"1.{k}": v for k, v in net.state_dict().items()}}, checkpoint)
        subprocess.run([sys.executable, os.path.join(ROOT, "tools", "from_pytorch.py"), "weights", checkpoint,
                        "--normalize", normalize_name, "-o", weights], check=True)
        run = subprocess.run([certus, "certify", weights, "--data", name, "--data-dir", DATA, "--sigma", str(sigma),
                              "--n", "1000", "--skip", "100", "-o", record, "--format", "json"],
                             check=True, capture_output=True, text=True)
        print(run.stderr.strip())
        good = check("near chance" not in run.stderr, "the clean accuracy is not questioned")
        [summary] = json.loads(run.stdout)
        good &= check(summary["rows"] == 100, "100 images are certified")
        with open(record) as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        right = sum(int(row["correct"]) for row in rows)
        good &= check(right >= 100 * least, f"{right} % certified right, at least {100 * least:.0f} % expected")
        audit = subprocess.run([certus, "audit", record], capture_output=True, text=True)
        good &= check(audit.returncode == 0, "the audit finds nothing")

        # PyTorch's own votes for the label, with its own noise: two binomial shares of the same p.
        worst = 0.0
        with torch.no_grad():
            for row in rows[:25]:
                index = int(row["idx"])
                x = test_images[index:index + 1].float() / 255
                good &= int(row["label"]) == int(test_labels[index])
                noisy = x + sigma * torch.randn(1000, *x.shape[1:])
                theirs = int((model(noisy).argmax(1) == test_labels[index]).sum())
                votes = dict(part.split(":") for part in row["counts"].split(";"))
                ours = int(votes.get(row["label"], 0))
                p = (ours + theirs + 1) / 2002
                worst = max(worst, abs(ours - theirs) / math.sqrt(2 * 1000 * p * (1 - p)))
        # 25 comparisons: a right pair exceeds 5 standard deviations in one run of 70,000.
        good &= check(worst < 5, f"votes agree with PyTorch's within {worst:.1f} standard deviations")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
