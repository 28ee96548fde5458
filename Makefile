# `make help` lists the commands. Each sets up what it needs in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What the crates are built from: sources, and the tables beside them.
RUST_SOURCES := $(shell find crates -name '*.rs' -o -name '*.txt' -o -name Cargo.toml) Cargo.toml Cargo.lock
# A newer Rust is fine; an older one does not know the language edition.
RUST_NEEDED := 1.88
DEV := $(VENV)/ready $(VENV)/built

.PHONY: help demo check test lint lint-python lint-rust lint-workflows rust-test quick-test python-test spark-test ray-test screenshots
.PHONY: bench bench-memory bench-crawl bench-batch bench-scaling bench-serve parity evaluate floors compare matching papers compare-metadata
.PHONY: peer-tests peers-table model typical fuzz properties audit deny memcheck soak growth clean wheel extras-test docs adapter-tests notebooks

help:  ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/built  ## Build the package and extract the pages in demo/
	@$(BIN)/python tools/demo.py

check: lint rust-test quick-test  ## Quick gate: lint, types, Rust tests, Python tests without server, browser, cluster

test: lint rust-test python-test  ## Everything that must hold

## Parts of the tests

lint: lint-python lint-rust lint-workflows  ## Format, rules and types of Python and Rust; workflows and the Dockerfile

lint-python: $(DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest maintext._core --ignore-disjoint-bases

lint-rust: $(VENV)/rust
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo check --quiet --locked --no-default-features --manifest-path fuzz/Cargo.toml

lint-workflows: $(DEV) $(VENV)/actionlint
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	if [ -x $(BIN)/actionlint ]; then $(BIN)/actionlint .github/workflows/*.yml; fi
	$(BIN)/hadolint Dockerfile

rust-test: $(VENV)/rust  ## Tests of the native core
	cargo test --package pagetable --locked
	cargo package --package pagetable --locked --allow-dirty --no-verify --quiet
	if [ -d "$$(rustc --print target-libdir --target wasm32-unknown-unknown)" ]; \
	  then cargo check --package pagetable --locked --quiet --target wasm32-unknown-unknown; \
	  else echo 'The target wasm32-unknown-unknown is not installed: not checked (rustup target add)'; fi

# Processes share the test files among them; `make python-test JOBS=1` uses one.
JOBS ?= auto
PYTEST = $(BIN)/pytest --numprocesses $(JOBS) --dist loadfile

quick-test: $(DEV)  ## Python tests that need no server, browser or cluster, and train nothing
	$(PYTEST) -m 'not (server or browser or cluster or slow)'

python-test: $(DEV) $(VENV)/browser $(VENV)/axe $(VENV)/java  ## All Python tests
	$(PYTEST)

spark-test: $(DEV) $(VENV)/java  ## Batches on a real Spark cluster whose parts are killed, with the time each test takes
	$(BIN)/pytest --durations=0 tests/batch/test_spark.py

# Ray is 200 MB, so it is not among what the other tests need.
ray-test: $(DEV)  ## Batches as a step of Ray Data, which this installs
	$(BIN)/pip install --quiet 'ray[data]>=2.50'
	$(BIN)/pytest tests/batch/test_ray.py

screenshots: $(DEV) $(VENV)/browser  ## The pictures in docs/pictures, taken by the tests that drive a browser
	mkdir -p docs/pictures
	MAINTEXT_SCREENSHOTS=docs/pictures $(BIN)/pytest -q -k for_the_docs tests/explain tests/label tests/serve

# All targets take a quarter of an hour; `make fuzz FUZZ_SECONDS=600 TARGETS="render warc"` runs two of them for longer.
FUZZ_SECONDS ?= 60
fuzz: $(DEV)  ## Fuzz the core and every reader, a minute each; the core needs the nightly compiler
	$(BIN)/python tools/fuzz.py $(FUZZ_SECONDS) $(TARGETS)

PROPERTY_RUNS ?= 5
properties: $(DEV)  ## The property tests with other random inputs each time; the other tests use the same inputs always
	for run in $$(seq $(PROPERTY_RUNS)); do $(PYTEST) -m hypothesis --hypothesis-profile search || exit 1; done

audit: $(VENV)/base  ## Compare all dependencies with published advisories; says so if the advisories can't be had
	$(BIN)/python tools/audit.py

deny: $(VENV)/base  ## Licences, sources and banned crates of all dependencies in Rust, by deny.toml; installs cargo-deny
	$(BIN)/python tools/deny.py

memcheck: $(DEV)  ## The core's tests under Miri (needs nightly), the glue to Python under valgrind: no undefined behaviour
	$(BIN)/python tools/memcheck.py

growth: $(DEV)  ## Time of every extractor and format on 60 kinds of hostile pages, at a size and at four times that size
	$(BIN)/python -m benches.growth

peer-tests: $(DEV) $(VENV)/peers  ## Other tools' own unit tests against maintext.compat
	$(BIN)/python tools/peer_tests.py

## Packages

# ziglang links against an old glibc, so the wheel runs on every Linux since 2014 (glibc 2.17).
wheel: $(VENV)/base $(VENV)/rust $(VENV)/wheel-tools  ## A manylinux wheel and a source distribution in dist, checked without Rust
	rm -rf dist
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/maturin build --release --locked --zig --compatibility manylinux2014 --out dist
	$(BIN)/maturin sdist --out dist
	$(BIN)/python -m tools.check_wheel dist

notebooks: $(DEV)  ## Run the notebooks, and write their output into them
	$(BIN)/python -m tools.notebooks --write

# The frameworks have hundreds of packages and ideas of their own about versions, so they get their own environment.
adapter-tests: $(VENV)/built .venv-adapters/ready  ## Each adapter with its real framework, which this installs (2 GB)
	PYTHONPATH=$(CURDIR)/src:$(CURDIR) .venv-adapters/bin/pytest -o filterwarnings= tests/adapters

.venv-adapters/ready: requirements-adapters.txt
	$(PYTHON) -m venv .venv-adapters
	.venv-adapters/bin/pip install --quiet --requirement requirements-adapters.txt
	touch $@

docs: $(DEV) $(VENV)/docs-tools  ## The documentation as a site in site; fails at a broken link
	NO_MKDOCS_2_WARNING=1 PYTHONPATH=. $(BIN)/mkdocs build --strict --quiet

# EXTRAS="peers spark" names the large ones, which are left out otherwise.
EXTRAS ?=
extras-test: wheel  ## Install each extra of the wheel into an empty environment, and run its command (some minutes)
	$(BIN)/python -m tools.extras dist/*.whl $(EXTRAS)

## Speed; see benches/README.md

bench: $(DEV) $(VENV)/peers  ## Speed of parsing, extracting and rendering, as ratios to other tools; writes benches/record
	$(BIN)/python -m benches.parse --record
	$(BIN)/python -m benches.extract --record
	$(BIN)/python -m benches.extractors --record
	$(BIN)/python -m benches.render --record
	$(BIN)/python -m benches.metadata --record

bench-memory: $(DEV)  ## Memory over 100,000 extractions
	$(BIN)/python -m benches.memory --record

bench-crawl: $(DEV)  ## The crawler with 100,000 queued URLs: throughput and memory
	$(BIN)/python -m benches.crawl --record

BATCH_PAGES ?= 300
bench-batch: $(DEV) $(VENV)/peers $(VENV)/java  ## Batches: pages per second beside other tools, memory, counting 20 million rows
	$(BIN)/python -m benches.group_by --record
	$(BIN)/python -m benches.batch speed --pages $(BATCH_PAGES) --record
	$(BIN)/python -m benches.engines --record
	$(BIN)/python -m benches.batch_figures --write
	$(BIN)/python -m benches.batch memory --record

bench-scaling: $(DEV)  ## Threads and batches on two cores beside one; needs a quiet machine
	$(BIN)/python -m benches.scaling --record

SOAK_MINUTES ?= 60
soak: $(DEV)  ## The service under an hour of mixed load, with bombs, killers and slow clients: answers right, memory flat
	$(BIN)/python -m benches.soak --minutes $(SOAK_MINUTES) --record

LOAD_SECONDS ?= 60
bench-serve: $(DEV)  ## The service under load, with pages that hang, crash and exhaust memory
	$(BIN)/python -m benches.serve --seconds $(LOAD_SECONDS) --record

## Quality; needs the corpora in MAINTEXT_SHARED

MAINTEXT_SHARED ?= ../shared
CORPORA ?= cleaneval_dev cleaneval_final dragnet gn1 portal wcxb_train
CORPUS_FILES = $(CORPORA:%=$(MAINTEXT_SHARED)/corpora/%.tar.xz)

parse-back: $(DEV)  ## Markdown of every page of the corpora, read again by a CommonMark library: the same words
	$(BIN)/python -m benches.parse_back
	$(BIN)/python -m benches.parse_back --by all

parity: $(DEV)  ## Our text against a conformant parser's, on every page of the corpora
	$(BIN)/python -m benches.parity

evaluate: $(DEV)  ## Every extractor on six corpora; fails below the floors
	$(BIN)/maintext evaluate $(CORPUS_FILES) --jobs 0 --floors check

floors: $(DEV)  ## The present figures in the form of src/maintext/evaluate/floors.json
	@$(BIN)/maintext evaluate $(CORPUS_FILES) --jobs 0 --floors print

# On one core, so that the times can be compared.
BY ?= model,all,boilerpy3,goose3,justext,newspaper4k,readability-lxml,resiliparse,rs-trafilatura,trafilatura,turbohtml
REPORT ?= .cache/compare.html
compare: $(DEV) $(VENV)/peers  ## Extractors beside other tools, with a report (CORPORA="gn1 portal" BY=econ,trafilatura)
	mkdir -p $(dir $(REPORT))
	$(BIN)/maintext evaluate $(CORPUS_FILES) --by $(BY) --types --report $(REPORT)

# All tools in one run on one core; only the table of README.md and that of docs/how-to/evaluate.md change.
peers-table: $(DEV) $(VENV)/peers  ## Measure maintext beside other tools, and write the tables of README and evaluate.md
	MAINTEXT_SHARED=$(MAINTEXT_SHARED) $(BIN)/python -m benches.peers --record --write

matching: $(DEV)  ## Single pages against sites: the tables of docs/algorithms/matching.md
	$(BIN)/python -m benches.matching --record
	$(BIN)/python -m benches.quotations --record
	$(BIN)/python -m benches.matching_docs

# Ten minutes of processor time. A run that measures the same as before changes no file. Without a browser VIPS keeps its record.
papers: $(DEV) $(VENV)/browser  ## Every table and figure of the five papers: docs/papers.md and the figures of docs/algorithms
	MAINTEXT_SHARED=$(MAINTEXT_SHARED) $(BIN)/python -m benches.papers

# Also by halves of the domains: the rules were made on half A alone.
METADATA_CORPORA ?= wcxb_train newspaper_train
compare-metadata: $(DEV) $(VENV)/peers  ## Title, author and date beside trafilatura's
	$(BIN)/maintext evaluate --metadata --halves $(METADATA_CORPORA:%=$(MAINTEXT_SHARED)/corpora/%.tar.xz)

## Training

TRAINING = wcxb_train newspaper_train readability_train chinese_train fundus_train magic_articles_train \
  magic_forums_train forums_train recipes_train shops_train products_train forms_train
TRAINING_FILES = $(TRAINING:%=$(MAINTEXT_SHARED)/corpora/%.tar.xz)

# The same arrays on the same machine, with the card and the learning report.
model: $(DEV)  ## Train the model that ships, into .cache
	mkdir -p .cache
	$(BIN)/maintext train model $(TRAINING_FILES) --labels labels -o .cache/model.npz

# Needed again when the list of features changes.
typical: $(DEV)  ## Make the typical blocks that explanations compare with, into .cache
	mkdir -p .cache
	$(BIN)/maintext train typical $(TRAINING_FILES) -o .cache/typical.npz

## What the commands need

# Enough to build, to run, and to evaluate the pages in demo: maturin, NumPy, click, rapidfuzz.
$(VENV)/base: constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	  { echo 'maintext needs Python 3.10 or newer: make PYTHON=python3.12 ...'; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo 'On Debian: apt-get install python3-venv'; exit 1; }
	@$(BIN)/pip install --quiet --upgrade --constraint constraints.txt pip
	@$(BIN)/pip install --quiet --constraint constraints.txt click maturin numpy rapidfuzz
	@touch $@

$(VENV)/rust: tools/check-rust.sh
	@tools/check-rust.sh $(RUST_NEEDED)
	@mkdir -p $(VENV) && touch $@

$(VENV)/built: $(VENV)/base $(VENV)/rust pyproject.toml $(RUST_SOURCES)
	@echo 'Building the native core (a minute or two) ...'
	@VIRTUAL_ENV=$(CURDIR)/$(VENV) PIP_QUIET=1 CARGO_TERM_QUIET=true $(BIN)/maturin develop --release --locked --quiet \
	  > $(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	@touch $@

# Everything that tests, checks and docs import.
$(VENV)/ready: $(VENV)/base requirements-dev.txt
	$(BIN)/pip install --quiet --constraint constraints.txt --requirement requirements-dev.txt
	touch $@

$(VENV)/wheel-tools: $(VENV)/base requirements-wheel.txt
	$(BIN)/pip install --quiet --constraint constraints.txt --requirement requirements-wheel.txt
	touch $@

$(VENV)/docs-tools: $(VENV)/ready requirements-docs.txt
	$(BIN)/pip install --quiet --constraint constraints.txt --requirement requirements-docs.txt
	touch $@

$(VENV)/peers: $(VENV)/ready requirements-peers.txt
	$(BIN)/pip install --quiet --constraint constraints.txt --requirement requirements-peers.txt
	touch $@

# The browser that some tests drive. Where it can't be installed they are skipped, and this says so.
$(VENV)/browser: $(VENV)/base tools/get-browser.sh
	@tools/get-browser.sh
	touch $@

# The checker of workflows. Where it can't be had only their schema is checked, and this says so.
$(VENV)/actionlint: $(VENV)/base tools/get-actionlint.sh
	@tools/get-actionlint.sh $(BIN)
	touch $@

# The accessibility checker of the browser tests. Where it can't be fetched they are skipped, and this says so.
$(VENV)/axe: $(VENV)/base tools/get-axe.sh
	@tools/get-axe.sh
	touch $@

# Spark runs on Java. Where it can't be installed its tests are skipped, and this says so.
$(VENV)/java: $(VENV)/base tools/get-java.sh
	@tools/get-java.sh
	touch $@

clean:  ## Remove the environment and everything built
	rm -rf $(VENV) .venv-adapters target fuzz/target dist site
