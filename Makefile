# Everything from nothing but python3 (3.11 or later) and make.  make test: what a change must pass.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.PHONY: test demo lint rules clean

# All of them are run even if one fails, so that one run shows everything that is to be mended.
test: $(INSTALLED)
	@failed=; \
	for check in "$(BIN)/ruff check ." "$(BIN)/ruff format --check ." "$(BIN)/lint-imports" "$(BIN)/mypy" "$(BIN)/python -m pytest -n auto --dist loadfile"; do \
		echo "$$check"; $$check || failed="$$failed  $$check\n"; \
	done; \
	if [ -n "$$failed" ]; then printf "failed:\n$$failed" >&2; exit 1; fi

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

demo: $(INSTALLED)
	@$(BIN)/kotc-sim matchup decks/raptors.yaml decks/storm.yaml --games 10000 --strategy-a greedy --strategy-b greedy \
		--html demo-report.html || test $$? -eq 1
	@echo "The report is in $(CURDIR)/demo-report.html"

rules: $(INSTALLED)
	$(BIN)/python -m pytest --rules

clean:
	rm -rf build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

# The requirements of the group are read here, since pip knows --group only from 25.1 on.
$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "kotc-sim needs Python 3.11 or later: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["dev"], sep="\n")' \
		> $(VENV)/dev-requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e . -r $(VENV)/dev-requirements.txt
	$(BIN)/python -m compileall -q kotc_sim # where Python may not write bytecode at run time, each start would be 0.3 s longer
	touch $(INSTALLED)
