# The targets that people and CI use alike. Each installs what it needs and may be called again.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench

.PHONY: help run scaled test test-full coverage check audit bench screenshots pictures install install-dev system \
	planner translations lock client-python client-typescript

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

run: install ## Serve on http://127.0.0.1:8000; PORT chooses another port
	$(BIN)/python manage.py prepare
	$(BIN)/python manage.py serve

# Servers, workers and beat on the PostgreSQL and Redis that DATABASE_URL and REDIS_URL name (docs/operations.md).
SERVERS ?= 2
WORKERS ?= 2
scaled: install ## Serve with SERVERS processes and WORKERS workers on PostgreSQL and Redis
	$(BIN)/python manage.py prepare
	$(BIN)/python manage.py scaled --servers $(SERVERS) --workers $(WORKERS)

test: install-dev system planner translations ## Everything that a change can break
	$(BIN)/pytest --durations=50
	node --test tests/js/

test-full: install-dev system planner translations ## Everything, every combination, for releases
	$(BIN)/pytest --full --durations=50
	node --test tests/js/

coverage: install-dev system planner translations ## The lines that `make test` executes, into var/coverage
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n 0 -m "not browser and not services"
	$(BIN)/coverage html
	$(BIN)/coverage report

check: install-dev ## Lint, types, import rules, migrations, translations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check_translations

# Known vulnerabilities of what the lock names. Without a way to PyPI it audits nothing, and says so line by line.
audit: install-dev ## Known vulnerabilities of the locked packages
	$(BIN)/pip-audit --no-deps --disable-pip --requirement requirements-extras.lock

# Every page in every state, both languages, both themes and three widths, into var/screenshots; ONLY=plan: those of that name.
screenshots: install-dev system translations ## Pictures of every page into var/screenshots; ONLY=plan chooses
	DJANGO_ALLOW_ASYNC_UNSAFE=1 $(BIN)/python -m tests.browser.gallery --only "$(ONLY)"

# The guide's pictures, into docs/pictures.
pictures: install-dev system translations ## The guide's pictures
	DJANGO_ALLOW_ASYNC_UNSAFE=1 $(BIN)/python -m tests.browser.gallery --docs

client-python: install-dev ## The typed Python client, into var/clients/python
	clients/build.sh python

client-typescript: system ## The typed TypeScript client, into var/clients/typescript
	clients/build.sh typescript

# In an environment of its own: the peers bring packages that the project does not need.
bench: $(BENCH)/installed system ## All benchmarks, in an environment of their own, into docs/benchmarks.md
	$(BENCH)/bin/python manage.py compile_translations
	$(BENCH)/bin/python -m benchmarks --page docs/benchmarks.md

# Everything of the lock, once for each state of it.
install: $(VENV)/installed ## What serving needs
install-dev: $(VENV)/installed-dev ## What developing needs

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
system: ## What the tests need from the system's packages
	tests/install-system.sh

# The planner's compiled code, once for all processes of the tests: a minute and a half the first time.
planner: install-dev
	NUMBA_CACHE_DIR="$${NUMBA_CACHE_DIR:-$(CURDIR)/var/numba}" $(BIN)/python -m travelagent.planning warm

translations: install-dev
	$(BIN)/python manage.py compile_translations

# The exact versions of the whole tree, with hashes and without any index's address.
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header
lock: ## The lock files anew; needs uv
	$(COMPILE) pyproject.toml --output-file requirements.lock
	$(COMPILE) --extra tracing --extra a2a --constraint requirements.lock pyproject.toml --output-file requirements-extras.lock
	$(COMPILE) --extra tracing --extra a2a --group dev --constraint requirements-extras.lock pyproject.toml \
		--output-file requirements-dev.lock
	$(COMPILE) --extra a2a --group bench --constraint requirements.lock pyproject.toml --output-file requirements-bench.lock
