# SPDX-License-Identifier: GPL-3.0-or-later
# A thin front for CMake. `make` needs a C++20 compiler, make and cmake, nothing else; `make help` lists
# the rest. Variables: EXE (result), CXX, EVALFILE (network to embed), ARCH (-march, default native).

EXE ?= stillpoint
ARCH ?= native
EVALFILE ?=
ifeq ($(origin CXX),default)
CXX := $(shell command -v g++ || command -v c++ || command -v clang++ || echo c++)
endif

GENERATOR := $(if $(shell command -v ninja),Ninja,Unix Makefiles)
NPROC := $(shell nproc 2>/dev/null || echo 2)
# -jN on the command line; without one (or with a bare -j), one job per processor.
JOBS = $(or $(patsubst -j%,%,$(firstword $(filter -j%,$(MAKEFLAGS)))),$(NPROC))

# One build directory per compiler and generator: CMake cannot change either in place. Everything else
# is handed over at each call and takes effect there.
KEY := $(shell printf '%s' '$(CXX) $(GENERATOR)' | cksum | cut -d' ' -f1)
NATIVE_DIR = build/make-$(notdir $(lastword $(CXX)))-$(KEY)
CLEAN_ENV = env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS

# A preset-like directory with a fixed name starts afresh when compiler or generator changed.
fresh = @if [ "$$(cat '$(1)/.key' 2>/dev/null)" != '$(KEY)' ]; then rm -rf '$(1)'; \
	mkdir -p '$(1)'; echo '$(KEY)' > '$(1)/.key'; fi

# $(call configure,<directory>,<options>), $(call build,<directory>,<cmake --build options>)
configure = @$(CLEAN_ENV) CXX='$(CXX)' cmake -S . -B '$(1)' -G '$(GENERATOR)' --no-warn-unused-cli \
	-DSTILLPOINT_ARCH='$(ARCH)' -DEVALFILE:FILEPATH='$(EVALFILE)' $(2)
build = @$(CLEAN_ENV) cmake --build '$(1)' --parallel $(JOBS) $(2)
# Replace, never overwrite: a running engine keeps its old file.
place = @cp '$(1)' '$(2).new' && mv -f '$(2).new' '$(2)' && echo "built $(2)"
PLAIN = -DCMAKE_BUILD_TYPE=Release -DSTILLPOINT_TESTS=OFF

.DEFAULT_GOAL := all
# No target is a file: all that `make help` lists.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*\#\# .*/\1/p' $(firstword $(MAKEFILE_LIST)))

all: ## the engine, optimised for this CPU -> ./stillpoint (or EXE=)
	$(call configure,$(NATIVE_DIR),$(PLAIN))
	$(call build,$(NATIVE_DIR),--target stillpoint)
	$(call place,$(NATIVE_DIR)/stillpoint,$(EXE))

profile-build: ## the same, a little faster: built twice, optimised for what a run of the first build did (g++)
	$(call configure,$(NATIVE_DIR)-profile,$(PLAIN) -DSTILLPOINT_PROFILE=generate)
	@find '$(NATIVE_DIR)-profile' -name '*.gcda' -delete
	$(call build,$(NATIVE_DIR)-profile,--target stillpoint)
	'$(NATIVE_DIR)-profile/stillpoint' bench >/dev/null
	$(call configure,$(NATIVE_DIR)-profile,$(PLAIN) -DSTILLPOINT_PROFILE=use)
	$(call build,$(NATIVE_DIR)-profile,--target stillpoint)
	$(call place,$(NATIVE_DIR)-profile/stillpoint,$(EXE))

run: ## install what is needed, build, show the board in the browser
	@scripts/setup run
	@$(MAKE) --no-print-directory all EXE=stillpoint
	@scripts/show-board

test: ## install what is needed, build, run the unit tests and the dialogues with the program
	@scripts/setup test
	@$(MAKE) --no-print-directory run-tests

# Its own make, so that a ninja that setup has just installed is seen.
.PHONY: run-tests
run-tests:
	$(call fresh,build/test)
	$(call configure,build/test,-DCMAKE_BUILD_TYPE=Release -DSTILLPOINT_TESTS=ON)
	$(call build,build/test)
	@scripts/run-tests build/test -j$(NPROC)

board: ## the page that `./stillpoint board` shows -> web/app/dist (needs npm)
	@scripts/build-web

wasm: ## the engine as WebAssembly, in three flavours -> web/engine/dist, web/app/dist
	@scripts/setup wasm
	@scripts/build-wasm $(JOBS)
	@scripts/build-web

test-web: all ## install what is needed, build, test page and WebAssembly in a real browser
	@scripts/setup web
	@scripts/build-wasm $(JOBS)
	@scripts/build-web
	@scripts/test-web

train: ## the network trainer -> ./stillpoint-train
	$(call configure,$(NATIVE_DIR),$(PLAIN))
	$(call build,$(NATIVE_DIR),--target stillpoint-train)
	$(call place,$(NATIVE_DIR)/stillpoint-train,stillpoint-train)

