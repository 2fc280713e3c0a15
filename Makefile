# `make help` lists what can be made. Everything lives in .venv and node_modules; nothing is installed elsewhere,
# but for a browser that `make test` fetches through the system's package manager when it may.
PYTHON ?= python3
BIN := .venv/bin
NODE_BIN := node_modules/.bin
PAGE_REPORT := tests/page_report
BESIDE_EACH_OTHER := not alone and not in_browser
TWO_WORKERS := $(BIN)/pytest -n 2
# Python 3.11 can spin for ever when it traces while a thread's greenlets are cleared away, which PostgreSQL's engine has. So
# coverage is not told of greenlets either: to tell them apart it would give each thread one.
COVERAGE := $(BIN)/coverage erase; \
	$(BIN)/coverage run -m pytest -n 2 --dist worksteal -m "$(BESIDE_EACH_OTHER) and not on_server" || failed=1; \
	$(BIN)/coverage combine --quiet && $(BIN)/coverage report || failed=1

# Versions and hashes alone: where packages ask for money or are said to be old is no matter of a lock. What is installed
# already would lose its hash.
define LOCK_NPM
rm -rf package-lock.json node_modules && npm install --package-lock-only --no-audit --no-fund --loglevel=error && node -e ' \
	const fs = require("fs"), lock = JSON.parse(fs.readFileSync("package-lock.json")); \
	for (const each of Object.values(lock.packages)) { delete each.funding; delete each.deprecated; } \
	fs.writeFileSync("package-lock.json", JSON.stringify(lock, null, 2) + "\n");'
endef

.DEFAULT_GOAL := help
.PHONY: help install run demo demo-cluster test coverage test-postgres check docs bench chaos days rush faketime markup page-report lock browser java proxies tesseract format

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

install: .venv/runtime.stamp ## make .venv with the locked runtime dependencies

run: .venv/runtime.stamp ## serve the demo cafe on http://127.0.0.1:8080
	$(BIN)/python run.py --demo

demo: .venv/dev.stamp ## the cafe with stand-ins for Telegram, banks and the fiscal service, to try by hand
	$(BIN)/python -m tests.demo

demo-cluster: .venv/dev.stamp proxies ## the same by two processes behind nginx on one PostgreSQL, to kill one by hand
	$(BIN)/python -m tests.demo_cluster

check: .venv/dev.stamp node_modules/.stamp ## formatting, lint, types, import rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@! grep -rnE 'call_(later|at)\(|loop(\(\))?\.time\(' cafe --include='*.py' | grep -vE '^cafe/core/kernel/clock.py|# real time: ' # wait through the injected Clock
	$(NODE_BIN)/biome check --error-on-warnings
	$(NODE_BIN)/tsc
	$(NODE_BIN)/redocly lint --config docs/redocly.yaml --format stylish docs/openapi.yaml
	@! grep -n '://' package-lock.json $(PAGE_REPORT)/package-lock.json # versions and hashes only, wherever they come from

docs: .venv/dev.stamp ## build the site of the documents; a link that leads nowhere ends it
	$(BIN)/sphinx-build -q -W --keep-going -n -c docs . test-output/site
	@echo open test-output/site/docs/index.html

format: .venv/dev.stamp node_modules/.stamp ## format and mend what the linters can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(NODE_BIN)/biome check --write

test: .venv/dev.stamp node_modules/.stamp browser java proxies faketime tesseract ## run all tests
	@failed=0; rm -rf test-output/markup; \
	$(TWO_WORKERS) --dist worksteal -m "$(BESIDE_EACH_OTHER)" || failed=1; \
	$(TWO_WORKERS) --dist loadfile --no-loadscope-reorder -m in_browser || failed=1; \
	$(BIN)/python -m tests.markup || failed=1; \
	$(BIN)/python -m tests.days || failed=1; \
	$(BIN)/pytest -m alone || failed=1; \
	exit $$failed

