# SPDX-License-Identifier: GPL-3.0-or-later
# A thin front for CMake. `make` needs a C++20 compiler, make and cmake, nothing else; `make help` lists
# the rest. Variables: EXE (result), CXX, EVALFILE (network to embed), ARCH (-march, default native), and for `make test`
# UNITY=tests or all: quicker from nothing, slower after a change.

EXE ?= stillpoint
ARCH ?= native
UNITY ?=
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
place_module = @[ ! -f '$(1)/stillpoint-mpi.so' ] || { cp '$(1)/stillpoint-mpi.so' '$(dir $(2))stillpoint-mpi.so.new' && \
	mv -f '$(dir $(2))stillpoint-mpi.so.new' '$(dir $(2))stillpoint-mpi.so'; }
place = @cp '$(1)' '$(2).new' && mv -f '$(2).new' '$(2)' && echo "built $(2)"
PLAIN = -DCMAKE_BUILD_TYPE=Release -DSTILLPOINT_TESTS=OFF

.DEFAULT_GOAL := all
# No target is a file: all that `make help` lists.
.PHONY: $(shell sed -n 's/^\([a-z0-9-]*\):.*\#\# .*/\1/p' $(firstword $(MAKEFILE_LIST)))

all: ## the engine, optimised for this CPU -> ./stillpoint (or EXE=)
	$(call configure,$(NATIVE_DIR),$(PLAIN))
	$(call build,$(NATIVE_DIR),--target stillpoint)
	$(call place_module,$(NATIVE_DIR),$(EXE))
	$(call place,$(NATIVE_DIR)/stillpoint,$(EXE))

profile-build: ## the same, a little faster: built twice, optimised for what a run of the first build did (g++)
	$(call configure,$(NATIVE_DIR)-profile,$(PLAIN) -DSTILLPOINT_PROFILE=generate)
	@find '$(NATIVE_DIR)-profile' -name '*.gcda' -delete
	$(call build,$(NATIVE_DIR)-profile,--target stillpoint)
	'$(NATIVE_DIR)-profile/stillpoint' bench >/dev/null
	$(call configure,$(NATIVE_DIR)-profile,$(PLAIN) -DSTILLPOINT_PROFILE=use)
	$(call build,$(NATIVE_DIR)-profile,--target stillpoint)
	$(call place,$(NATIVE_DIR)-profile/stillpoint,$(EXE))

PREFIX ?= /usr/local
install: ## program, man page, completions, desktop entry and documents -> PREFIX (/usr/local), below DESTDIR
	$(call configure,$(NATIVE_DIR),$(PLAIN))
	$(call build,$(NATIVE_DIR),--target stillpoint stillpoint_texts)
	@$(CLEAN_ENV) DESTDIR='$(DESTDIR)' cmake --install '$(NATIVE_DIR)' --prefix '$(PREFIX)'

uninstall: ## remove what the last `make install` from here has put there, with the same PREFIX and DESTDIR
	@scripts/uninstall '$(NATIVE_DIR)/install_manifest.txt' '$(PREFIX)' '$(DESTDIR)'

portable: ## one program for every x86-64 CPU, which chooses its code at the start; needs no library -> ./stillpoint-portable
	@scripts/setup portable
	@scripts/fetch-sources build/sources
	$(call fresh,build/portable)
	$(call configure,build/portable,$(PLAIN) $(PORTABLE))
	$(call build,build/portable,--target stillpoint stillpoint_texts)
	$(call place,build/portable/stillpoint,stillpoint-portable)

# The part that chooses must run anywhere. Each path's own flags are in cmake/StillpointPortable.cmake.
PORTABLE = -DSTILLPOINT_PORTABLE=ON -DSTILLPOINT_SOURCES='$(abspath build/sources)' -DSTILLPOINT_PATHS_DIR='$(abspath build/paths)' \
	-DSTILLPOINT_JOBS=$(JOBS) -DSTILLPOINT_UNITY=all
portable package: ARCH = x86-64

# Debian keeps games, and so chess engines, apart from other programs.
package: ## .tar.gz, .deb and, after make wasm, npm package -> build/packages; both programs carry the page
	@scripts/setup package
	@scripts/build-web
	@$(MAKE) --no-print-directory portable
	$(call fresh,build/deb)
	$(call configure,build/deb,$(PLAIN) $(PORTABLE) -DSTILLPOINT_STATIC=OFF -DCMAKE_INSTALL_BINDIR=games)
	$(call build,build/deb,--target stillpoint stillpoint_texts)
	@scripts/make-packages build/portable build/deb

check-package: package ## the Debian package in a clean Debian tree, where it plays a game (needs root)
	@scripts/check-deb

check-portable: portable ## that program under emulation, as CPUs since 2006 would run it
	@scripts/check-portable ./stillpoint-portable

aarch64: all ## cross-built for AArch64 -> build/aarch64/stillpoint, with tests and bench under emulation
	@scripts/setup aarch64
	@JOBS=$(JOBS) scripts/check-aarch64 '$(abspath $(EXE))'

library: ## libstillpoint, shared and static, for programs of your own -> build/library
	$(call fresh,build/library)
	$(call configure,build/library,$(PLAIN) -DSTILLPOINT_LIBRARY=ON)
	$(call build,build/library,--target stillpoint_shared stillpoint_static)

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
	$(call configure,build/test,-DCMAKE_BUILD_TYPE=Release -DSTILLPOINT_TESTS=ON -DSTILLPOINT_LIBRARY=ON -DSTILLPOINT_UNITY='$(UNITY)')
	$(call build,build/test)
	@scripts/run-tests build/test -j$(NPROC)

CLUSTER_TESTS ?= ranks slurm
test-cluster: ## install what is needed, build, test searches over several ranks, and Slurm; CLUSTER_TESTS=ranks for less
	@scripts/setup $(if $(filter slurm,$(CLUSTER_TESTS)),slurm,cluster)
	$(call fresh,build/test)
	$(call configure,build/test,-DCMAKE_BUILD_TYPE=Release -DSTILLPOINT_TESTS=ON)
	$(call build,build/test,--target stillpoint --target stillpoint-mpi --target unit_cluster)
	@scripts/test-cluster build/test $(CLUSTER_TESTS)

simulate: ## what a search over many machines gains, simulated; SIMULATE_ARGS="--ranks 1,2,4 --delay 0.1,10"
	$(call configure,$(NATIVE_DIR),$(PLAIN))
	$(call build,$(NATIVE_DIR),--target stillpoint-simulate)
	$(NATIVE_DIR)/stillpoint-simulate $(SIMULATE_ARGS)

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

test-gui: all ## the engine with programs of others, where they are installed: xboard, polyglot, fastchess (FASTCHESS=)
	@scripts/setup gui
	@STILLPOINT='$(abspath $(EXE))' FASTCHESS='$(FASTCHESS)' scripts/test-gui

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
	@ls -Sr build/tables-proof/*.rtbw | sed 's|.*/||; s/\.rtbw//' | xargs -P $(NPROC) -I TABLE sh -c \
		'said=$$($(abspath $(EXE)) tables compare build/tables-proof ../shared/syzygy --only TABLE --quiet); \
		same=$$?; printf "%s: %s\n" TABLE "$$said"; exit $$same'

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

TACTICS_ARGS ?=
tactics: all ## how many of our own proven positions are solved at three budgets of nodes, beside Debian's Stockfish
	bench/tactics $(TACTICS_ARGS) '$(abspath $(EXE))' /usr/games/stockfish

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
	rm -rf build stillpoint stillpoint-mpi.so stillpoint-portable stillpoint-train web/app/dist web/engine/dist

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' Makefile
