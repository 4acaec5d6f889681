#!/usr/bin/env python3
"""Brings PyTorch models to certus: checkpoints of the field to safetensors, modules to ONNX."""
import argparse
import ast
import collections
import importlib
import io
import json
import os
import pathlib
import pickle
import re
import struct
import sys
import tempfile
import zipfile

try:
    import torch
except ImportError:
    sys.exit("from_pytorch: PyTorch is missing (Debian: python3-torch, otherwise pip install torch)")

EXAMPLES = """examples:
  # a checkpoint of the field, {'arch': 'cifar_resnet110', 'state_dict': ...}
  tools/from_pytorch.py weights checkpoint.pth.tar --normalize cifar10 -o model.safetensors
  # a bare state_dict, which says nothing about itself
  tools/from_pytorch.py weights weights.pth --arch resnet50 --normalize imagenet -o model.safetensors
  # any module: FACTORY of MODULE is called and what it returns is exported
  tools/from_pytorch.py onnx torchvision.models:vgg11_bn --arg num_classes=10 --shape 3,32,32 -o vgg.onnx
  tools/from_pytorch.py onnx my_models:make --checkpoint best.pth --normalize cifar10 --shape 3,32,32 -o my.onnx

A PyTorch file is a pickle, and unpickling can run any program. Only what tensors need is allowed here, anything
else is refused by its name; --trust loads such a file all the same. `onnx` runs the code of MODULE."""

NORMALIZATIONS = {
    "cifar10": ([0.4914, 0.4822, 0.4465], [0.2023, 0.1994, 0.2010]),
    "cifar100": ([0.5071, 0.4867, 0.4408], [0.2675, 0.2565, 0.2761]),
    "imagenet": ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]),
}
ARCHITECTURES = re.compile(r"cifar_resnet\d+|resnet(18|34|50)|lenet")
# Sequential(normalize, network), either of them or both within DataParallel.
PREFIXES = ("module.1.module.", "module.1.", "1.module.", "1.", "module.")
NORMALIZERS = ("0.means", "0.sds", "0.mean", "0.std", "0.module.means", "0.module.sds")


def fail(*parts):
    sys.exit("from_pytorch: " + "".join(str(part) for part in parts).replace("\n", " "))


# ---- reading a pickle without running it --------------------------------------------------------------------
# torch.load is not asked: some versions (1.13) ignore the pickle_module they are given, and weights_only was
# broken until 2.6. Both formats are simple: a pickle that refers to storages by key, and their bytes.

DTYPES = {"FloatStorage": torch.float32, "DoubleStorage": torch.float64, "HalfStorage": torch.float16,
          "BFloat16Storage": torch.bfloat16, "LongStorage": torch.int64, "IntStorage": torch.int32,
          "ShortStorage": torch.int16, "CharStorage": torch.int8, "ByteStorage": torch.uint8,
          "BoolStorage": torch.bool}
LEGACY_MAGIC = 0x1950a86a20f9469cfc6c


class Refused(Exception):
    pass


class Damaged(Exception):
    pass


def rebuild_tensor(storage, offset, size, stride, *_):
    """A view of a storage; what it would read beyond its end is refused."""
    if not isinstance(storage, torch.Tensor) or len(size) != len(stride) or min((offset, *size, *stride), default=0) < 0:
        raise Damaged("a tensor without storage or with negative sizes")
    last = offset + sum((length - 1) * step for length, step in zip(size, stride))
    if 0 not in size and last >= storage.numel():
        raise Damaged(f"a tensor of shape {tuple(size)} beyond the {storage.numel()} numbers of its storage")
    return storage.as_strided(tuple(size), tuple(stride), offset)


class TensorUnpickler(pickle.Unpickler):
    """Tensors, dictionaries, lists, numbers and texts; the name of anything else is an error."""

    ALLOWED = {
        ("collections", "OrderedDict"): collections.OrderedDict,
        ("torch._utils", "_rebuild_tensor"): rebuild_tensor,
        ("torch._utils", "_rebuild_tensor_v2"): rebuild_tensor,
        ("torch._utils", "_rebuild_parameter"): lambda data, *_: data,
        ("torch", "Size"): tuple,
        ("torch", "device"): lambda *_: None,
    }

    def __init__(self, file, storage_of=None):
        super().__init__(file, encoding="utf-8")
        self.storage_of = storage_of

    def find_class(self, module, name):
        if (module, name) in self.ALLOWED:
            return self.ALLOWED[module, name]
        if module in ("torch", "torch.cuda", "torch.storage") and name in DTYPES:
            return DTYPES[name]
        raise Refused(f"{module}.{name}")

    def persistent_load(self, key):
        if self.storage_of is None or not isinstance(key, tuple) or len(key) < 5 or key[0] != "storage":
            raise Damaged("a reference to something that is not a storage")
        if not isinstance(key[1], torch.dtype) or not isinstance(key[4], int) or key[4] < 0:
            raise Damaged("a storage without type or size")
        if len(key) > 5 and key[5] is not None:
            raise Damaged("a view of a storage, as PyTorch before 0.4 wrote it")
        return self.storage_of(str(key[2]), key[1], key[4])


