#!/usr/bin/env python3
"""Writes tests/model/fixtures: small networks exported to ONNX by PyTorch itself, with the logits it computes.

Run: python3 tests/model/make_onnx_fixtures.py        (Debian: python3-torch; written with 1.13)

Next to every NAME_OPSET.onnx lies NAME.json: two images as whole numbers of 1/256, and their logits.
Weights are random but fixed by the seed, running statistics are not the trivial ones.
"""
import json
import pathlib
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

SHAPE = (3, 8, 8)
CLASSES = 5


class Lambda(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)


class Plain(nn.Module):
    """conv, batch norm, relu, max pool, linear; view(size(0), -1)."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 6, 3, padding=1)
        self.bn1 = nn.BatchNorm2d(6)
        self.fc1 = nn.Linear(6 * 4 * 4, 10)
        self.fc2 = nn.Linear(10, CLASSES)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 2)
        x = x.view(x.size(0), -1)
        return self.fc2(F.relu(self.fc1(x)))


class Grouped(nn.Module):
    """Groups, dilation, different strides and paddings, padding on one side, batch norm not folded."""

    def __init__(self):
        super().__init__()
        self.bn0 = nn.BatchNorm2d(3)
        self.conv1 = nn.Conv2d(3, 6, (3, 5), stride=(1, 2), padding=(2, 4), dilation=(2, 2), bias=False)
        self.conv2 = nn.Conv2d(6, 4, 3, groups=2)
        self.bn2 = nn.BatchNorm2d(4)
        self.fc = nn.Linear(4, CLASSES)

    def forward(self, x):
        x = F.leaky_relu(self.conv1(self.bn0(x)), 0.2)
        x = self.bn2(F.relu(self.conv2(F.pad(x, (1, 0, 2, 1)))))
        return self.fc(x.mean([2, 3]))


class BlockA(nn.Module):
    """Residual block whose shortcut drops pixels and pads channels (option A of He et al.)."""

    def __init__(self, inside, outside, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inside, outside, 3, stride=stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(outside)
        self.conv2 = nn.Conv2d(outside, outside, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(outside)
        self.shortcut = nn.Sequential()
        if stride != 1 or inside != outside:
            more = outside // 4
            self.shortcut = Lambda(lambda x: F.pad(x[:, :, ::2, ::2], (0, 0, 0, 0, more, more), "constant", 0))

    def forward(self, x):
        out = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(out + self.shortcut(x))


class OptionA(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 4, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(4)
        self.layer1 = BlockA(4, 4, 1)
        self.layer2 = BlockA(4, 8, 2)
        self.linear = nn.Linear(8, CLASSES)

    def forward(self, x):
        x = self.layer2(self.layer1(F.relu(self.bn1(self.conv1(x)))))
        x = F.avg_pool2d(x, int(x.size(3)))
        return self.linear(x.view(x.size(0), -1))


class Normalized(nn.Module):
    """Normalization by buffers before the network, as wrappers of the field have it."""

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.tensor([0.4914, 0.4822, 0.4465]).view(3, 1, 1))
        self.register_buffer("std", torch.tensor([0.2023, 0.1994, 0.2010]).view(3, 1, 1))
        self.conv = nn.Conv2d(3, 4, 3, stride=2)
        self.fc = nn.Linear(4, CLASSES)

    def forward(self, x):
        x = F.relu(self.conv((x - self.mean) / self.std))
        return self.fc(torch.flatten(F.adaptive_avg_pool2d(x, 1), 1))


class Clipped(nn.Module):
    """relu6, hardtanh, one-sided clamps, swish, dropout."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 8, 1)
        self.conv2 = nn.Conv2d(8, 8, 3, groups=8, padding=1)
        self.drop = nn.Dropout(0.5)
        self.fc = nn.Linear(8, CLASSES)

    def forward(self, x):
        x = F.relu6(self.conv1(x) * 5)
        x = F.silu(F.hardtanh(self.conv2(x), -1.5, 1.25))
        x = x.clamp(min=-0.2).clamp(max=0.9)
        return self.fc(self.drop(x.mean(3).mean(-1)))


