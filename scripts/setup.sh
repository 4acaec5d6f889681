#!/usr/bin/env bash
# Installs what certus needs (Debian 12 and later, Ubuntu 22.04 and later).
#
#   scripts/setup.sh         what building and using it takes
#   scripts/setup.sh test    and what its tests, benchmarks and checks take
#
# Quick when nothing is missing. Without root and sudo it names the packages and stops.
set -euo pipefail
purpose=${1:-build}

packages=(
  g++ cmake ninja-build git
  libboost-math-dev       # special functions
  nlohmann-json3-dev      # JSON
  libcli11-dev            # command line
  libtomlplusplus-dev     # configuration files
  libonnx-dev libprotobuf-dev  # ONNX files
  libssl-dev              # SHA-256
  zlib1g-dev              # .gz files of MNIST
  libjpeg-dev libpng-dev  # pictures of image folders
  libarchive-dev          # archives that data sets come in
  libcurl4-openssl-dev    # certus data fetch
  libdnnl-dev             # oneDNN: the fast engine
  libtorch-dev libopenblas-dev  # training, the reference engine
  gnuplot-nox fonts-liberation  # figures
)
# The page of certus report. Node, npm and browsers often come from elsewhere: the command counts.
command -v npm >/dev/null || packages+=(nodejs npm)
if [ "$purpose" = test ]; then
  packages+=(
    libgtest-dev libgmock-dev libbenchmark-dev
    python3 python3-torch python3-torchvision  # peers
    poppler-utils  # looks at figures
    clang-format clang-tidy
    clang libomp-dev  # fuzzers
    locales  # a country with decimal commas
  )
  # On Ubuntu 22.04 clang brings the library of fuzzers and sanitizers itself.
  grep -qs jammy /etc/os-release || packages+=(libclang-rt-dev)
  command -v chromium >/dev/null || packages+=(chromium)  # the page's tests
fi

if ! command -v dpkg-query >/dev/null; then
  echo "setup: this is not a Debian-like system; please install the equivalents of:" >&2
  echo "  ${packages[*]}" >&2
  echo "setup: continuing; the build will say what it cannot find" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
  as_root=()
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
  as_root=(sudo)
else
  echo "setup: missing packages, and neither root nor sudo to install them. Please run as root:" >&2
  echo "  apt-get install ${missing[*]}" >&2
  exit 1
fi

echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
