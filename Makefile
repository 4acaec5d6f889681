# The commands of everyday work; CMakePresets.json has the configurations behind them.
.PHONY: all setup build test demo bench lint format golden sanitize clean
.NOTPARALLEL:

all: build

setup:
	@scripts/setup.sh

build/build.ninja: | setup
	@cmake --preset release -DCERTUS_WERROR=$(if $(CI),ON,OFF) >build.log 2>&1 || { cat build.log; rm -f build.log; exit 1; }
	@rm -f build.log

build: setup build/build.ninja
	@cmake --build build --target certus

test: setup build/build.ninja
	@cmake --build build
	@scripts/test.sh build

demo: build
	@scripts/demo.sh build/certus

bench: setup build/build.ninja
	@cmake --build build
	@scripts/bench.sh build

lint: setup
	@scripts/lint.sh

format:
	@git ls-files '*.h' '*.cc' | xargs clang-format -i

golden:
	@/usr/bin/python3 scripts/regenerate_golden.py
	@/usr/bin/python3 scripts/regenerate_pillow.py

sanitize: setup
	@cmake --preset sanitize >/dev/null
	@cmake --build build-sanitize
	@scripts/test.sh build-sanitize

clean:
	@rm -rf build build-debug build-sanitize build-lint
