#!/usr/bin/env bash
# cmake --preset release with the options given, silent unless it fails: scripts/configure.sh FOLDER [options]
set -euo pipefail
folder=$1
shift
if ! said=$(cmake --preset release -B "$folder" "$@" 2>&1); then
  echo "$said" >&2
  exit 1
fi
