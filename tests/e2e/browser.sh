#!/bin/sh
# Sees to a Chromium for the browser tests: Debian's package, installed when we may, else a clear word on what to do.
set -eu
if [ -n "${CAFE_TEST_CHROMIUM:-}" ]; then exit 0; fi
for name in chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing Chromium for the browser tests"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends chromium fonts-noto-color-emoji fonts-dejavu-core >/dev/null
  exit 0
fi
echo "The browser tests need Chromium. Install it (on Debian: sudo apt-get install chromium)" >&2
echo "or name one in CAFE_TEST_CHROMIUM, then run 'make test' again." >&2
exit 1
