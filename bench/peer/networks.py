"""The networks of certus in plain PyTorch, under the names of the field's checkpoints: peers to measure against."""
import torch
import torch.nn as nn


class BasicBlock(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = None
        if stride != 1 or inputs != outputs:
            self.downsample = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        shortcut = x if self.downsample is None else self.downsample(x)
        x = self.relu(self.bn1(self.conv1(x)))
        return self.relu(self.bn2(self.conv2(x)) + shortcut)


class CifarResNet(nn.Module):
    def __init__(self, depth, classes=10):
        super().__init__()
        blocks = (depth - 2) // 6
        self.conv1 = nn.Conv2d(3, 16, 3, 1, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(16)
        self.relu = nn.ReLU(inplace=True)
        self.layer1 = self.stage(16, 16, blocks, 1)
        self.layer2 = self.stage(16, 32, blocks, 2)
        self.layer3 = self.stage(32, 64, blocks, 2)
        self.avgpool = nn.AvgPool2d(8)
        self.fc = nn.Linear(64, classes)

    @staticmethod
    def stage(inputs, outputs, blocks, stride):
        first = BasicBlock(inputs, outputs, stride)
        return nn.Sequential(first, *[BasicBlock(outputs, outputs, 1) for _ in range(blocks - 1)])

    def forward(self, x):
        x = self.layer3(self.layer2(self.layer1(self.relu(self.bn1(self.conv1(x))))))
        return self.fc(torch.flatten(self.avgpool(x), 1))


class LeNet(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 20, 5)
        self.conv2 = nn.Conv2d(20, 50, 5)
        self.fc1 = nn.Linear(800, 500)
        self.fc2 = nn.Linear(500, classes)

    def forward(self, x):
        x = torch.max_pool2d(torch.relu(self.conv1(x)), 2)
        x = torch.max_pool2d(torch.relu(self.conv2(x)), 2)
        return self.fc2(torch.relu(self.fc1(torch.flatten(x, 1))))


class Normalize(nn.Module):
    def __init__(self, mean, std):
        super().__init__()
        self.register_buffer("mean", torch.tensor(mean).view(1, -1, 1, 1))
        self.register_buffer("std", torch.tensor(std).view(1, -1, 1, 1))

    def forward(self, x):
        return (x - self.mean) / self.std


def network(arch):
    """The network with its normalization, ready for weights, and the shape of its images."""
    if arch == "lenet":
        return LeNet(), nn.Identity(), (1, 28, 28)
    if arch.startswith("cifar_resnet"):
        return (CifarResNet(int(arch[len("cifar_resnet"):])),
                Normalize([0.4914, 0.4822, 0.4465], [0.2023, 0.1994, 0.2010]), (3, 32, 32))
    import torchvision
    return (getattr(torchvision.models, arch)(), Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]),
            (3, 224, 224))