train-demo: all train ## the whole way to a network in small: games, training, export, match (ten minutes)
	scripts/train-demo

microbench: ## micro-benchmarks (Google Benchmark): build and run
	$(call configure,$(NATIVE_DIR),$(PLAIN))
	$(call build,$(NATIVE_DIR),--target stillpoint-microbench)
	$(NATIVE_DIR)/stillpoint-microbench $(MICROBENCH_ARGS)

perft-full: all ## every position of the perft suites, and of those beside the checkout, to full depth
	$(abspath $(EXE)) perft-suite --threads $(NPROC) tests/data/perft*.epd $(wildcard ../shared/suites/perft*.epd)

tables-proof: all ## make all tables with three and four pieces, and compare every value with the public ones
	$(abspath $(EXE)) tables make --men 4 --out build/tables-proof
	$(abspath $(EXE)) tables verify build/tables-proof
	scripts/compare-tables build/tables-proof ../shared/syzygy
	$(abspath $(EXE)) tables compare build/tables-proof ../shared/syzygy

bench-perft: all ## speed of move generation
	scripts/bench-perft --binary $(abspath $(EXE))

bench-evaluation: all ## speed of the search with the network and with the plain evaluation
	scripts/bench-evaluation --binary $(abspath $(EXE))

SPEED_ARGS ?=
bench-speed: all ## speed of the search beside OLD=<program or commit>; SPEED_ARGS="--parts bench --pairs 5" for less
	@$(if $(OLD),,echo 'bench-speed: OLD=<program or commit> is missing' >&2; exit 2;) \
	bench/speed '$(OLD)' '$(abspath $(EXE))' $(SPEED_ARGS)

bench-datagen: all ## kept self-play positions a second; OLD=<binary> compares
	bench/datagen --binary $(abspath $(EXE)) $(if $(OLD),--old $(OLD))

ABLATION_ARGS ?=
ablation: all ## what each technique is worth -> docs/ablation.{md,json,svg}
	$(abspath $(EXE)) ablation --out docs --threads $(NPROC) $(ABLATION_ARGS)

AUDIT_ARGS ?= depth 14 samples 500
audit: all ## how often each pruning rule is wrong, and what it saves -> docs/audit.{md,json,svg}
	$(abspath $(EXE)) audit $(AUDIT_ARGS) out docs

SPSA_ARGS ?=
spsa: all ## tune parameters by self-play; SPSA_ARGS="rfp_ lmr_ --iterations 1000"
	$(abspath $(EXE)) tune --threads $(NPROC) $(SPSA_ARGS)

sanitize: ## all unit tests under the sanitizers for addresses, undefined behaviour and threads
	@scripts/setup dev
	cmake --preset asan && cmake --build build/asan --parallel $(NPROC) && ctest --preset asan -L unit
	cmake --preset tsan && cmake --build build/tsan --parallel $(NPROC) && ctest --preset tsan -L unit

FUZZ_SECONDS ?= 30
fuzz: fuzz-build ## fuzz targets (clang), FUZZ_SECONDS each
	@scripts/run-fuzz build/fuzz/fuzz $(FUZZ_SECONDS)

.PHONY: fuzz-build
fuzz-build:
	$(call fresh,build/fuzz)
	@$(CLEAN_ENV) cmake --preset fuzz -G '$(GENERATOR)'
	$(call build,build/fuzz)

sanitized-play: ## games under the address, undefined behaviour and thread sanitizers, and valgrind
	@JOBS=$(JOBS) scripts/sanitized-play $(PARTS)

GAMES ?= 100
torture: all ## fast games on a loaded machine: FASTCHESS=<program>, GAMES=<per cent>, SECTIONS="bullet ..."
	@ENGINE='$(abspath $(EXE))' scripts/torture $(GAMES) $(SECTIONS)

proof: ## all of the above on this commit, into docs/reliability.md (hours, goes on where it was ended); PARTS="perft ..."
	@FUZZ_SECONDS=$(if $(filter file,$(origin FUZZ_SECONDS)),300,$(FUZZ_SECONDS)) scripts/proof $(PARTS)

determinism: ## the same node counts from every compiler, SIMD backend and kind of build
	@JOBS=$(JOBS) scripts/check-determinism $(BUILDS)

format: ## clang-format all sources in place
	@scripts/check-format --fix

check: ## format and include direction; with TIDY=1 clang-tidy as well
	@scripts/check-format
	@scripts/check-includes
	@if [ -n "$(TIDY)" ]; then scripts/check-tidy; fi

check-docs: all ## the documents' examples, links and file names; scripts/check-docs --fix rewrites the examples
	@STILLPOINT='$(abspath $(EXE))' scripts/check-docs

clean: ## remove everything built
	rm -rf build stillpoint stillpoint-train web/app/dist web/engine/dist

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' Makefile