coverage: .venv/dev.stamp proxies faketime tesseract ## measure how much of cafe/ the tests reach, but for PostgreSQL's engine; too little is an error
	@failed=0; $(COVERAGE); exit $$failed

test-postgres: .venv/dev.stamp ## run every test that can choose its database on PostgreSQL
	$(TWO_WORKERS) --dist worksteal --engine postgres -m "not alone" tests/web tests/core tests/bot tests/db

bench: .venv/dev.stamp ## measure against a bare handler, in one run; BESIDE=COMMIT: that commit instead; EXPLAIN=1: where the time goes
	$(BIN)/python -m $(if $(BESIDE),bench.beside $(BESIDE),$(if $(EXPLAIN),bench.explain,bench))

chaos: .venv/dev.stamp faketime ## kill the service KILLS=60 times under everything at once, from SEED=…, on ENGINE=sqlite; COPY=1: lose the machine with it
	@ENGINE=$(ENGINE) KILLS=$(KILLS) SEED=$(SEED) COPY=$(COPY) $(BIN)/python -m tests.chaos

days: .venv/dev.stamp ## simulate SEEDS=200 days of a cafe, from SEED=1 on; of a single one the whole history is printed
	@SEEDS=$(SEEDS) SEED=$(SEED) $(BIN)/python -m tests.days

rush: .venv/dev.stamp ## play a lunch of 44 orders, 30 deliveries (ROUND=deliveries) or a blackout (ROUND=dark), from SEED=…, and measure the chats
	@SEED=$(SEED) SPEED=$(SPEED) KITCHEN=$(KITCHEN) ROUND=$(ROUND) $(BIN)/python -m tests.rush

markup: .venv/dev.stamp node_modules/.stamp java ## check the HTML of all pages, those that browser tests left in test-output too
	$(BIN)/python -m tests.markup

page-report: .venv/dev.stamp browser $(PAGE_REPORT)/node_modules/.stamp ## have Lighthouse look at the demo's pages and time those of a large cafe (8 min)
	@$(BIN)/python -m tests.page_report

browser: ## install Chromium from Debian's packages where it is missing
	@sh tests/e2e/browser.sh

java: ## install a Java runtime from Debian's packages where it is missing, for the Nu Html Checker
	@sh tests/markup/java.sh

proxies: ## see to nginx, Caddy, systemd-analyze and PgBouncer for the tests, installing nothing
	@sh tests/deploy/proxies.sh

faketime: ## see to the library that makes clocks jump in the kill campaign, installing nothing
	@sh tests/chaos/faketime.sh

tesseract: ## see to Tesseract, by which tests read what would be printed, installing nothing
	@sh tests/printing/tesseract.sh

lock: .venv/dev.stamp ## write the lock files anew
	$(BIN)/uv pip compile -q --upgrade --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header requirements.in -o requirements.lock
	$(BIN)/uv pip compile -q --upgrade --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header requirements-dev.in -o requirements-dev.lock
	$(BIN)/uv pip compile -q --upgrade --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header -c requirements-dev.lock requirements-build.in -o requirements-build.lock
	$(BIN)/uv pip compile -q --upgrade --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header -c requirements.lock requirements-sentry.in -o requirements-sentry.lock
	$(LOCK_NPM)
	cd $(PAGE_REPORT) && $(LOCK_NPM)

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv

.venv/runtime.stamp: requirements.lock | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

node_modules/.stamp: package-lock.json
$(PAGE_REPORT)/node_modules/.stamp: $(PAGE_REPORT)/package-lock.json
node_modules/.stamp $(PAGE_REPORT)/node_modules/.stamp:
	@command -v npm >/dev/null || { echo "The pages' checks need Node.js with npm (on Debian: sudo apt-get install npm)" >&2; exit 1; }
	cd $(<D) && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

.venv/dev.stamp: requirements-dev.lock | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@ .venv/runtime.stamp