def item_size(dtype):
    return torch.empty(0, dtype=dtype).element_size()


def numbers_of(content, dtype, count):
    if len(content) != count * item_size(dtype):
        raise Damaged(f"a storage of {len(content)} bytes, expected {count * item_size(dtype)}")
    return torch.frombuffer(bytearray(content), dtype=dtype) if count else torch.empty(0, dtype=dtype)


def load_zip(path):
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        if any(name.endswith("constants.pkl") for name in names):
            raise Damaged("a TorchScript program, expected a checkpoint or a state_dict")
        pickles = [name for name in names if name.endswith("data.pkl")]
        if len(pickles) != 1:
            raise Damaged("a zip archive without data.pkl, expected a PyTorch file")
        root = pickles[0][:-len("data.pkl")]
        if root + "byteorder" in names and archive.read(root + "byteorder") != b"little":
            raise Damaged("numbers in big-endian order")
        storages = {}

        def storage_of(key, dtype, count):
            if key not in storages:
                # Stored, not compressed: a small file cannot become a huge one.
                if archive.getinfo(root + "data/" + key).compress_type != zipfile.ZIP_STORED:
                    raise Damaged("a compressed storage")
                storages[key] = numbers_of(archive.read(root + "data/" + key), dtype, count)
            return storages[key]

        return TensorUnpickler(io.BytesIO(archive.read(pickles[0])), storage_of).load()


def load_legacy(path):
    content = path.read_bytes()
    file = io.BytesIO(content)
    if TensorUnpickler(file).load() != LEGACY_MAGIC:
        raise Damaged("a pickle without the mark of PyTorch")
    TensorUnpickler(file).load()  # version of the format
    TensorUnpickler(file).load()  # sizes of types on the machine that wrote it
    storages = {}

    def storage_of(key, dtype, count):
        if count * item_size(dtype) > len(content):
            raise Damaged(f"a storage of {count} numbers, more than the file holds")
        return storages.setdefault(key, torch.zeros(count, dtype=dtype))  # filled below

    checkpoint = TensorUnpickler(file, storage_of).load()
    for key in TensorUnpickler(file).load():
        storage = storages.get(str(key))
        count = int.from_bytes(file.read(8), "little")
        if storage is None or count != storage.numel():
            raise Damaged(f"{count} numbers for storage {key}, expected {0 if storage is None else storage.numel()}")
        storage.copy_(numbers_of(file.read(count * item_size(storage.dtype)), storage.dtype, count))
    return checkpoint


def load_checkpoint(path, trust):
    if not path.is_file():
        fail(path, ": is not a file")
    try:
        if trust:
            return torch.load(path, map_location="cpu", weights_only=False)
        return load_zip(path) if zipfile.is_zipfile(path) else load_legacy(path)
    except Refused as refused:
        fail(path, ": contains ", refused, ", which is not a tensor and could run any program; ",
             "use --trust if you trust where the file comes from")
    except Damaged as damaged:
        fail(path, ": holds ", damaged)
    except Exception as error:  # whatever a damaged file makes pickle and zipfile raise
        fail(path, ": cannot be read as a PyTorch file: ", type(error).__name__, ": ", error)


def state_dict_of(path, checkpoint):
    if isinstance(checkpoint, torch.nn.Module):  # only with --trust
        checkpoint = checkpoint.state_dict()
    if not isinstance(checkpoint, dict):
        fail(path, ": holds a ", type(checkpoint).__name__, ", expected a dictionary with 'state_dict'")
    for key in ("state_dict", "model_state_dict", "model", "net"):
        if isinstance(checkpoint.get(key), dict):
            return checkpoint[key]
    if checkpoint and all(isinstance(value, torch.Tensor) for value in checkpoint.values()):
        return checkpoint
    fail(path, ": has the keys ", ", ".join(map(repr, list(checkpoint)[:8])), "; expected 'state_dict'")


