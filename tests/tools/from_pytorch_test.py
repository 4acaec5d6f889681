#!/usr/bin/env python3
"""Tests of tools/from_pytorch.py on checkpoints made here. Exit 77 (skipped) without PyTorch."""
import collections
import contextlib
import importlib.util
import io
import json
import os
import pathlib
import pickle
import struct
import sys
import tempfile
import unittest

try:
    import torch
except ImportError:
    print("PyTorch is absent: skipped")
    sys.exit(77)

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "from_pytorch.py"
specification = importlib.util.spec_from_file_location("from_pytorch", TOOL)
tool = importlib.util.module_from_spec(specification)
specification.loader.exec_module(tool)


def read_safetensors(path):
    content = path.read_bytes()
    length = struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8:8 + length])
    metadata = header.pop("__metadata__")
    data = content[8 + length:]
    tensors, end = {}, 0
    for name, entry in header.items():
        assert entry["dtype"] == "F32" and entry["data_offsets"][0] == end
        end = entry["data_offsets"][1]
        numbers = torch.frombuffer(bytearray(data[entry["data_offsets"][0]:end]), dtype=torch.float32)
        tensors[name] = numbers.reshape(entry["shape"])
    assert end == len(data)
    return tensors, metadata


class Evil:
    def __reduce__(self):
        return os.mkdir, (str(Evil.target),)


