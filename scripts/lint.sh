#!/usr/bin/env bash
# Format and static checks; scripts/setup.sh test installs what it needs.
#   scripts/lint.sh             the whole tree
#   scripts/lint.sh --changed   sources that differ from origin/main, or from the last commit where there is no origin/main
set -euo pipefail
for tool in clang-format clang-tidy; do
  command -v $tool >/dev/null || { echo "lint: $tool is missing: apt-get install $tool" >&2; exit 1; }
done
scripts/check_format.sh

files=()
if [ "${1:-}" = --changed ]; then
  base=$(git merge-base HEAD origin/main 2>/dev/null || git rev-parse HEAD)
  # A header is checked with the sources of its name.
  mapfile -t files < <({ git diff --name-only --diff-filter=d "$base"; git ls-files --others --exclude-standard; } |
    grep -E '^src/.*\.(h|cc)$' | sed 's/\.h$/.cc/' | sort -u | while read -r file; do
      if [ -f "$file" ]; then echo "$file"; fi
    done)
  if [ ${#files[@]} -eq 0 ]; then
    echo "clang-tidy: no source of src/ has changed"
    exit 0
  fi
fi

# Configured only, never built: clang cannot read the precompiled headers of GCC.
scripts/configure.sh build-lint -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCERTUS_UNITY=OFF -DCERTUS_EXPLORER=OFF -DCERTUS_TESTS=OFF -DCERTUS_BENCH=OFF
scripts/tidy.py build-lint ${files[@]+"${files[@]}"}
