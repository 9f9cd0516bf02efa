# `make` alone lists the targets. Each sets up .venv first (.ci/setup); a second call finds it ready.

.DEFAULT_GOAL := help
.PHONY: help setup lab test test-slow notebooks handout book lint format profiles bench scalene snakeviz lock

# Empty: the first Python here that is 3.11 or newer. Or name one: make lab PYTHON=python3.12
PYTHON ?=
BIN := .venv/bin
PORT ?= 8888

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 20

setup:  ## .venv from requirements.lock, and this project in it
	@PYTHON="$(PYTHON)" sh .ci/setup

lab: setup  ## JupyterLab on your own copy of the notebooks; FRESH=1 begins a new one
	@$(BIN)/python -m cs336_basics.learn.notebooks.working_copy $(if $(filter 1,$(FRESH)),--fresh)
	@exec $(BIN)/python -m jupyterlab --ip=127.0.0.1 --port=$(PORT) --log-level=WARN \
	  --ServerApp.root_dir=. --FileContentsManager.preferred_dir=my_notebooks \
	  --LabApp.news_url=None --LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate \
	  --LabApp.extension_manager=readonly $$([ "$$(id -u)" != 0 ] || echo --allow-root) $(LAB_OPTIONS)

test: setup  ## every fast test, and every notebook once
	@$(BIN)/python -m pytest -m "not slow" --nbmake --nbmake-timeout=300 tests notebooks

test-slow: setup  ## the tests marked slow
	@$(BIN)/python -m pytest -m slow tests

notebooks: setup  ## run the notebooks and rewrite their outputs
	@$(BIN)/python -m cs336_basics.learn.notebooks.run $(NAME)
	@$(BIN)/python -m cs336_basics.learn.notebooks.teachers

handout: setup  ## the notebooks without solutions and outputs: make handout TO=…
	@$(BIN)/python -m cs336_basics.learn.notebooks.handout $(TO)

book:  ## the notebooks as static pages in book/html/, with contents and search
	@PYTHON="$(PYTHON)" sh .ci/setup book
	@$(BIN)/python -m cs336_basics.learn.notebooks.book $(TO)

lint: setup  ## ruff on code and notebooks, mypy on the package and its tests
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: setup  ## let ruff fix and format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

profiles: setup  ## make profiles/ anew
	@$(BIN)/python -m cs336_basics.measure.profile $(NAME)

bench: setup  ## this project against its peers
	@PYTHON="$(PYTHON)" sh .ci/setup peers
	@$(BIN)/python -m cs336_basics.measure.peers $(addprefix --suite ,$(SUITE))

scalene: setup  ## open a profile: make scalene NAME=heap
	@test -f "profiles/$(NAME)/scalene.json" || { echo "Which? make scalene NAME=…, one of:" $$(cd profiles && ls -d */); exit 2; }
	@page=$$(mktemp -d) && cd "$$page" \
	&& "$(CURDIR)/$(BIN)/scalene" view --standalone "$(CURDIR)/profiles/$(NAME)/scalene.json" >/dev/null \
	&& mv scalene-profile.html index.html \
	&& exec "$(CURDIR)/$(BIN)/python" -u -m http.server 0 --bind 127.0.0.1

snakeviz: setup  ## open a cProfile report: make snakeviz NAME=heap
	@test -f "profiles/$(NAME)/cprofile.prof" || { echo "Which? make snakeviz NAME=…, one of:" $$(cd profiles && ls -d */); exit 2; }
	@exec $(BIN)/snakeviz --server --hostname 127.0.0.1 "profiles/$(NAME)/cprofile.prof"

lock:  ## requirements.lock from pyproject.toml (needs uv)
	@uv pip compile pyproject.toml --quiet --extra fast --extra distributed --extra dev --universal \
	  --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --custom-compile-command "make lock" --output-file requirements.lock
