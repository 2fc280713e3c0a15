#!/bin/sh
# Sees to Tesseract with Ukrainian and English, by which tests read what would be printed: the machine's own, else Debian's
# packages unpacked into .cache/tesseract, which installs nothing. Where there is neither, those tests are skipped and
# say so.
set -eu
command -v apt-get >/dev/null 2>&1 && command -v dpkg >/dev/null 2>&1 || exit 0

has_all() { # PROGRAM: whether it runs and reads both languages
  languages=$("$1" --list-langs 2>/dev/null) && echo "$languages" | grep -qx ukr && echo "$languages" | grep -qx eng
}
missing() { # the packages that this machine lacks, as apt would install them
  apt-get install -s -qq --no-install-recommends tesseract-ocr tesseract-ocr-eng tesseract-ocr-ukr 2>/dev/null |
    sed -n 's/^Inst \([^ ]*\) .*/\1/p'
}
download() {
  packages=$(missing) && [ -n "$packages" ] && apt-get download -qq $packages >/dev/null 2>&1
}

if has_all tesseract || [ -x .cache/tesseract/usr/bin/tesseract ]; then exit 0; fi
mkdir -p .cache/tesseract
cd .cache/tesseract
if ! download && [ "$(id -u)" = 0 ]; then
  apt-get update -qq && download || true
fi
for package in *.deb; do
  if [ -e "$package" ]; then dpkg -x "$package" . && rm "$package"; fi
done