def without_prefix(path, tensors):
    """Weights under their own names, and the (mean, std) that the file keeps for its normalization layer."""
    prefix = next((p for p in PREFIXES if any(key.startswith(p) for key in tensors)), "")
    outer = "module." if prefix.startswith("module.1.") else ""
    weights, constants = {}, {}
    for key, value in tensors.items():
        if not isinstance(value, torch.Tensor):
            fail(path, ": '", key, "' is a ", type(value).__name__, ", expected a tensor")
        if key.endswith("num_batches_tracked"):
            continue
        if key.startswith(prefix):
            weights[key[len(prefix):]] = value.detach()
        elif key[len(outer):] in NORMALIZERS and key.startswith(outer):
            constants[key.split(".")[-1]] = value.detach().flatten().tolist()
        else:
            fail(path, ": '", key, "' does not begin with '", prefix, "' as the others do")
    mean = constants.get("means", constants.get("mean"))
    std = constants.get("sds", constants.get("std"))
    return weights, (mean, std) if mean and std else None


# ---- weights ------------------------------------------------------------------------------------------------

def write_file(path, content, force):
    if path.exists() and not force:
        fail(path, ": exists already; nothing is overwritten unless --force is given")
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except OSError as error:
        fail(path, ": cannot be written: ", error.strerror)


def safetensors_bytes(tensors, metadata):
    header, data, offset = {"__metadata__": metadata}, [], 0
    for name in sorted(tensors):
        content = tensors[name].to(torch.float32).contiguous().numpy().astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensors[name].shape),
                        "data_offsets": [offset, offset + len(content)]}
        data.append(content)
        offset += len(content)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(data)


def check_normalization(text):
    if text in NORMALIZATIONS or text == "none":
        return text
    halves = text.split("/")
    try:
        mean, std = ([float(number) for number in half.split(",")] for half in halves)
    except ValueError:
        mean, std = [], []
    if not mean or len(mean) != len(std) or min(std) <= 0:
        fail("--normalize ", text, " is not known; expected ", ", ".join(NORMALIZATIONS),
             ", none, or numbers as 0.5,0.5,0.5/0.25,0.25,0.25")
    return text


def normalization_of(options, path, constants):
    """What the file holds or the option says; None when neither does: a guess could certify another network."""
    if constants:
        text = "/".join(",".join(f"{value:.9g}" for value in half) for half in constants)
        named = [name for name, (mean, std) in NORMALIZATIONS.items()
                 if all(abs(a - b) < 1e-6 for a, b in zip(constants[0] + constants[1], mean + std))]
        text = named[0] if named else text
        if options.normalize and options.normalize != text:
            fail(path, ": holds the normalization ", text, ", --normalize says ", options.normalize)
        return text
    if options.normalize:
        return check_normalization(options.normalize)
    return None


def convert_weights(options):
    path = pathlib.Path(options.checkpoint)
    checkpoint = load_checkpoint(path, options.trust)
    weights, constants = without_prefix(path, state_dict_of(path, checkpoint))
    told = checkpoint.get("arch") if isinstance(checkpoint, dict) else None
    if told is not None and options.arch and told != options.arch:
        fail(path, ": its architecture is '", told, "', --arch says '", options.arch, "'")
    architecture = options.arch or told
    if architecture is None:
        fail(path, ": does not name its architecture; give --arch, e.g. --arch cifar_resnet110")
    if not isinstance(architecture, str) or not ARCHITECTURES.fullmatch(architecture):
        fail(path, ": architecture '", architecture, "' is not one of cifar_resnet<depth>, resnet18, resnet34, ",
             "resnet50, lenet; any other is brought over as ONNX")
    last = "fc2.bias" if architecture == "lenet" else "fc.bias"
    if last not in weights:
        fail(path, ": has no '", last, "', expected the weights of ", architecture)
    for name, value in weights.items():
        if not value.is_floating_point():
            fail(path, ": '", name, "' is of type ", value.dtype, ", expected floating-point weights")
        if not torch.isfinite(value).all():
            fail(path, ": '", name, "' holds NaN or infinity; a diverged training or a damaged file")
    classes = weights[last].numel()
    normalization = normalization_of(options, path, constants)
    metadata = {"format": "pt", "certus.arch": architecture, "certus.classes": str(classes)}
    if normalization:
        metadata["certus.normalize"] = normalization
    write_file(pathlib.Path(options.output), safetensors_bytes(weights, metadata), options.force)
    count = sum(value.numel() for value in weights.values())
    print(f"{options.output}: {architecture}, {classes} classes, {count} numbers, normalization "
          + (normalization or "not known: certus will ask for --normalize"))


# ---- modules ------------------------------------------------------------------------------------------------

class Normalized(torch.nn.Module):
    def __init__(self, network, mean, std):
        super().__init__()
        self.network = network
        self.register_buffer("mean", torch.tensor(mean).view(-1, 1, 1))
        self.register_buffer("std", torch.tensor(std).view(-1, 1, 1))

    def forward(self, x):
        return self.network((x - self.mean) / self.std)


