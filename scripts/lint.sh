#!/usr/bin/env bash
# Format and static checks; needs clang-format and clang-tidy (Debian packages of the same names).
set -euo pipefail
for tool in clang-format clang-tidy; do
  command -v $tool >/dev/null || { echo "lint: $tool is missing: apt-get install $tool"; exit 1; }
done
git ls-files '*.h' '*.cc' | xargs clang-format --dry-run --Werror
# Configured only, never built: clang cannot read the precompiled headers of GCC.
cmake --preset release -B build-lint -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
# Not libtorch's users: clang 14 cannot read its headers as C++20.
git ls-files 'src/*.cc' | grep -vE '^src/(engine_torch|train)/|_export\.cc$' | xargs -P "$(nproc)" -n 4 clang-tidy -p build-lint --quiet \
  --extra-arg=-Wno-unknown-warning-option 2>/dev/null
echo "lint: clean"
