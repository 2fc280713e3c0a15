#!/bin/sh
# Sees to a Chromium for the browser tests: Debian's packages, installed when we may, else a clear word on what to do.
# Most tests run in the headless one, a third quicker; where there is none, all run in the whole one.
set -eu
if [ -n "${CAFE_TEST_CHROMIUM:-}" ]; then exit 0; fi
has_whole() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
if has_whole >/dev/null && command -v chromium-headless-shell >/dev/null; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing Chromium for the browser tests"
  export DEBIAN_FRONTEND=noninteractive
  if ! has_whole >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends chromium fonts-noto-color-emoji fonts-dejavu-core >/dev/null
  fi
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null; } ||
    echo "no headless Chromium to be had: all browser tests run in the whole one"
  exit 0
fi
if has_whole >/dev/null; then exit 0; fi
echo "The browser tests need Chromium. Install it (on Debian: sudo apt-get install chromium chromium-headless-shell)" >&2
echo "or name one in CAFE_TEST_CHROMIUM, then run 'make test' again." >&2
exit 1
