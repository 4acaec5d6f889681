#!/usr/bin/env python3
"""Writes tests/golden/published_logs.json: figures of the published CIFAR-10 logs, recomputed with plain text parsing.

The logs (eth-sri/acr-weakness, data/certify/cifar10) carry no licence and are not part of this project; only these
figures are kept. Independent of certus, so that either can be wrong.
Run by: scripts/regenerate_published.py FOLDER_WITH_LOGS
"""
import json
import pathlib
import sys

RADII = [0.25 * i for i in range(11)]


def main():
    logs = pathlib.Path(sys.argv[1])
    rows = []
    for path in sorted(logs.glob("*/noise_*.tsv")):
        lines = [line.split("\t") for line in path.read_text().splitlines()[1:]]
        certified = [float(r[3]) for r in lines if r[1] == r[2]]
        rows.append({
            "method": path.parent.name, "sigma": path.stem.removeprefix("noise_"), "rows": len(lines),
            "abstained": sum(r[2] == "-1" for r in lines), "acr": round(sum(certified) / len(lines), 6),
            "certified": [sum(x >= r for x in certified) for r in RADII],
        })
    about = {"what": "images certified right at each radius, and ACR, of the published logs",
             "source": "eth-sri/acr-weakness, data/certify/cifar10", "made_by": "scripts/regenerate_published.py"}
    text = json.dumps({"_about": about, "radii": RADII, "logs": []}, indent=1)[:-4]
    text += "[\n" + ",\n".join("  " + json.dumps(row) for row in rows) + "\n ]\n}\n"
    out = pathlib.Path(__file__).parent.parent / "tests/golden/published_logs.json"
    out.write_text(text)


if __name__ == "__main__":
    main()
