#!/usr/bin/env bash
# Format and static checks; needs clang-format and clang-tidy (Debian packages of the same names).
set -euo pipefail
build=$1
for tool in clang-format clang-tidy; do
  command -v $tool >/dev/null || { echo "lint: $tool is missing: apt-get install $tool"; exit 1; }
done
git ls-files '*.h' '*.cc' | xargs clang-format --dry-run --Werror
git ls-files 'src/*.cc' | xargs -P "$(nproc)" -n 4 clang-tidy -p "$build" --quiet 2>/dev/null
echo "lint: clean"
