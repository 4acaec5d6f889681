#!/usr/bin/env bash
# Fails, naming the files, where a source is not as clang-format writes it.
set -euo pipefail
badly=$(git ls-files '*.h' '*.cc' | xargs clang-format --dry-run --Werror 2>&1 | grep -oE '^[^ :]+\.(h|cc)' | sort -u || true)
if [ -n "$badly" ]; then
  echo "not formatted; run make format:" >&2
  echo "$badly" >&2
  exit 1
fi
echo "format: clean"
