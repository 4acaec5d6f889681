#!/ usr / bin / env python3
"""Every input of fuzz/corpus, as the files that it stands for, is given to every command that could meet such a file.

    corpus_at_commands.py certus fuzz/corpus

A command may answer (0), refuse (1) or be interrupted (130), with one line for each that it refuses. Another code is
an internal error, and a signal is a fault, too: the one at the end of a minute of the processor among them."""
import concurrent.futures, os, pathlib, resource, subprocess, sys, tempfile

program, corpus = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
SECONDS = 60
BETWEEN = b"%%%%\n"  # two files in one input, see fuzz/targets/input.h
BUDGET = ["--sigma", "0.5", "--n", "1000", "--alpha", "0.001"]


def files_of(target, content, folder):
    """Writes the files of an input; the first one is the one to name."""
    first, between, second = content.partition(BETWEEN)
    names = {"log": ("log.tsv", "log.json"), "estimates": ("table.tsv", "table.json"),
             "idx": ("mnist/t10k-images-idx3-ubyte", "mnist/t10k-labels-idx1-ubyte"),
             "cifar": ("cifar-10-batches-bin/test_batch.bin",), "picture": ("pictures/a/x.png",),
             "safetensors": ("m.safetensors",), "onnx": ("m.onnx",), "int8_scales": ("scales.json",),
             "settings": ("x.toml",), "experiment": ("x.toml",), "npy": ("x.npy",), "csv": ("train.csv",),
             "printed_curve": ("curve.csv",), "population": ("population.txt",), "packed": ("mnist/t10k-images-idx3-ubyte.gz",)}
    name = names[target]
    for part, body in zip(name, (first, second) if between else (content,)):
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        (folder / part).write_bytes(body)
    return name[0]


def commands(target, file, network):
    certify = ["--sigma", "0.5", "--n", "20", "--n0", "10", "--max", "1", "--threads", "1", "--no-verify", "--data-dir", "."]
    yield ["evaluate", file]
    yield ["audit", file]
    yield ["model", "info", file]
    if target in ("log", "printed_curve", "csv", "estimates"):
        yield ["evaluate", file, *BUDGET, "--format", "json"]
        yield ["audit", file, file, *BUDGET]
        yield ["convert", file, "--to-n", "100"]
        yield ["convert", file, *BUDGET, "--to-n", "100"]
        yield ["compare", file, file, *BUDGET]
        yield ["table", file, *BUDGET]
        yield ["plan", file, "--radius", "0.5"]
        yield ["merge", file, "-o", "merged.tsv"]
        yield ["report", file, "-o", "page.html"]
        yield ["plot", "accuracy", file, *BUDGET, "-o", "a.svg"]
        yield ["plot", "p-a", file, *BUDGET, "-o", "p.svg"]
        yield ["plot", "training", file, "-o", "t.svg"]
        yield ["plot", "gradnorm", file, "-o", "g.svg"]
        yield ["theory", "survey", file]
        yield ["simulate", "--population", file, "-o", "s.tsv"]
    if target == "log":
        yield ["certify", network, "--data", "mnist", *certify, "--resume", "-o", file]
        yield ["certify", network, "--data", "mnist", *certify, "--width", "0.4", "--top-up", file, "-o", "more.tsv"]
    if target == "estimates":
        yield ["p-correct", network, "--data", "mnist", "--sigma", "0.5", "--no-verify", "--data-dir", ".", "--resume", "-o", file]
    if target == "population":
        yield ["simulate", "--population", file, "-o", "s.tsv"]
    if target in ("safetensors", "onnx"):
        yield ["certify", file, "--data", "mnist", *certify, "-o", "r.tsv"]
        yield ["model", "info", file, "--layers"]
        yield ["model", "import", file, "--normalize", "none", "-o", "again.onnx"]
        yield ["bench", file, "--seconds", "0.01", "--threads", "1"]
    if target == "int8_scales":
        yield ["certify", network, "--data", "mnist", *certify, "--precision", "int8", "--scales", file, "-o", "r.tsv"]
    if target in ("settings", "experiment"):
        yield ["train", file, "--print-config"]
        yield ["experiment", "status", file, "-o", "results"]
        yield ["experiment", "run", file, "--dry-run", "-o", "results"]
    if target == "npy":
        yield ["p-correct", "--import", file, "--data", "mnist", "--split", "test", "--sigma", "0.5", "--no-verify", "--data-dir", ".",
               "-o", "t.tsv"]
    if target in ("idx", "packed"):
        yield ["certify", network, "--data", "mnist", *certify, "-o", "r.tsv"]
        yield ["data", "verify", "mnist", "--data-dir", "."]
    if target == "cifar":
        yield ["certify", network, "--data", "cifar10", *certify, "-o", "r.tsv"]
        yield ["data", "verify", "cifar10", "--data-dir", "."]
    if target == "picture":
        yield ["certify", network, "--data", "pictures", *certify, "-o", "r.tsv"]


def give(input_path):
    """What is wrong, and how many commands ran."""
    wrong, count = [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        network = folder / "lenet.safetensors"
        os.link(made, network) if os.stat(made).st_dev == os.stat(name).st_dev else network.write_bytes(made.read_bytes())
        file = files_of(input_path.parent.name, input_path.read_bytes(), folder)
        for words in commands(input_path.parent.name, file, str(network)):
            count += 1
            environment = {**os.environ, "HOME": name, "CERTUS_DATA": name}
            done = subprocess.run([program, *words], cwd=folder, capture_output=True, env=environment,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)))
            if done.returncode not in (0, 1, 130) or (done.returncode == 1 and not done.stdout and b"certus: " not in done.stderr):
                wrong.append(f"{input_path}: certus {' '.join(words)}: code {done.returncode}: "
                             f"{done.stderr.decode(errors='replace')[-300:]}")
    return wrong, count


with tempfile.TemporaryDirectory() as shared:
    made = pathlib.Path(shared) / "lenet.safetensors"
    subprocess.run([program, "model", "new", "lenet", "--seed", "4", "-o", made], check=True, stdout=subprocess.DEVNULL)
    inputs = sorted(path for path in corpus.glob("*/*"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(give, inputs))
wrong = [line for lines, _ in results for line in lines]
print("\n".join(wrong))
print(f"{len(inputs)} inputs, {sum(count for _, count in results)} commands, {len(wrong)} findings")
sys.exit(1 if wrong or not inputs else 0)
