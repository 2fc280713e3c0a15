#!/bin/sh
# Sees to nginx, Caddy, systemd-analyze and PgBouncer for the tests with them: the machine's own, else Debian's packages
# unpacked into .cache/, which installs and starts nothing. Where there is neither, those tests are skipped and say so.
set -eu
command -v apt-get >/dev/null 2>&1 && command -v dpkg >/dev/null 2>&1 || exit 0

download() {
  apt-get download -qq "$@" >/dev/null 2>&1
}

unpack() { # PROGRAM PACKAGE…: into .cache/PACKAGE, named after the first of them
  program=$1
  shift
  if command -v "$program" >/dev/null 2>&1 || [ -n "$(find ".cache/$1" -type f -name "$program" 2>/dev/null)" ]; then return; fi
  mkdir -p ".cache/$1"
  (
    cd ".cache/$1"
    if ! download "$@" && [ "$(id -u)" = 0 ]; then
      apt-get update -qq && download "$@" || true
    fi
    for package in *.deb; do
      if [ -e "$package" ]; then dpkg -x "$package" . && rm "$package"; fi
    done
  )
}

unpack nginx nginx
unpack caddy caddy
unpack pgbouncer pgbouncer libevent-2.1-7 libc-ares2
unpack systemd-analyze systemd libsystemd-shared libseccomp2 libkmod2 libip4tc2
