# Everything from nothing but python3 (3.11 or later) and make; `make help` says what there is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
PYTEST := $(BIN)/python -m pytest
ON := -n auto --dist loadfile

# Tests start many processes: where modules may not be kept compiled, each of them compiles all that it imports.
unexport PYTHONDONTWRITEBYTECODE

# What a change must pass, in the order in which it tells most for the time; CONTRIBUTING.md has the same without make.
LINT := "$(BIN)/ruff check ." "$(BIN)/ruff format --check ." "$(BIN)/lint-imports" "$(BIN)/mypy"
RULES := "$(PYTEST) --rules -q"
# Of the latest edition; those of all are compiled with the other tests, and run as plain Python by `make test-all`.
SCENARIOS := "env NUMBA_DISABLE_JIT=1 $(PYTEST) -q tests/rules/test_scenarios.py -k 20"
COMPILE := "$(BIN)/python -m scripts.compile"
CHECKED := "env KOTC_SIM_CHECKED=1 $(BIN)/python -m scripts.compile random greedy" \
	"env KOTC_SIM_CHECKED=1 $(PYTEST) -q $(ON) tests/engine/test_invariants.py tests/levelup/test_invariants.py"
# The laws of random games were seen kept by checked kernels before.
ALL := "$(PYTEST) $(ON) --ignore-glob=*/test_invariants.py"
SLOW := "env NUMBA_DISABLE_JIT=1 $(PYTEST) -q -n auto tests/rules/test_scenarios.py" "$(PYTEST) $(ON) -m slow"
OUTSIDE := "$(PYTEST) $(ON) -m slow tests/web tests/test_release.py"

# All of them are run even if one fails, so that one run shows everything that is to be mended; and at the end what they took.
define run
	@failed=; \
	for check in $(1); do \
		echo "$$check"; $$check || failed="$$failed  $$check\n"; \
	done; \
	echo "processor time (user, system) of this shell, and of all checks:"; times; \
	if [ -n "$$failed" ]; then printf "failed:\n$$failed" >&2; exit 1; fi
endef

# 14 kinds of input; 20 editions, games of 474 + 53 matches each, of which 53 with searches and checked indices.
FUZZ := "$(BIN)/python scripts/fuzz_inputs.py --cases 7150" \
	"$(BIN)/python scripts/fuzz.py --matches 474" \
	"env KOTC_SIM_CHECKED=1 MALLOC_PERTURB_=127 $(BIN)/python scripts/fuzz.py --searching --explore 10 --seed 1000000 --matches 53"

.PHONY: help test test-all outside lint lint-page rules demo bench fuzz site links clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1	/p' $(MAKEFILE_LIST) | expand -t 12

test: $(INSTALLED) ## what a change must pass: formatter, types, contracts, rules, all tests but the slow ones
	$(call run,$(LINT) $(RULES) $(SCENARIOS) $(CHECKED) $(COMPILE) $(ALL))

test-all: $(INSTALLED) ## the slow tests: many games, the outside world, an installation; run `make test` first
	$(call run,$(SLOW))

outside: $(INSTALLED) ## the slow tests that a release needs: pages in a browser, a wheel in an empty environment
	$(call run,$(OUTSIDE))

lint: $(INSTALLED) ## formatter, contracts of imports, types
	$(call run,$(LINT))

lint-page: ## the page's JavaScript, by biome, which npx fetches: names that are not declared or not used, code that is not reached
	npx --yes @biomejs/biome@2.6.8 lint --error-on-warnings --skip=style --skip=suspicious --skip=complexity --skip=a11y kotc_sim/web/static

rules: $(INSTALLED) ## which test shows which rule of docs/rules
	$(PYTEST) --rules

demo: $(INSTALLED) ## play two shipped decks, and say where the report is
	@$(BIN)/kotc-sim matchup decks/raptors.yaml decks/storm.yaml --html demo-report.html
	@echo "The report is in $(CURDIR)/demo-report.html"

bench: $(INSTALLED) ## speed in ratio to C, compared with the baseline that is kept
	$(BIN)/kotc-sim bench --only battles,plain,decks,levelup,peer --rounds 3 --seconds 0.2 --compare docs/baseline.json

fuzz: $(INSTALLED) ## 100,000 damaged inputs and 100,000 random games, the laws of the record checked in each: hours
	$(call run,$(FUZZ))

site: $(INSTALLED) ## the documentation site, into site/; a link that leads nowhere is an error
	$(BIN)/python scripts/build_site.py

links: ## put back the symbolic links of a clone that has none: mypy and the contracts read the tree through them
	cd kotc_sim && for name in strategies experiments reports; do rm -f $$name && ln -s ../$$name $$name; done

clean: ## remove what building and testing left, but the installation
	rm -rf build dist site *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

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