class FromPyTorch(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        torch.manual_seed(1)
        self.weights = {"conv1.weight": torch.randn(4, 3, 3, 3), "bn1.weight": torch.rand(4),
                        "bn1.running_var": torch.rand(4), "fc.weight": torch.randn(10, 4), "fc.bias": torch.randn(10)}

    def tearDown(self):
        self.temporary.cleanup()

    def run_tool(self, *arguments, code=0):
        """What it prints, or the one line it ends with. In this process: importing PyTorch takes seconds."""
        out, here = io.StringIO(), os.getcwd()
        error = None
        try:
            os.chdir(self.folder)
            sys.argv = ["from_pytorch.py", *map(str, arguments)]
            with contextlib.redirect_stdout(out):
                tool.main()
        except SystemExit as ended:
            error = str(ended.code)
        finally:
            os.chdir(here)
        self.assertEqual(error is not None, code != 0, error)
        if code:
            self.assertNotIn("\n", error)
        return error if code else out.getvalue()

    def save(self, prefix, arch="cifar_resnet20", legacy=False, **more):
        state = collections.OrderedDict((prefix + key, value) for key, value in self.weights.items())
        state[prefix + "bn1.num_batches_tracked"] = torch.tensor(5)
        checkpoint = {"epoch": 90, "state_dict": state, "optimizer": {"state": {}, "param_groups": [{"lr": 0.1}]}}
        if arch:
            checkpoint["arch"] = arch
        checkpoint.update(more)
        path = self.folder / "checkpoint.pth.tar"
        torch.save(checkpoint, path, _use_new_zipfile_serialization=not legacy)
        return path

    def test_prefixes_of_the_field_are_taken_off(self):
        for legacy in (False, True):
            for prefix in ("1.", "1.module.", "module.1.", "module.1.module."):
                path = self.save(prefix, legacy=legacy)
                output = self.folder / "model.safetensors"
                text = self.run_tool("weights", path, "-o", output, "--normalize", "cifar10", "--force")
                self.assertIn("cifar_resnet20, 10 classes", text)
                tensors, metadata = read_safetensors(output)
                self.assertEqual(metadata, {"format": "pt", "certus.arch": "cifar_resnet20", "certus.classes": "10",
                                            "certus.normalize": "cifar10"})
                self.assertEqual(set(tensors), set(self.weights))
                for name, value in self.weights.items():
                    self.assertTrue(torch.equal(tensors[name], value), name)

    def test_a_normalization_that_nobody_names_is_not_guessed(self):
        for prefix in ("1.", "", "module."):
            path = self.save(prefix)
            text = self.run_tool("weights", path, "-o", "m.safetensors", "--force")
            self.assertIn("normalization not known: certus will ask for --normalize", text)
            _, metadata = read_safetensors(self.folder / "m.safetensors")
            self.assertNotIn("certus.normalize", metadata)
        error = self.run_tool("weights", path, "-o", "n.safetensors", "--normalize", "cifar", code=1)
        self.assertIn("--normalize cifar is not known", error)

    def test_constants_kept_in_the_file_are_used(self):
        path = self.save("1.")
        checkpoint = torch.load(path)
        checkpoint["state_dict"]["0.means"] = torch.tensor([0.5, 0.5, 0.5])
        checkpoint["state_dict"]["0.sds"] = torch.tensor([0.25, 0.25, 0.25])
        torch.save(checkpoint, path)
        self.run_tool("weights", path, "-o", "m.safetensors")
        _, metadata = read_safetensors(self.folder / "m.safetensors")
        self.assertEqual(metadata["certus.normalize"], "0.5,0.5,0.5/0.25,0.25,0.25")

    def test_a_program_in_a_pickle_does_not_run(self):
        Evil.target = self.folder / "pwned"
        for legacy in (False, True):
            path = self.save("1.", legacy=legacy, extra=Evil())
            error = self.run_tool("weights", path, "-o", "m.safetensors", code=1)
            self.assertIn("contains posix.mkdir, which is not a tensor", error)
            self.assertIn("--trust", error)
        path = self.folder / "plain.pkl"
        path.write_bytes(pickle.dumps(Evil()))
        error = self.run_tool("weights", path, "-o", "m.safetensors", code=1)
        self.assertIn("contains posix.mkdir", error)
        self.assertFalse(Evil.target.exists())
        self.assertFalse((self.folder / "m.safetensors").exists())
        path = self.save("1.", extra=Evil())
        self.run_tool("weights", path, "-o", "m.safetensors", "--trust")
        self.assertTrue(Evil.target.exists())

    def test_whole_modules_are_refused_by_name(self):
        path = self.folder / "module.pth"
        torch.save(torch.nn.Linear(2, 2), path)
        error = self.run_tool("weights", path, "-o", "m.safetensors", code=1)
        self.assertIn("torch.nn.modules.linear.Linear", error)

    def test_errors_are_one_line(self):
        self.assertIn("architecture 'wide_resnet' is not one of",
                      self.run_tool("weights", self.save("1.", arch="wide_resnet"), "-o", "m", code=1))
        self.save("1.", arch=None)
        self.assertIn("does not name its architecture",
                      self.run_tool("weights", self.folder / "checkpoint.pth.tar", "-o", "m", code=1))
        self.assertIn("--arch says 'resnet50'",
                      self.run_tool("weights", self.save("1."), "--arch", "resnet50", "-o", "m", code=1))
        garbage = self.folder / "garbage.pth"
        for content in (b"", b"\x00" * 100, b"idx\tlabel\n", bytes(range(256)) * 8):
            garbage.write_bytes(content)
            self.assertIn("garbage.pth", self.run_tool("weights", garbage, "-o", "m", code=1))
        for legacy in (False, True):
            whole = self.save("1.", legacy=legacy).read_bytes()
            for length in (10, len(whole) // 2, len(whole) - 10):
                garbage.write_bytes(whole[:length])
                self.assertIn("garbage.pth", self.run_tool("weights", garbage, "-o", "m", code=1))
        self.weights["fc.bias"][3] = float("nan")
        self.assertIn("'fc.bias' holds NaN", self.run_tool("weights", self.save("1."), "-o", "m", code=1))
        self.assertIn("is not a file", self.run_tool("weights", "absent", "-o", "m", code=1))
        self.assertFalse((self.folder / "m").exists())

    def test_nothing_is_overwritten(self):
        output = self.folder / "m.safetensors"
        output.write_text("precious")
        self.assertIn("exists already", self.run_tool("weights", self.save("1."), "-o", output, code=1))
        self.assertEqual(output.read_text(), "precious")

    def test_a_module_becomes_onnx(self):
        (self.folder / "my_models.py").write_text(
            "import torch.nn as nn\n"
            "def make(width=4, classes=10):\n"
            "    return nn.Sequential(nn.Conv2d(3, width, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(),\n"
            "                         nn.Linear(width, classes))\n")
        sys.path.insert(0, str(self.folder))
        import my_models
        model = my_models.make(width=6)
        torch.save({"state_dict": {"module." + k: v for k, v in model.state_dict().items()}}, self.folder / "w.pth")
        self.run_tool("onnx", "my_models:make", "--arg", "width=6", "--shape", "3,8,8", "--checkpoint", "w.pth",
                      "--normalize", "cifar10", "-o", "m.onnx")
        self.assertGreater((self.folder / "m.onnx").stat().st_size, 500)
        self.assertIn("is missing", self.run_tool("onnx", "my_models:absent", "--shape", "3,8,8", "-o", "n.onnx",
                                                  code=1).replace("has no attribute", "is missing"))
        self.assertIn("expected channels,height,width",
                      self.run_tool("onnx", "my_models:make", "--shape", "3,8", "-o", "n.onnx", code=1))
        self.assertIn("w.pth", self.run_tool("onnx", "my_models:make", "--shape", "3,8,8", "--checkpoint", "w.pth",
                                             "-o", "n.onnx", code=1))


if __name__ == "__main__":
    unittest.main()
