#!/bin/sh
# Installs the cafe of the checkout this file lies in, or upgrades it: run it again after `git pull`. Needs no root.
#
#   sh deploy/install.sh FOLDER [https://the.public.address]
#
# FOLDER/venv   a link to the program in use, below FOLDER/venvs: built aside, with the locked libraries, and put in place
#               when it is whole. What was in use stays there until the next upgrade, for the way back, and what still runs.
# FOLDER/data   the database, the key, uploads (made if missing; for its owner alone)
# FOLDER/.env   the settings (made if missing; for its owner alone)
set -eu
unset PYTHONPATH PYTHONHOME
export PIP_DISABLE_PIP_VERSION_CHECK=1

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ -z "$1" ]; then
  echo "usage: install.sh FOLDER [https://the.public.address]" >&2
  exit 2
fi
checkout=$(cd "$(dirname "$0")/.." && pwd)
base_url=${2:-${CAFE_BASE_URL:-}}
case $base_url in
  '' | http://?* | https://?*) ;;
  *) fail "$base_url: the public address begins with https://" ;;
esac
case $base_url in *[!A-Za-z0-9.:/_~%-]*) fail "$base_url: is no address of a site" ;; esac

python=${PYTHON:-python3}
command -v "$python" >/dev/null 2>&1 || fail "there is no $python; Debian: apt-get install python3 python3-venv"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  fail "Python 3.11 or newer is needed, $python is $("$python" -V 2>&1); another one: PYTHON=python3.13 sh install.sh …"
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
  fail "Python's module venv is missing; Debian: apt-get install python3-venv"

umask 022
mkdir -p "$1" 2>/dev/null || fail "$1: cannot be made"
folder=$(cd "$1" && pwd)
[ "$folder" != "$checkout" ] || fail "$1: is the checkout itself; choose the folder above it, or another"
mkdir -p "$folder/venvs" 2>/dev/null || fail "$folder: cannot be written by $(id -un)"
[ -w "$folder" ] && [ -w "$folder/venvs" ] || fail "$folder: cannot be written by $(id -un)"
if [ -e "$folder/venv" ] && [ ! -h "$folder/venv" ]; then fail "$folder/venv: was not made by install.sh; move it away"; fi

cd "$checkout"
locks=requirements.lock
if [ -f "$folder/.env" ] && grep -q '^CAFE_SENTRY_DSN=.' "$folder/.env"; then locks="$locks requirements-sentry.lock"; fi
for file in requirements-build.lock $locks; do [ -f "$file" ] || fail "$checkout/$file: is missing"; done
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' cafe/__init__.py)
[ -n "$version" ] || fail "$checkout/cafe: says no version"

# What the program is made of: when nothing of it has changed, neither has the program.
made_of=$(
  {
    "$python" -c 'import sys; print(sys.version, sys.executable)'
    echo "$locks"
    find cafe data/demo.toml data/pictures pyproject.toml requirements*.in requirements*.lock \
      -name __pycache__ -prune -o -type f ! -name '*.pyc' -exec sha256sum {} + | LC_ALL=C sort
  } | sha256sum
)
in_use=
if [ -h "$folder/venv" ]; then in_use=$(basename "$(readlink "$folder/venv")"); fi

works() { # the command answers, and finds everything that it is made of
  (cd / && "$1/bin/cafe" --version) >/dev/null 2>&1
}

if [ "$(cat "$folder/venv/made-of" 2>/dev/null)" = "$made_of" ] && works "$folder/venv"; then
  news="is up to date"
