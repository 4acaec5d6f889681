#!/usr/bin/env python3
"""Exports usual networks by PyTorch to ONNX and compares the logits that certus computes with PyTorch's.

Usage: tests/model/check_torchvision.py CERTUS_BINARY [NAME...]

One line a model; exit 1 when one differs by more than 1e-4 relative to the logits or does not load,
77 (skipped) without PyTorch or torchvision. Weights and running statistics are random.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings

try:
    import torch
    import torch.nn as nn
    import torch.nn.functional as F
    import torchvision.models as zoo
except ImportError as error:
    print(f"{error.name} is absent: skipped")
    sys.exit(77)

TOLERANCE = 1e-4


class Lambda(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)


class PoolAndRepeat(nn.Module):
    """The other parameter-free shortcut of the field: pooled, and as many zero channels behind it."""

    def __init__(self, stride):
        super().__init__()
        self.pool = nn.AvgPool2d(1, stride)

    def forward(self, x):
        x = self.pool(x)
        return torch.cat((x, x.mul(0)), 1)


class Block(nn.Module):
    def __init__(self, inside, outside, stride, shortcut):
        super().__init__()
        self.conv1 = nn.Conv2d(inside, outside, 3, stride=stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(outside)
        self.conv2 = nn.Conv2d(outside, outside, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(outside)
        self.shortcut = nn.Sequential()
        if stride != 1 and shortcut == "pad":
            self.shortcut = Lambda(
                lambda x: F.pad(x[:, :, ::2, ::2], (0, 0, 0, 0, outside // 4, outside // 4), "constant", 0))
        elif stride != 1 and shortcut == "repeat":
            self.shortcut = PoolAndRepeat(stride)
        elif stride != 1:
            self.shortcut = nn.Sequential(nn.Conv2d(inside, outside, 1, stride=stride, bias=False),
                                          nn.BatchNorm2d(outside))

    def forward(self, x):
        out = F.relu(self.bn1(self.conv1(x)))
        return F.relu(self.bn2(self.conv2(out)) + self.shortcut(x))


class CifarResNet(nn.Module):
    """He et al. (2015), section 4.2, behind the normalization of the field."""

    def __init__(self, depth, shortcut):
        super().__init__()
        self.register_buffer("mean", torch.tensor([0.4914, 0.4822, 0.4465]).view(1, 3, 1, 1))
        self.register_buffer("std", torch.tensor([0.2023, 0.1994, 0.2010]).view(1, 3, 1, 1))
        self.conv1 = nn.Conv2d(3, 16, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(16)
        blocks, channels = [], 16
        for stage, outside in enumerate((16, 32, 64)):
            for index in range((depth - 2) // 6):
                blocks.append(Block(channels, outside, 2 if stage > 0 and index == 0 else 1, shortcut))
                channels = outside
        self.layers = nn.Sequential(*blocks)
        self.linear = nn.Linear(64, 10)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1((x - self.mean) / self.std)))
        x = self.layers(x)
        x = F.avg_pool2d(x, 8)
        return self.linear(x.view(x.size(0), -1))


def plain(factory):
    """A network of torchvision without downloaded weights, whatever its version calls that."""
    return lambda: factory(weights=None)


# name: (factory, height and width, opset, dynamic number of images)
MODELS = {
    "resnet18": (plain(zoo.resnet18), 224, 13, True),
    "resnet50": (plain(zoo.resnet50), 224, 11, True),
    "vgg11_bn": (plain(zoo.vgg11_bn), 224, 13, False),
    "mobilenet_v2": (plain(zoo.mobilenet_v2), 224, 9, True),
    "densenet121": (plain(zoo.densenet121), 128, 16, True),
    "shufflenet_v2": (plain(zoo.shufflenet_v2_x0_5), 96, 13, True),
    "squeezenet": (plain(zoo.squeezenet1_1), 96, 13, True),
    "cifar_resnet20_pad": (lambda: CifarResNet(20, "pad"), 32, 13, True),
    "cifar_resnet20_repeat": (lambda: CifarResNet(20, "repeat"), 32, 11, True),
    "cifar_resnet110_conv": (lambda: CifarResNet(110, "conv"), 32, 13, False),
}


def make(factory):
    torch.manual_seed(7)
    model = factory()
    for layer in model.modules():
        if isinstance(layer, nn.BatchNorm2d):
            nn.init.uniform_(layer.weight, 0.5, 1.2)
            nn.init.normal_(layer.bias, 0.0, 0.1)
            nn.init.normal_(layer.running_mean, 0.0, 0.1)
            nn.init.uniform_(layer.running_var, 0.5, 2.0)
    return model.eval()


def check(certus, name, folder):
    factory, size, opset, is_dynamic = MODELS[name]
    model = make(factory)
    x = torch.rand(2, 3, size, size)
    with torch.no_grad():
        expected = model(x)
    path, images = folder / f"{name}.onnx", folder / "x.f32"
    torch.onnx.export(model, x, str(path), opset_version=opset, input_names=["input"], output_names=["logits"],
                      dynamic_axes={"input": {0: "batch"}, "logits": {0: "batch"}} if is_dynamic else None)
    images.write_bytes(x.numpy().astype("<f4").tobytes())
    done = subprocess.run([certus, "model", "run", path, "--input", images, "--shape", f"2,3,{size},{size}",
                           "--engine", "torch", "--format", "json"], capture_output=True, text=True)
    path.unlink()
    if done.returncode != 0:
        return f"fails: {done.stderr.strip()}", False
    found = torch.tensor(json.loads(done.stdout)["logits"])
    if found.shape != expected.shape:
        return f"gives {tuple(found.shape)}, expected {tuple(expected.shape)}", False
    # Relative to the logits, or to the largest where all are small.
    least = min(1.0, expected.abs().max().item())
    difference = ((found - expected).abs() / expected.abs().clamp(min=least)).max().item()
    count = sum(parameter.numel() for parameter in model.parameters())
    text = f"{count} parameters, opset {opset}, difference {difference:.1e}, logits up to {expected.abs().max():.3g}"
    return text, difference <= TOLERANCE


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.strip())
    warnings.filterwarnings("ignore")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[2:] or MODELS:
            text, is_right = check(sys.argv[1], name, pathlib.Path(folder))
            wrong += not is_right
            print(f"{name}: {text}{'' if is_right else '  MISMATCH'}", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
