#!/usr/bin/env python3
"""Only the command line speaks of its options: no string of the library names one ("--sigma").

usage: no_options_in_library.py SRC
"""

import pathlib
import re
import sys

LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
OPTION = re.compile(r"(?:^|[ (`'])--[a-z]")

# An experiment runs the program: its steps are words of command lines, and so is the example of an output.
MAKES_COMMANDS = {"experiment/cell_steps.cc", "experiment/cell_costs.cc", "experiment/run_experiment.cc"}
WORD = re.compile(r"--[a-z0-9-]+")
EXCEPTIONS = {
    ("experiment/experiment_file.cc", 'command = \\"table {records} --format markdown\\"'),
    # Settings of training and of experiments, which a person reads as pages of the program.
    ("base/config.cc", "--set "),
    ("base/config.cc", "); set it there or with --set "),
    ("experiment/experiment.cc", "as certus certify --engine"),
    ("experiment/experiment.cc", "as certus certify --precision"),
}
PAGES = {"recipe/settings_page.cc"}


def literals(text):
    """Line numbers and string literals, without those in comments."""
    for number, line in enumerate(text.splitlines(), 1):
        code = re.sub(r'^((?:[^"/]|"(?:[^"\\]|\\.)*"|/(?!/))*)//.*', r"\1", line)
        for match in LITERAL.finditer(code):
            yield number, match.group(1)


def is_allowed(file, literal):
    if file in MAKES_COMMANDS and WORD.fullmatch(literal):
        return True
    return file in PAGES or (file, literal) in EXCEPTIONS


def main():
    source = pathlib.Path(sys.argv[1])
    files = [path for path in sorted(source.rglob("*")) if path.suffix in {".h", ".cc"}]
    assert len(files) > 100, f"{source}: {len(files)} files, expected the source of certus"
    found = 0
    for path in files:
        file = path.relative_to(source).as_posix()
        if file.startswith(("cli/", "command_line/")):
            continue
        for number, literal in literals(path.read_text(encoding="utf-8")):
            if OPTION.search(literal) and not is_allowed(file, literal):
                print(f'{path}:{number}: "{literal}" names an option; say it without, and give fail a Remedy')
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