def make_module(options):
    module_name, separator, factory_name = options.factory.partition(":")
    if not separator or not factory_name:
        fail(options.factory, ": expected MODULE:FACTORY, e.g. torchvision.models:resnet18")
    sys.path.insert(0, os.getcwd())
    try:
        factory = getattr(importlib.import_module(module_name), factory_name)
    except (ImportError, AttributeError) as error:
        fail(options.factory, ": ", error)
    arguments = {}
    for text in options.arg:
        key, separator, value = text.partition("=")
        if not separator:
            fail("--arg ", text, ": expected NAME=VALUE")
        try:
            arguments[key] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            arguments[key] = value
    try:
        model = factory(**arguments)
    except Exception as error:  # the factory is not ours
        fail(options.factory, ": ", type(error).__name__, ": ", error)
    if not isinstance(model, torch.nn.Module):
        fail(options.factory, ": gives a ", type(model).__name__, ", expected a torch.nn.Module")
    return model


def export_module(options):
    output = pathlib.Path(options.output)
    if output.exists() and not options.force:
        fail(output, ": exists already; nothing is overwritten unless --force is given")
    try:
        shape = [int(size) for size in options.shape.split(",")]
    except ValueError:
        shape = []
    if len(shape) != 3 or min(shape) < 1:
        fail("--shape ", options.shape, ": expected channels,height,width, e.g. 3,32,32")
    model = make_module(options)
    if options.checkpoint:
        path = pathlib.Path(options.checkpoint)
        weights, constants = without_prefix(path, state_dict_of(path, load_checkpoint(path, options.trust)))
        if constants:
            fail(path, ": holds a normalization beside the network; give it as --normalize and a file without it")
        wanted = {key for key in model.state_dict() if not key.endswith("num_batches_tracked")}
        for missing in sorted(wanted - set(weights)):
            fail(path, ": '", missing, "' of the module is missing")
        for extra in sorted(set(weights) - wanted):
            fail(path, ": '", extra, "' is not one of the module")
        try:
            model.load_state_dict(weights, strict=False)
        except RuntimeError as error:
            fail(path, ": ", error)
    if options.normalize and check_normalization(options.normalize) != "none":
        mean, std = NORMALIZATIONS.get(options.normalize) or (
            [float(number) for number in half.split(",")] for half in options.normalize.split("/"))
        model = Normalized(model, mean, std)
    model.eval()
    with tempfile.TemporaryDirectory() as folder:
        temporary = pathlib.Path(folder) / "model.onnx"
        try:
            torch.onnx.export(model, torch.rand(1, *shape), str(temporary), opset_version=options.opset,
                              input_names=["input"], output_names=["logits"],
                              dynamic_axes={"input": {0: "batch"}, "logits": {0: "batch"}})
        except Exception as error:  # whatever tracing a module makes torch raise
            fail(options.factory, ": cannot be exported: ", str(error).strip().split("\n")[0])
        write_file(output, temporary.read_bytes(), options.force)
    print(f"{output}: opset {options.opset}, input {options.shape}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True, metavar="weights|onnx")
    weights = commands.add_parser("weights", help="a checkpoint of a known architecture to safetensors",
                                  epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    weights.add_argument("checkpoint", help="PyTorch file: {'arch', 'state_dict'} or a state_dict")
    weights.add_argument("--arch", help="of files that do not name theirs: cifar_resnet110, resnet50, ...")
    onnx = commands.add_parser("onnx", help="any module to ONNX", epilog=EXAMPLES,
                               formatter_class=argparse.RawDescriptionHelpFormatter)
    onnx.add_argument("factory", metavar="MODULE:FACTORY", help="function or class that gives the module")
    onnx.add_argument("--arg", action="append", default=[], metavar="NAME=VALUE", help="argument of the factory")
    onnx.add_argument("--shape", required=True, help="of one image: channels,height,width")
    onnx.add_argument("--checkpoint", help="weights to load into the module")
    onnx.add_argument("--opset", type=int, default=13, choices=range(9, 18), metavar="9..17", help="default 13")
    for command in (weights, onnx):
        command.add_argument("-o", "--output", required=True)
        command.add_argument("--normalize", help="cifar10, cifar100, imagenet, none, or mean/std numbers")
        command.add_argument("--trust", action="store_true", help="load the PyTorch file whatever it runs")
        command.add_argument("--force", action="store_true", help="replace an existing output")
    options = parser.parse_args()
    convert_weights(options) if options.command == "weights" else export_module(options)


if __name__ == "__main__":
    main()
