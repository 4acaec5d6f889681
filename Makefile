# The commands of everyday work; CMakePresets.json has the configurations behind them.
.PHONY: all setup setup-test build everything check test demo bench lint format golden sanitize sanitize-plain sanitize-threads fuzz clean
.NOTPARALLEL:

all: build

setup:
	@scripts/setup.sh

setup-test:
	@scripts/setup.sh test

# The program alone: a machine that only uses it needs neither GoogleTest nor a browser.
build/build.ninja: | setup
	@scripts/configure.sh build -DCERTUS_TESTS=OFF -DCERTUS_BENCH=OFF

build: setup build/build.ninja
	@cmake --build build --target certus

# The program with its tests and benchmarks.
everything: setup-test
	@scripts/configure.sh build -DCERTUS_TESTS=ON -DCERTUS_BENCH=ON -DCERTUS_WERROR=$(if $(CI),ON,OFF)
	@cmake --build build

# After a small change: format, clang-tidy on what changed, and the fast tests.
check: everything
	@scripts/lint.sh --changed
	@scripts/test.sh build -LE 'slow|browser'

test: everything
	@scripts/test.sh build

demo: build
	@scripts/demo.sh build/certus

bench: everything
	@scripts/bench.sh build

lint: setup-test
	@scripts/lint.sh

format:
	@git ls-files '*.h' '*.cc' | xargs clang-format -i

golden:
	@/usr/bin/python3 scripts/regenerate_golden.py
	@/usr/bin/python3 scripts/regenerate_pillow.py

sanitize: setup-test
	@scripts/sanitize.sh all

sanitize-plain: setup-test
	@scripts/sanitize.sh plain

sanitize-threads: setup-test
	@scripts/sanitize.sh threads

# Each fuzzer for that long, two at a time: make fuzz SECONDS=600
SECONDS ?= 60
fuzz: setup-test
	@scripts/fuzz.sh run $(SECONDS)

clean:
	@rm -rf build build-debug build-sanitize build-sanitize-plain build-sanitize-threads build-fuzz build-lint
