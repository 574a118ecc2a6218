# The targets that people and CI use alike. `make run` and `make test` install what they need and may be called again.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench

.PHONY: run scaled test test-slow check audit bench screenshots pictures install install-dev system lock

run: install
	$(BIN)/python manage.py prepare
	$(BIN)/python manage.py serve

# Servers, workers and beat on the PostgreSQL and Redis that DATABASE_URL and REDIS_URL name (docs/operations.md).
SERVERS ?= 2
WORKERS ?= 2
scaled: install
	$(BIN)/python manage.py prepare
	$(BIN)/python manage.py scaled --servers $(SERVERS) --workers $(WORKERS)

test: install-dev system
	$(BIN)/python manage.py compile_translations
	$(BIN)/pytest
	node --test tests/js/

# What takes too long for every change: many more requests of everything that the API's schema allows.
test-slow: install-dev
	SCHEMA_EXAMPLES=200 $(BIN)/pytest tests/api/test_schema_conformance.py

check: install-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check_translations

# Known vulnerabilities of what the lock names. Without a way to PyPI it audits nothing, and says so line by line.
audit: install-dev
	$(BIN)/pip-audit --no-deps --disable-pip --requirement requirements.lock

# Every page in every state, both languages, both themes and three widths, into var/screenshots; ONLY=plan: those of that name.
screenshots: install-dev system
	$(BIN)/python manage.py compile_translations
	DJANGO_ALLOW_ASYNC_UNSAFE=1 $(BIN)/python -m tests.browser.gallery --only "$(ONLY)"

# The guide's pictures, into docs/pictures.
pictures: install-dev system
	$(BIN)/python manage.py compile_translations
	DJANGO_ALLOW_ASYNC_UNSAFE=1 $(BIN)/python -m tests.browser.gallery --docs

# In an environment of its own: the peers pull in a world that the project does not need.
bench: $(BENCH)/installed
	$(BENCH)/bin/python -m benchmarks

# Everything of the lock, once for each state of it.
install: $(VENV)/installed
install-dev: $(VENV)/installed-dev

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python requirements.lock
	@echo "Installing what it needs: a few minutes the first time"
	$(BIN)/python -m pip install --quiet --requirement requirements.lock
	touch $@

$(VENV)/installed-dev: $(VENV)/installed requirements-dev.lock
	$(BIN)/python -m pip install --quiet --requirement requirements-dev.lock
	touch $@

$(BENCH)/installed: requirements-bench.lock
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install --quiet --requirement requirements-bench.lock
	touch $@

# Chromium, Redis, PostgreSQL, a CJK font and Node.js, from the system's packages where they are missing.
system:
	tests/install-system.sh

# The exact versions of the whole tree; needs uv.
lock:
	uv pip compile --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --no-header \
		pyproject.toml --output-file requirements.lock
	uv pip compile --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --no-header \
		--group dev --constraint requirements.lock pyproject.toml --output-file requirements-dev.lock
	uv pip compile --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --no-header \
		--group bench --constraint requirements.lock pyproject.toml --output-file requirements-bench.lock