else
  number=1
  while ! mkdir "$folder/venvs/$version-$number" 2>/dev/null; do number=$((number + 1)); done
  new=$version-$number
  made=$folder/venvs/$new
  trap 'rm -rf "$made"' EXIT
  trap 'exit 1' HUP INT TERM
  echo "Installing cafe $version into $made; it takes a minute …"
  "$python" -m venv "$made"
  left_alone="could not be installed, see above; nothing was changed"
  for lock in $locks; do
    "$made/bin/python" -m pip install --quiet --require-hashes -r "$lock" || fail "$lock $left_alone"
  done
  # The package is made by tools with locked hashes, too, and without what pip would fetch for it by itself.
  "$made/bin/python" -m pip install --quiet --require-hashes --target "$made/tools" -r requirements-build.lock ||
    fail "requirements-build.lock $left_alone"
  PYTHONPATH=$made/tools "$made/bin/python" -m pip install --quiet --no-deps --no-build-isolation . ||
    fail "the package $left_alone"
  rm -rf "$made/tools"
  works "$made" || fail "the new program does not run; the one in use was left alone"
  echo "$made_of" >"$made/made-of"
  ln -sfn "venvs/$new" "$folder/venvs/link"
  trap - EXIT HUP INT TERM
  mv -T "$folder/venvs/link" "$folder/venv"
  running=$(cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n')
  for old in "$folder/venvs"/*; do
    case ${old##*/} in "$new" | "$in_use") continue ;; esac
    case $running in *"$old/"*) continue ;; esac # it was not restarted since an earlier upgrade, and imports as it goes
    rm -rf "$old"
  done
  if [ -n "$in_use" ]; then news="took the place of $in_use"; else news="is installed"; fi
fi

umask 077
if [ ! -e "$folder/data" ]; then mkdir "$folder/data"; fi
if [ ! -e "$folder/.env" ]; then
  address_line="# CAFE_BASE_URL=https://cafe.example.com"
  if [ -n "$base_url" ]; then address_line="CAFE_BASE_URL=$base_url"; fi
  cat >"$folder/.env.new" <<END
# Settings of the process; all of them: docs/operator-guide.md, Environment. A change counts after a restart.

# The public address. Without https the mini-app does not open inside Telegram.
$address_line

# The bot's token from BotFather, and the staff's group.
# CAFE_BOT_TOKEN=123456789:AA...
# CAFE_STAFF_CHAT_ID=-1001234567890

# Card payments: one of the two, and which one the owner says at the desk.
# CAFE_MONOBANK_TOKEN=
# CAFE_LIQPAY_PUBLIC_KEY=
# CAFE_LIQPAY_PRIVATE_KEY=

# Fiscal receipts: one of the two services.
# CAFE_CHECKBOX_LICENSE_KEY=
# CAFE_CHECKBOX_PIN=
# CAFE_VCHASNO_TOKEN=

# Air alerts, from alerts.in.ua.
# CAFE_ALERTS_TOKEN=

# CAFE_PORT=8080
# CAFE_METRICS_PORT=9109
# CAFE_LOG_FORMAT=json
END
  mv "$folder/.env.new" "$folder/.env"
fi

echo "cafe $version $news: $folder/venv/bin/cafe"
if [ "$(id -u)" -eq 0 ] && [ "$(stat -c %u "$folder/.env")" -eq 0 ]; then
  echo "It was run as root, so settings and data are root's; for deploy/cafe.service, whose user is cafe: chown -R cafe:cafe $folder"
fi
if [ -z "$in_use" ]; then
  echo "Next: look through $folder/.env, then, in $folder and as the user it belongs to:"
  echo "  venv/bin/cafe serve       or as a service: deploy/cafe.service"
  echo "  venv/bin/cafe doctor      says what is still missing"
  echo "  venv/bin/cafe desk-link   the owner's way in: a link and its QR code, once the service runs"
else
  echo "Next: restart the service (systemctl restart cafe), then in $folder: venv/bin/cafe doctor"
  back=$in_use current=$(basename "$(readlink "$folder/venv")")
  if [ "$back" = "$current" ]; then back=$(ls -t "$folder/venvs" | grep -Fxv -e "$current" | head -n 1); fi
  if [ -n "$back" ]; then
    echo "The way back to the program before: cd $folder && ln -sfn venvs/$back venv, and restart"
  fi
fi
