#!/usr/bin/env python3
"""clang-tidy over sources of src/, several of one layer at a time: scripts/tidy.py BUILD [files].

BUILD is a configured folder without precompiled headers; scripts/lint.sh makes it. Without files: all of src/.

Most of the time of clang-tidy goes into the headers of the standard library, which it reads and checks anew for every
source. So sources of a layer with the same flags are included into one, up to GROUP of them. A group that does not
compile as one, because two of its files use the same local name, is halved until it does.

Exit code 0: nothing found. Findings are printed as clang-tidy prints them. Files that this clang cannot parse are named.
"""

import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import time

GROUP = 10
PARSE_ERROR = "[clang-diagnostic-error]"


def commands(build):
    """The flags of every source of src/, by its path below the project."""
    root = os.getcwd()
    found = {}
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for entry in json.load(file):
            name = os.path.relpath(entry["file"], root)
            if name.startswith("src/"):
                words = shlex.split(entry["command"])[1:]
                at = words.index("-o")
                found.setdefault(name, words[:at] + [word for word in words[at + 4 :]])
    return found


def uses_libtorch(flags):
    """clang 14 cannot read the headers of libtorch as C++20."""
    return any("torch/csrc" in flag for flag in flags)


def groups(names, flags):
    by_layer = {}
    for name in sorted(names):
        by_layer.setdefault((os.path.dirname(name), tuple(flags[name])), []).append(name)
    out = []
    for same in by_layer.values():
        count = -(-len(same) // GROUP)
        out += [same[i::count] for i in range(count)]
    return sorted(out, key=len, reverse=True)


def tidy(source, flags):
    command = ["clang-tidy", "--quiet", source, "--", *flags, "-Wno-unknown-warning-option", "-Wno-ignored-optimization-argument"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode < 0 or (done.returncode != 0 and not done.stdout.strip()):
        return f"{source}: clang-tidy ended with {done.returncode}:\n{done.stderr}"
    return done.stdout.strip()


def check(number, names, flags, build):
    """What was found in a group, and which of its files could not be parsed."""
    root = os.getcwd()
    if len(names) > 1:
        folder = os.path.join(build, "groups")
        os.makedirs(folder, exist_ok=True)
        together = os.path.join(folder, f"group_{number}.cc")
        with open(together, "w", encoding="utf-8") as file:
            file.writelines(f'#include "{root}/{name}"  // NOLINT(bugprone-suspicious-include)\n' for name in names)
        said = tidy(together, flags[names[0]])
        if PARSE_ERROR not in said:
            return said, []
        halves = names[: len(names) // 2], names[len(names) // 2 :]
        (first, unread), (second, more) = (check(f"{number}_{i}", half, flags, build) for i, half in enumerate(halves))
        return "\n".join(filter(None, (first, second))), unread + more
    said = tidy(names[0], flags[names[0]])
    return ("", names) if PARSE_ERROR in said else (said, [])


def unique_findings(texts):
    """Findings in headers come once for each group that includes them; one is enough."""
    seen, out = set(), []
    for text in texts:
        for block in re.split(r"(?m)^(?=\S+:\d+:\d+: (?:error|warning):)", text):
            if block.strip() and block not in seen:
                seen.add(block)
                out.append(block.rstrip())
    return out


def main():
    build = sys.argv[1]
    flags = commands(build)
    names = sys.argv[2:] or list(flags)
    unknown = [name for name in names if name not in flags]
    left_out = [name for name in names if name in flags and uses_libtorch(flags[name])]
    work = groups([name for name in names if name in flags and name not in left_out], flags)
    total = sum(map(len, work))
    texts, unread, done, last = [], [], 0, time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        running = {pool.submit(check, i, group, flags, build): group for i, group in enumerate(work)}
        for future in concurrent.futures.as_completed(running):
            said, not_parsed = future.result()
            texts.append(said)
            unread += not_parsed
            done += len(running[future])
            if time.monotonic() - last > 30:
                last = time.monotonic()
                print(f"clang-tidy: {done} of {total} files", file=sys.stderr, flush=True)
    findings = unique_findings(texts)
    for finding in findings:
        print(finding)
    if unread:
        print(f"clang-tidy: {len(unread)} not checked, because this clang cannot parse them: {' '.join(sorted(unread))}")
    if left_out:
        layers = sorted({os.path.dirname(name) for name in left_out})
        print(f"clang-tidy: {len(left_out)} not checked, because clang 14 cannot parse libtorch's headers: {' '.join(layers)}")
    if unknown:
        print(f"clang-tidy: {len(unknown)} not checked, because this build does not compile them: {' '.join(sorted(unknown))}")
    print(f"clang-tidy: {total - len(unread)} files checked, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
