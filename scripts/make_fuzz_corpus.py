#!/usr/bin/env python3
"""Makes the first inputs of the fuzzers, fuzz/corpus/<target>/: scripts/make_fuzz_corpus.py build/certus

A few files of each kind, as small as they come: what the program writes itself, and by hand what comes from elsewhere.
Inputs that once were findings (crash-*) stay."""
import gzip, io, json, pathlib, shutil, struct, subprocess, sys, tarfile, tempfile, zlib

root = pathlib.Path(__file__).resolve().parent.parent
program = str(pathlib.Path(sys.argv[1]).resolve())
corpus = root / "fuzz" / "corpus"
BETWEEN = b"%%%%\n"  # two files in one input, see fuzz/targets/input.h


def put(target, name, content):
    folder = corpus / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)


def run(*words):
    subprocess.run([program, *words], check=True, cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def pair(table):
    return (work / table).read_bytes() + BETWEEN + (work / table).with_suffix(".json").read_bytes()


def idx(count, side=28):
    return (struct.pack(">IIII", 2051, count, side, side) + bytes(count * side * side),
            struct.pack(">II", 2049, count) + bytes(i % 10 for i in range(count)))


def safetensors(tensors, metadata):
    header, data = {"__metadata__": metadata}, b""
    for name, (kind, shape, content) in tensors.items():
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def png(width, height, depth, colour, rows):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def npy(kind, count, content):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({count},), }}"
    header = header.ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + content


for old in corpus.glob("*/*"):
    if not old.name.startswith("crash-"):
        old.unlink()

with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    images, labels = idx(12)
    for half in ("train", "t10k"):
        (work / "mnist").mkdir(exist_ok=True)
        (work / "mnist" / f"{half}-images-idx3-ubyte").write_bytes(images)
        (work / "mnist" / f"{half}-labels-idx1-ubyte").write_bytes(labels)
    data = ["--data", "mnist", "--data-dir", ".", "--no-verify", "--sigma", "0.5", "--threads", "1"]

    run("simulate", "--images", "12", "--sigma", "0.5", "--n", "1000", "-o", "log.tsv")
    put("log", "record", pair("log.tsv"))
    run("simulate", "--images", "12", "--sigma", "0.5", "--n", "1000", "--style", "field", "-o", "field.tsv")
    put("log", "field", (work / "field.tsv").read_bytes())
    run("model", "new", "lenet", "-o", "m.safetensors")
    for name, more in {"certify": [], "at": ["--at", "0.25,0.5"], "width": ["--width", "0.4"], "sound": ["--sound"],
                       "randomized": ["--radius", "randomized"], "two_class": ["--radius", "two-class"],
                       "transfer": ["--transfer", "int8"]}.items():
        run("certify", "m.safetensors", *data, "--n", "200", "--n0", "20", "--max", "6", "--seed", "1",
            "--no-time", *more, "-o", name + ".tsv")
        put("log", name, pair(name + ".tsv"))
    run("predict", "m.safetensors", *data, "--n", "200", "--max", "6", "--seed", "1", "--no-time", "-o", "predict.tsv")
    put("log", "predict", pair("predict.tsv"))
    [scales] = work.glob("m*.json")
    put("int8_scales", "lenet", scales.read_bytes())
    for command in ("p-correct", "soft-labels"):
        run(command, "m.safetensors", *data, "--samples", "20", "-o", "table.tsv", "--force")
        put("estimates", command, pair("table.tsv"))

for at in (1, 4):
    put("idx", f"{at}-images", idx(at)[0] + BETWEEN + idx(at)[1])
put("cifar", "cifar10", bytes([3]) + bytes(3072))
put("cifar", "cifar100", bytes([3, 70]) + bytes(3072))

f32 = struct.pack("<4f", 1, 2, 3, 4)
put("safetensors", "kinds", safetensors(
    {"a": ("F32", [2, 2], f32), "b": ("F16", [2], bytes(4)), "c": ("BF16", [2], bytes(4)), "d": ("F64", [1], bytes(8)),
     "e": ("I64", [], bytes(8))}, {"certus.arch": "lenet", "certus.normalize": "none"}))
