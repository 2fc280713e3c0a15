#!/bin/sh
# Sees to libfaketime, by which the kill campaign has clocks jump: the machine's own, else Debian's package unpacked into
# .cache/, which installs nothing. Where there is neither, the clocks do not jump, and the campaign says so.
set -eu
command -v apt-get >/dev/null 2>&1 && command -v dpkg >/dev/null 2>&1 || exit 0
if [ -n "$(find /usr/lib .cache/faketime -path '*/faketime/libfaketimeMT.so.1' 2>/dev/null)" ]; then exit 0; fi
mkdir -p .cache/faketime
cd .cache/faketime
if ! apt-get download -qq libfaketime >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  apt-get update -qq && apt-get download -qq libfaketime >/dev/null 2>&1 || true
fi
for package in libfaketime_*.deb; do
  if [ -e "$package" ]; then dpkg -x "$package" . && rm "$package"; fi
done
