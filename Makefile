# `make help` lists what can be made. Everything lives in .venv; nothing is installed elsewhere,
# but for a browser that `make test` fetches through the system's package manager when it may.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help install run demo test check bench lock browser format

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-9s %s\n", $$1, $$2}'

install: .venv/runtime.stamp ## make .venv with the locked runtime dependencies

run: .venv/runtime.stamp ## serve the demo cafe on http://127.0.0.1:8080
	$(BIN)/python run.py --demo

demo: .venv/runtime.stamp ## the cafe with stand-ins for Telegram, banks and the fiscal service, to try by hand
	$(BIN)/python -m tests.demo

check: .venv/dev.stamp ## formatting, lint, types, import rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/dev.stamp ## format and mend what the linter can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test: .venv/dev.stamp browser ## run all tests
	$(BIN)/pytest

bench: .venv/dev.stamp ## measure against a bare handler, in one run
	$(BIN)/python -m bench

browser: ## install Chromium from Debian's packages where it is missing
	@sh tests/e2e/browser.sh

lock: .venv/dev.stamp ## write the lock files anew
	$(BIN)/uv pip compile -q --upgrade --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header requirements.in -o requirements.lock
	$(BIN)/uv pip compile -q --upgrade --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header requirements-dev.in -o requirements-dev.lock

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv

.venv/runtime.stamp: requirements.lock | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

.venv/dev.stamp: requirements-dev.lock | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@ .venv/runtime.stamp
