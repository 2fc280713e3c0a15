#!/bin/sh
# Sees to a Java runtime for the Nu Html Checker: Debian's package, installed when we may, else a clear word on what to do.
set -eu
if command -v java >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing Java for the check of the pages' HTML"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends default-jre-headless >/dev/null
  exit 0
fi
echo "The check of the pages' HTML needs Java. Install it (on Debian: sudo apt-get install default-jre-headless)," >&2
echo "then run 'make test' again." >&2
exit 1
