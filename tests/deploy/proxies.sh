#!/bin/sh
# Sees to nginx and Caddy for the tests of the proxy files: the machine's own, else Debian's packages unpacked into
# .cache/, which installs and starts nothing. Where there is neither, those tests are skipped and say so.
set -eu
command -v apt-get >/dev/null 2>&1 && command -v dpkg >/dev/null 2>&1 || exit 0
for name in nginx caddy; do
  if command -v "$name" >/dev/null 2>&1 || [ -n "$(find ".cache/$name" -type f -name "$name" 2>/dev/null)" ]; then continue; fi
  mkdir -p ".cache/$name"
  (
    cd ".cache/$name"
    if ! apt-get download -qq "$name" >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
      apt-get update -qq && apt-get download -qq "$name" >/dev/null 2>&1 || true
    fi
    for package in "$name"_*.deb; do
      if [ -e "$package" ]; then dpkg -x "$package" . && rm "$package"; fi
    done
  )
done