class Dense(nn.Module):
    """Concatenated features and average pools, as DenseNet has them; padded and rounded-up pools."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 4, 3, padding=1)
        self.bn = nn.BatchNorm2d(4)
        self.conv2 = nn.Conv2d(4, 3, 3, padding=1)
        self.fc = nn.Linear(7, CLASSES)

    def forward(self, x):
        x = self.conv1(x)
        x = torch.cat([x, self.conv2(F.relu(self.bn(x)))], 1)
        x = F.avg_pool2d(x, 3, stride=2, padding=1, count_include_pad=False)
        x = F.max_pool2d(x, 3, stride=2, ceil_mode=True) - F.avg_pool2d(x, 2, stride=2)
        return self.fc(F.adaptive_avg_pool2d(x, (1, 1)).reshape(-1, 7))


class Pools(nn.Module):
    """Pools with padding that counts, dilation, rounding up; reflected and repeated borders."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 3)
        self.fc = nn.Linear(3 * 5 * 5, CLASSES)

    def forward(self, x):
        x = self.conv(F.pad(F.pad(x, (1, 1, 1, 1), mode="reflect"), (0, 1, 1, 0), mode="replicate"))
        x = F.avg_pool2d(x, 3, stride=2, padding=1)
        x = F.max_pool2d(x, 2, stride=1, dilation=2, padding=1)
        return self.fc(x.flatten(1))


class Tokens(nn.Module):
    """Patches as tokens: permute, linear along the last axis, matrix products, arithmetic with constants."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Conv2d(3, 6, 4, stride=4)
        self.position = nn.Parameter(torch.randn(1, 4, 6))
        self.query = nn.Linear(6, 6)
        self.key = nn.Linear(6, 6, bias=False)
        self.fc = nn.Linear(6, CLASSES)

    def forward(self, x):
        x = self.embed(x).flatten(2).permute(0, 2, 1) + self.position
        scores = torch.sigmoid(self.query(x) @ self.key(x).transpose(1, 2) / 2.5)
        x = 1.0 - (scores @ x) * 0.5
        return self.fc(x[:, 0] + x[:, 1:].mean(1))


class Shuffle(nn.Module):
    """Halves of channels, and channels shuffled by reshapes with computed sizes."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 6, 3, stride=2)
        self.conv2 = nn.Conv2d(3, 3, 1)
        self.fc = nn.Linear(6, CLASSES)

    def forward(self, x):
        a, b = F.relu(self.conv1(x)).chunk(2, dim=1)
        x = torch.cat((a, self.conv2(b)), dim=1)
        n, c, h, w = x.size()
        x = x.view(n, 2, c // 2, h, w).transpose(1, 2).contiguous().view(n, -1, h, w)
        return self.fc(x[:, :, 1:, :-1].mean([2, 3]))


# name: (module, opsets, dynamic batch, number of images when exporting)
FIXTURES = {
    "plain": (Plain, (9, 11, 13, 16), True, 2),
    "plain_fixed": (Plain, (13,), False, 2),
    "grouped": (Grouped, (9, 11, 13, 16), True, 1),
    "option_a": (OptionA, (11, 13, 16), True, 2),
    "option_a_fixed": (OptionA, (11,), False, 1),
    "normalized": (Normalized, (9, 11, 13, 16), True, 1),
    "clipped": (Clipped, (9, 11, 13, 16), True, 1),
    "dense": (Dense, (11, 16), True, 2),
    "pools": (Pools, (11, 13, 16), True, 1),
    "tokens": (Tokens, (9, 11, 13, 16), True, 1),
    "shuffle": (Shuffle, (9, 11, 13), True, 1),
}


def randomize_statistics(module):
    for layer in module.modules():
        if isinstance(layer, nn.BatchNorm2d):
            nn.init.uniform_(layer.weight, 0.5, 1.5)
            nn.init.normal_(layer.bias, 0.0, 0.3)
            nn.init.normal_(layer.running_mean, 0.0, 0.3)
            nn.init.uniform_(layer.running_var, 0.3, 2.0)


def main():
    folder = pathlib.Path(__file__).parent / "fixtures"
    folder.mkdir(exist_ok=True)
    warnings.filterwarnings("ignore")
    for seed, (name, (factory, opsets, is_dynamic, images)) in enumerate(FIXTURES.items()):
        torch.manual_seed(seed)
        model = factory().eval()
        randomize_statistics(model)
        pixels = torch.randint(0, 256, (2, *SHAPE))
        x = pixels.float() / 256
        with torch.no_grad():
            logits = model(x)
        for opset in opsets:
            # Batch norm is left alone in the newest file, folded into convolutions in the others.
            training = torch.onnx.TrainingMode.PRESERVE if opset == 16 else torch.onnx.TrainingMode.EVAL
            torch.onnx.export(
                model, x[:images], str(folder / f"{name}_{opset}.onnx"), opset_version=opset, training=training,
                input_names=["image"], output_names=["scores"], do_constant_folding=opset != 16,
                dynamic_axes={"image": {0: "n"}, "scores": {0: "n"}} if is_dynamic else None)
        rows = [[float(f"{value:.7g}") for value in row] for row in logits.tolist()]
        text = json.dumps({"files": [f"{name}_{opset}.onnx" for opset in opsets], "shape": list(SHAPE),
                           "images": [image.flatten().tolist() for image in pixels], "logits": rows},
                          separators=(",", ":"))
        (folder / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