put("safetensors", "checkpoint", safetensors(
    {"model.a": ("F32", [4], f32), "velocity.a": ("F32", [4], f32)},
    {"certus.checkpoint": "1", "epoch": "1", "next_batch": "0", "step": "4", "loss_sum": "0.5", "digest": "0"}))
for name in ("normalized_11", "clipped_13", "dense_16", "grouped_9", "tokens_16", "shuffle_9", "pools_11"):
    put("onnx", name, (root / "tests" / "model" / "fixtures" / f"{name}.onnx").read_bytes())

encoded = json.loads((root / "tests" / "golden" / "pillow.json").read_text())["encoded"]
for picture in encoded:
    put("picture", picture["name"], bytes.fromhex(picture["hex"]))
put("picture", "png_16_bit", png(3, 2, 16, 2, b"".join(b"\0" + bytes(18) for _ in range(2))))

packed = gzip.compress(b"some text\n" * 9, mtime=0)
put("packed", "gz", packed)
put("packed", "two_gz", packed + packed)
put("packed", "labels", "[3,8,8,0]")
tar = io.BytesIO()
with tarfile.open(fileobj=tar, mode="w") as archive:
    for name in ("a", "../evil", "b"):
        entry = tarfile.TarInfo(name)
        entry.size = 5
        archive.addfile(entry, io.BytesIO(b"aaaaa"))
put("packed", "tar_gz", gzip.compress(tar.getvalue(), mtime=0))

put("npy", "f4", npy("<f4", 4, struct.pack("<4f", 0, 0.5, 0.25, 1)))
put("npy", "f8", npy("<f8", 4, struct.pack("<4d", 0, 0.5, 0.25, 1)))
put("printed_curve", "accuracy", "# from a paper\nradius,accuracy\n0,67.2\n0.25,52.1\n0.5,40\n")
put("printed_curve", "p_a", "x\ty\n0.5\t0.9\n0.75\t0.5\n1\t0\n")
put("population", "constant", "constant:0.9")
put("population", "beta", "beta:8,2")
put("population", "listed", "# p_A\n0.9\n0.25\n1\n0\n")
put("csv", "training", "epoch,step,seconds,lr,train_loss\n0,10,1.5,0.1,2.3\n1,20,1.5,0.1,\n")
put("csv", "quoted", 'a,"b ""c"", d"\n1,"2"\n')
put("csv", "survey", "work,method,uses_acr,universal_improvement,claims_sota,customized_model\nx,y,yes,no,yes,no\n")

for preset in ("cifar10/gaussian-0.50", "cifar10/desk/easy-focus-0.50"):
    put("settings", preset.replace("/", "_"), (root / "presets" / f"{preset}.toml").read_bytes())
put("settings", "whole", """data.name = "mnist"
model.arch = "lenet"
noise.sigma = 0.5
train = { method = "gaussian", epochs = 2, batch = 64 }
[optimizer]
schedule = "step"
lr = 1e-2
[test]
every = 0
""")
put("settings", "kinds", 'include = ["a", "b"]\nx = [1, 0x2, 3.5, nan, true]\ny = """a\nb"""\nz.w = 1979-05-27\n[[t]]\n')
put("experiment", "all", """title = "x"
[desk]
presets = "mnist/desk"
[desk.train]
train.epochs = 2
[desk.certify]
skip = 24
n = 200
[[cells]]
preset = "gaussian"
sigma = [0.25, 0.5]
seeds = [0, 1]
[[cells]]
name = "steps"
preset = "easy-focus"
sigma = 0.5
[cells.train]
sphere_attack.steps = [1, 2]
[[outputs]]
file = "table.md"
command = "table {records} --by sphere_attack.steps --format 'markdown'"
cells = ["steps"]
""")
