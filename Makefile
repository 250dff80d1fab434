# The daily things. Each works from a fresh clone: `python3` (3.11 or newer, with venv),
# `make` and the package registry are all that is needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: env demo test check format bench docs lock clean

env: $(INSTALLED)

# pip reads dependency groups from 25.1 on; the stamp is set only when all went well.
$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install -qq --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install -qq --constraint constraints.txt --editable . --group dev
	touch $@

demo: env
	$(BIN)/python demo/run.py

test: env
	$(BIN)/python -m pytest

check: env
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pyright

format: env
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: env
	@for file in bench/*.py; do echo "== $$file"; $(BIN)/python -m "bench.$$(basename "$$file" .py)" || exit 1; done

docs: env
	$(BIN)/python docs/generate.py

# Take the newest releases that pyproject.toml allows.
lock:
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install -qq --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install -qq --editable . --group dev
	$(BIN)/python -m pip freeze --exclude-editable --exclude pip > constraints.txt
	touch $(INSTALLED)

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache
