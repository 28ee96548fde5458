# Two commands do everything: `make demo` and `make test`. Both set up what they need in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUST_SOURCES := $(shell find crates -name '*.rs' -o -name '*.txt' -o -name Cargo.toml) Cargo.toml Cargo.lock
# A newer Rust is fine; an older one does not know the language edition.
RUST_NEEDED := 1.88

.PHONY: demo test lint rust-test python-test bench bench-memory bench-crawl bench-batch bench-serve parity evaluate floors
.PHONY: compare matching compare-metadata peer-tests spark-test ray-test screenshots fuzz model typical clean

demo: $(VENV)/built
	$(BIN)/maintext demo/*.html
	@echo; echo 'And why: every block of a page, with what was counted in it (maintext table):'
	$(BIN)/maintext table demo/harbour-news.html

test: $(VENV)/built
	$(MAKE) lint rust-test python-test

lint: $(VENV)/built
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings

rust-test: $(VENV)/built
	cargo test --package pagetable --locked

python-test: $(VENV)/built $(VENV)/browser $(VENV)/java
	$(BIN)/pytest

# Batches on a real cluster of Spark, with workers and drivers that are killed.
spark-test: $(VENV)/built $(VENV)/java
	$(BIN)/pytest --durations=0 tests/batch/test_spark.py

# Ray is 200 MB, so it is not among what the other tests need.
ray-test: $(VENV)/built
	$(BIN)/pip install --quiet 'ray[data]>=2.50'
	$(BIN)/pytest tests/batch/test_ray.py

# The pictures in docs/pictures, taken by the tests that drive a browser.
screenshots: $(VENV)/built $(VENV)/browser
	mkdir -p docs/pictures
	MAINTEXT_SCREENSHOTS=docs/pictures $(BIN)/pytest -q -k for_the_docs tests/explain tests/label tests/serve

# Speeds, as ratios to other parsers on the same pages in the same run; see benches/README.md.
bench: $(VENV)/built $(VENV)/peers
	$(BIN)/python -m benches.parse --record
	$(BIN)/python -m benches.extract --record
	$(BIN)/python -m benches.extractors --record
	$(BIN)/python -m benches.render --record
	$(BIN)/python -m benches.metadata --record

# Memory over 100,000 extractions.
bench-memory: $(VENV)/built
	$(BIN)/python -m benches.memory --record

# The crawler with 100,000 queued addresses: throughput and memory.
bench-crawl: $(VENV)/built
	$(BIN)/python -m benches.crawl --record

# Batches: pages a second beside the same pipeline with others, 200,000 records, 20 million rows in 300 MB.
BATCH_PAGES ?= 300
bench-batch: $(VENV)/built $(VENV)/peers $(VENV)/java
	$(BIN)/python -m benches.group_by --record
	$(BIN)/python -m benches.batch speed --pages $(BATCH_PAGES) --record
	$(BIN)/python -m benches.engines --record
	$(BIN)/python -m benches.batch_figures --write
	$(BIN)/python -m benches.batch memory --record

# The service under load, with pages that hang, crash and eat memory.
LOAD_SECONDS ?= 60
bench-serve: $(VENV)/built
	$(BIN)/python -m benches.serve --seconds $(LOAD_SECONDS) --record

# The text of every page in the corpora against a conformant parser's.
parity: $(VENV)/built
	$(BIN)/python -m benches.parity

# Every extractor on the corpora that have floors; fails if a figure is below its floor. `make floors` prints the
# present figures in the form of src/maintext/evaluate/floors.json.
MAINTEXT_SHARED ?= ../shared
CORPORA ?= cleaneval_dev cleaneval_final dragnet gn1 portal wcxb_train
CORPUS_FILES = $(CORPORA:%=$(MAINTEXT_SHARED)/corpora/%.tar.xz)
evaluate: $(VENV)/built
	$(BIN)/maintext evaluate $(CORPUS_FILES) --jobs 0 --floors check

floors: $(VENV)/built
	@$(BIN)/maintext evaluate $(CORPUS_FILES) --jobs 0 --floors print

# Extractors beside peers, on one core for the sake of the times: make compare CORPORA="gn1 portal" BY=all,trafilatura
BY ?= model,all,boilerpy3,goose3,justext,newspaper4k,readability-lxml,resiliparse,rs-trafilatura,trafilatura,turbohtml
REPORT ?= .cache/compare.html
compare: $(VENV)/built $(VENV)/peers
	mkdir -p $(dir $(REPORT))
	$(BIN)/maintext evaluate $(CORPUS_FILES) --by $(BY) --types --report $(REPORT)

# The table of the matching paper, and how much of a quoted article matching keeps; writes benches/record/
# and the tables of docs/algorithms/matching.md.
matching: $(VENV)/built
	$(BIN)/python -m benches.matching --record
	$(BIN)/python -m benches.quotations --record
	$(BIN)/python -m benches.matching_docs

# Title, author and date beside trafilatura's, also by halves of the domains: rules were made on half A alone.
METADATA_CORPORA ?= wcxb_train newspaper_train
compare-metadata: $(VENV)/built $(VENV)/peers
	$(BIN)/maintext evaluate --metadata --halves $(METADATA_CORPORA:%=$(MAINTEXT_SHARED)/corpora/%.tar.xz)

# Other tools' own unit tests against our doors; fetches their source distributions from the package index.
peer-tests: $(VENV)/built $(VENV)/peers
	$(BIN)/python tools/peer_tests.py

# The model that ships, made again: the same arrays on the same machine, with its card and its learning report.
TRAINING = wcxb_train newspaper_train readability_train chinese_train
model: $(VENV)/built
	mkdir -p .cache
	$(BIN)/maintext train model $(TRAINING:%=$(MAINTEXT_SHARED)/corpora/%.tar.xz) -o .cache/model.npz

# The blocks that the model compares a block with when it says why; to be made again when the list of features changes.
typical: $(VENV)/built
	mkdir -p .cache
	$(BIN)/maintext train typical $(TRAINING:%=$(MAINTEXT_SHARED)/corpora/%.tar.xz) -o .cache/typical.npz

# Fuzzes the scanner for a minute; needs the nightly compiler and cargo-fuzz.
FUZZ_SECONDS ?= 60
fuzz: $(VENV)/built
	$(BIN)/python tools/fuzz.py $(FUZZ_SECONDS)

$(VENV)/ready: constraints.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	  { echo 'maintext needs Python 3.10 or newer: make PYTHON=python3.12 ...'; exit 1; }
	$(PYTHON) -m venv $(VENV) || { echo 'On Debian: apt-get install python3-venv'; exit 1; }
	$(BIN)/pip install --quiet --upgrade --constraint constraints.txt pip
	$(BIN)/pip install --quiet --constraint constraints.txt --requirement requirements-dev.txt
	touch $@

$(VENV)/built: $(VENV)/ready $(RUST_SOURCES)
	@tools/check-rust.sh $(RUST_NEEDED)
	VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop --release --locked --quiet
	touch $@

$(VENV)/peers: $(VENV)/ready requirements-peers.txt
	$(BIN)/pip install --quiet --constraint constraints.txt --requirement requirements-peers.txt
	touch $@

# The browser that some tests drive. Where it can't be installed they are skipped, and this says so.
$(VENV)/browser: $(VENV)/ready tools/get-browser.sh
	@tools/get-browser.sh
	touch $@

# Spark runs on Java. Where it can't be installed its tests are skipped, and this says so.
$(VENV)/java: $(VENV)/ready tools/get-java.sh
	@tools/get-java.sh
	touch $@

clean:
	rm -rf $(VENV) target fuzz/target
