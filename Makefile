# Everything a newcomer needs. Each target does the set-up it depends on; nothing is done again when nothing changed.
# misaki does not install on 3.13 and later, which python3 may be: the first suitable interpreter is used.
SUITABLE := import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 13))
PYTHON ?= $(shell for name in python3 python3.12 python3.11; do \
	$$name -c '$(SUITABLE)' 2>/dev/null && echo $$name && break; done)
VENV := .venv
BIN := $(VENV)/bin
KOE := $(BIN)/koe
# Two workers on any machine: each may hold the model and Whisper (2 GB), and a run of the model has threads of its own.
PYTEST_ARGS ?= --numprocesses 2 --dist loadfile

.DEFAULT_GOAL := help
.PHONY: help setup serve say test check bench perf docs lock clean

help:  ## Show this list.
	@awk -F':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# uv is used if it is present; pip stays in the environment because koe downloads some assets with it.
$(BIN)/python:
	@test -n "$(PYTHON)" && $(PYTHON) -c '$(SUITABLE)' || \
	  { echo "koe needs Python 3.11 or 3.12; set PYTHON: make PYTHON=/path/to/python3.12" >&2; exit 1; }
	@echo "Creating $(VENV)"
	@rm -rf $(VENV)
	@{ if command -v uv >/dev/null 2>&1; then uv venv --quiet --seed --python "$$(command -v $(PYTHON))" $(VENV); \
	else $(PYTHON) -m venv $(VENV); fi; } || { rm -rf $(VENV); exit 1; }

define install
	@echo "Installing from $(1)"
	@if command -v uv >/dev/null 2>&1; then \
	  VIRTUAL_ENV=$(VENV) uv pip install --quiet --require-hashes -r $(1) && \
	  VIRTUAL_ENV=$(VENV) uv pip install --quiet --no-deps --no-build-isolation -e .; \
	else \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1) && \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .; \
	fi
endef

$(VENV)/runtime.stamp: requirements.lock pyproject.toml | $(BIN)/python
	$(call install,requirements.lock)
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock pyproject.toml | $(BIN)/python
	$(call install,requirements-dev.lock)
	@touch $@ $(VENV)/runtime.stamp

setup: $(VENV)/runtime.stamp  ## Environment, model and stages, without serving.
	@$(KOE) models build

serve: $(VENV)/runtime.stamp  ## Serve on 127.0.0.1:8880.
	@$(KOE) serve

# Text and file name are passed through the environment: neither make nor the shell expands their dollar signs.
say: override export TEXT := $(value TEXT)
say: override export OUT := $(value OUT)
say: $(VENV)/runtime.stamp  ## Speak: make say TEXT="Hello." [OUT=file.wav [FORCE=1]]
	@test -n "$$TEXT" || { echo 'make say needs a text: make say TEXT="Hello."' >&2; exit 2; }
	@if [ -n "$$OUT" ]; then $(KOE) say --out "$$OUT" $(if $(FORCE),--force) -- "$$TEXT"; else $(KOE) say -- "$$TEXT"; fi

test: $(VENV)/dev.stamp  ## All tests, the real model included.
	@$(KOE) models build
	@$(BIN)/python -m pytest $(PYTEST_ARGS)

check: $(VENV)/dev.stamp  ## ruff, mypy, import-linter.
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: $(VENV)/dev.stamp  ## Measure koe and its peer. Let nothing else run.
	@$(KOE) bench run --preset short --preset medium --preset long --preset sentence --peer kokoro-onnx
	@$(KOE) dev overhead

perf: $(VENV)/dev.stamp  ## Has koe become 10 % slower? Compares with the stored baseline.
	@$(KOE) models build
	@$(KOE) dev perf

docs: $(VENV)/dev.stamp  ## Generate docs/cli.md and docs/configuration.md.
	@$(BIN)/python docs/generate.py

LOCK := uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header
lock: | $(BIN)/python  ## Resolve the newest versions that pyproject.toml allows. Needs uv and npm.
	@$(LOCK) --extra playback --extra build pyproject.toml -o requirements.lock
	@$(LOCK) --extra playback --extra build --extra ja --extra zh --extra openvino --extra otel --extra bench --extra tune --extra words --extra quality \
	  --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	@$(subst 3.11,3.12,$(LOCK)) tests/outside/requirements.in -o tests/outside/requirements.txt
	@$(subst 3.11,3.12,$(LOCK)) tests/outside/clients.in -o tests/outside/clients.txt
	@for folder in tests/outside/node tests/web/node; do \
	  npm update --prefix $$folder --package-lock-only --omit-lockfile-registry-resolved --silent; done
	@$(LOCK) tests/outside/pipx.in -o tests/outside/pipx.txt

clean:  ## Remove the environment and tool caches. The model stays in the user cache.
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
