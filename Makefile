# bsim: see README.md. `make help` lists the targets.
# Everything is built under $(B). Sources are found by wildcard: a new file in a folder below needs no line here.
.DEFAULT_GOAL := all
B      ?= build
ifeq ($(origin CC),default)
CC     := gcc
endif
ifeq ($(origin CXX),default)
# clang++ takes two thirds of the time that g++ takes, and one third where a file visits Clang's syntax tree.
CXX    := clang++-19
endif
LLVM   ?= /usr/lib/llvm-19
PREFIX ?= /usr/local
CASE   ?= heat2d
COUNTED ?= heat2d cg wavefront jacobi3d multigrid md-density cg-learned laplace tests/counted/elimination tests/counted/block-cyclic tests/counted/parts tests/counted/legendre tests/counted/tiles --ranks 4,16
VALIDATE ?= heat2d cg wavefront jacobi3d multigrid md-density cg-learned nas-ep hpl-here tachyon pyrodist
JOBS   ?= $(shell nproc 2>/dev/null || echo 1)

WARN   := -Wall -Wextra -Werror
OPT    ?= -O2 -g
ifeq (,$(findstring clang,$(CC)))
# Of the runtime: much of a message's way is in small functions, which this inlines; fields of a request that are set
# one after the other are not gathered into vector registers first.
FAST   ?= -O3 -fno-tree-slp-vectorize
endif
MPI_CFLAGS := $(shell pkg-config --cflags mpich 2>/dev/null)
MPI_LIBS   := $(shell pkg-config --libs mpich 2>/dev/null)
MPI_DIR    := $(shell pkg-config --variable=includedir mpich 2>/dev/null)
CFLAGS_ALL   = -std=c11 -D_GNU_SOURCE $(WARN) $(OPT) $(FAST) -ffp-contract=off -I. -Iinclude $(MPI_CFLAGS) $(CFLAGS)
CXXFLAGS_ALL = -std=c++17 $(WARN) $(OPT) -fno-rtti -fno-exceptions -I. -Iinclude -isystem $(LLVM)/include -D_GNU_SOURCE \
               -D__STDC_CONSTANT_MACROS -D__STDC_FORMAT_MACROS -D__STDC_LIMIT_MACROS $(CXXFLAGS)
# Lines are enough for backtraces, at half of the size.
CFLAGS_ALL   += $(if $(filter -g,$(OPT)),-g1)
CXXFLAGS_ALL += $(if $(filter -g,$(OPT)),-g1)
ifeq (,$(findstring clang,$(CXX)))
PCH := $(B)/obj/skeletonizer/base/Llvm.h.gch
use_pch = -Winvalid-pch -include $(1:%.gch=%)
else
PCH := $(B)/obj/skeletonizer/base/Llvm.h.pch
use_pch = -include-pch $(1)
PCH_FLAGS := -fpch-instantiate-templates # once, and not in each source: a quarter of the time
CXXFLAGS_ALL += -Wno-deprecated-declarations # libstdc++ 12's std::stable_sort uses what it marks deprecated
endif
# The front end's sources, which visit Clang's syntax tree, have one of their own.
PCH_CLANG := $(subst Llvm.h,Clang.h,$(PCH))
USE_PCH = $(call use_pch,$(PCH))
BSIM_LIBS := -ljansson -lmuparser -lgsl -lgslcblas -lzstd -l:libboost_context.a -lm
CMD_LIBS  := -lexpat -lopen-trace-format2
LLVM_LIBS := -L$(LLVM)/lib -l:libclang-cpp.so.19.1 -lLLVM-19
# Of the skeletonizer: static libraries where they are installed. A process begins in a quarter of the time, since there
# are no 580,000 addresses to adjust.
ifneq (,$(and $(wildcard $(LLVM)/lib/libclangFrontend.a $(LLVM)/lib/libLLVMCore.a),$(if $(findstring -fsanitize,$(OPT)),,static)))
archives = $(patsubst lib%.a,-l%,$(notdir $(wildcard $(LLVM)/lib/$(1)*.a)))
GOLD      := $(if $(shell command -v ld.gold),-fuse-ld=gold)
SKEL_LIBS := $(GOLD) -no-pie -Wl,--gc-sections -L$(LLVM)/lib -Wl,--start-group $(call archives,libclang) $(call archives,libLLVM) \
             -Wl,--end-group -lz -lzstd -ldl -lm -lrt
else
SKEL_LIBS := $(LLVM_LIBS)
endif

objs = $(patsubst %.c,$(B)/obj/%.o,$(filter-out $(2),$(wildcard $(1))))
CMD_O  := $(call objs,bsim/cmd/*.c)
INS_C  := $(wildcard bsim/instrument/*.c) bsim/base/pages.c bsim/base/places.c bsim/base/spawn.c
INS_O  := $(INS_C:%.c=$(B)/obj/%.o)
BSIM_O := $(call objs,bsim/*/*.c,bsim/cmd/% bsim/instrument/% bsim/process/edge.c)
CHECK_O := $(call objs,lmpi/check/*.c)
LMPI_O := $(call objs,lmpi/*/*.c,lmpi/check/% lmpi/commtrace/% lmpi/player/% lmpi/record/% lmpi/replay/% lmpi/walltime/% lmpi/yield/% lmpi/lab/%) \
          $(call objs,lmpi/record/record_handles.c lmpi/record/record_queue.c lmpi/record/record_sequences.c)
# The skeletonizer's folders are compiled as one source each, in less than half of the time: LLVM's templates are made once
# for all files of a folder. scripts/check-gcc compiles each file alone. The largest come first.
SKEL_M := $(B)/obj/skeletonizer/driver/main.o
SKEL_F := $(shell du -s skeletonizer/*/ | sort -rn | sed 's,.*skeletonizer/\(.*\)/,\1,')
SKEL_O := $(patsubst %,$(B)/obj/skeletonizer/%.o,$(SKEL_F)) $(SKEL_M)
TOOL_O := $(patsubst %.cpp,$(B)/obj/%.o,$(wildcard tests/analysis/*.cpp)) $(filter-out $(SKEL_M),$(SKEL_O))
UNIT_T := $(patsubst %,$(B)/%,$(basename $(wildcard tests/unit/*.c tests/unit/*.cpp)))

.PHONY: all runtime deps predict check check-long check-suite fuzz bench fit-quality validate counted lab corpus conformance units warnings analyses install man format clean help
all: runtime $(B)/bin/skeletonize
# All but the skeletonizer.
runtime: $(B)/bin/bsim $(B)/bin/bsimcc $(B)/lib/libbsim-instrument.a $(B)/lib/libbsim-untimed.so \
         $(B)/lib/libbsim-commtrace.so $(B)/lib/libbsim-record.so $(B)/lib/libbsim-replay.so $(B)/lib/bsim-player \
         $(B)/lib/libbsim-walltime.so $(B)/lib/libbsim-yield.so $(B)/bin/bsim-pingpong $(B)/bin/bsim-collectives \
         $(B)/lib/bsim-collectives $(B)/bin/bsim-kernels

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(CFLAGS_LAYER) -MMD -MP -c $< -o $@
$(B)/obj/lmpi/%.o: CFLAGS_LAYER = -fvisibility=hidden -include $(B)/obj/real_pmpi.h
$(LMPI_O): $(B)/obj/real_pmpi.h
$(B)/obj/real_pmpi.h: scripts/mpi-wrap
	@mkdir -p $(@D)
	sh scripts/mpi-wrap real $(MPI_DIR) >$@.part
	@mv $@.part $@
$(B)/obj/%.o: %.cpp $(PCH)
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_ALL) $(USE_PCH) -MMD -MP -c $< -o $@
.SECONDARY: $(patsubst %.o,%.cpp,$(filter-out $(SKEL_M),$(SKEL_O)))
$(B)/obj/skeletonizer/%.cpp: skeletonizer/% # a folder is newer when it has other files
	@mkdir -p $(@D)
	@ls skeletonizer/$*/*.cpp | sed '/driver.main.cpp/d;s/.*/#include "&"/' >$@
$(B)/obj/skeletonizer/%.o: $(B)/obj/skeletonizer/%.cpp $(PCH)
	$(CXX) $(CXXFLAGS_ALL) $(USE_PCH) -MMD -MP -c $< -o $@
$(B)/obj/skeletonizer/report.o: skeletonizer/report/ReportPage.html
$(B)/obj/skeletonizer/frontend.o: USE_PCH = $(call use_pch,$(PCH_CLANG))
$(B)/obj/skeletonizer/frontend.o: $(PCH_CLANG)
$(PCH) $(PCH_CLANG): $(B)/obj/%$(suffix $(PCH)): %
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_ALL) -MMD -MP -MF $(basename $@).d $(PCH_FLAGS) -x c++-header $< -o $@

# The functions with large counts.
LARGE := $(B)/obj/lmpi/large/calls
$(LARGE).c: scripts/large_counts.py include/lmpi/mpi_calls.def include/lmpi/mpi_large.def
	@mkdir -p $(@D)
	python3 $< >$@.part
	@mv $@.part $@
$(LARGE).o: $(LARGE).c
	$(CC) $(CFLAGS_ALL) -MMD -MP -c $< -o $@
# The same as a table, for what records calls of MPI.
LARGE_TABLE := $(B)/obj/tables/mpi_calls_large.def
$(LARGE_TABLE): scripts/large_counts.py include/lmpi/mpi_calls.def include/lmpi/mpi_large.def
	@mkdir -p $(@D)
	python3 $< --table >$@.part
	@mv $@.part $@
RECORD_FLAGS := -I$(dir $(LARGE_TABLE))

$(B)/lib/libbsim.a: $(BSIM_O)
$(B)/lib/liblmpi.a: $(LMPI_O) $(LARGE).o
$(B)/lib/libbsim-check.a: $(CHECK_O)
$(CHECK_O): $(B)/obj/real_pmpi.h
$(B)/lib/check.wrap: include/lmpi/mpi_calls.def include/lmpi/mpi_large.def lmpi/check/library.c lmpi/check/streams.c Makefile # of what bsimcc --check links
	@mkdir -p $(@D)
	sed -n 's/^MPI_CALL([A-Za-z_]* *\*\{0,1\}, *\([A-Za-z_0-9]*\),.*/--wrap=MPI_\1/p' $< | grep -v MPI_Pcontrol >$@.part
	sed -n 's/^MPI_LARGE_OWN(\([A-Za-z_]*\),.*\*\(newtype\|op\)))$$/--wrap=MPI_\1_c/p' $(word 2,$^) >>$@.part
	sed -n 's/^MPI_LARGE_OWN(\(\(Unp\|P\)ack\(_external\)\{0,1\}\),.*/--wrap=MPI_\1_c/p' $(word 2,$^) >>$@.part
	sed -n 's/^LIBRARY([^,]*, *\([a-z]*\),.*/--wrap=\1/p; s/^OPENS(\([a-z0-9]*\))/--wrap=\1/p' $(word 3,$^) >>$@.part
	sed -n 's/^\(STREAM\|MOVES\)([^,]*, *\([a-z0-9]*\),.*/--wrap=\2/p; s/^\(FORMAT\|AT_ONCE\|PLACED\|OPEN\|CONTROL\|LOOKS\)(\([a-z0-9_]*\)[,)].*/--wrap=\2/p; s/^[a-z_]* __wrap_\([a-z]*\)(.*{$$/--wrap=\1/p' \
	    $(word 4,$^) | sort -u >>$@.part
	@mv $@.part $@
$(B)/lib/libbsim-instrument.a: $(INS_O)
# The same for programs without timers: whatever is linked into one moves its code, and loops are slower or faster then.
$(B)/lib/libbsim-untimed.so: $(INS_C) $(wildcard bsim/base/*.h bsim/instrument/*.h) bsim/instrument/untimed.map
	@mkdir -p $(@D)
	$(CC) $(filter-out -fsanitize=%,$(CFLAGS_ALL)) -shared -fPIC -Wl,--version-script=bsim/instrument/untimed.map -o $@ $(INS_C) \
		$(MPI_LIBS) -lpapi -lm
$(B)/lib/mpi.wrap: scripts/mpi-wrap $(B)/lib/liblmpi.a # of all that links liblmpi.a
	sh scripts/mpi-wrap wrap $(MPI_DIR) $(B)/lib/liblmpi.a >$@.part
	@mv $@.part $@
$(B)/lib/%.a:
	@mkdir -p $(@D)
	@rm -f $@
	ar rcs $@ $^

$(B)/bin/bsim: $(CMD_O) $(B)/lib/libbsim.a
	@mkdir -p $(@D)
	@mkdir -p $(B)/share/bsim
	@ln -sfn $(CURDIR)/scripts $(B)/share/bsim/scripts
	@ln -sfn $(CURDIR)/models/platforms $(B)/share/bsim/platforms
	$(CC) $(OPT) -o $@ $(CMD_O) $(B)/lib/libbsim.a $(BSIM_LIBS) $(CMD_LIBS)
$(B)/obj/missing.o: $(B)/lib/mpi.wrap
	@mkdir -p $(@D)
	sh scripts/mpi-wrap stops $(B)/lib/mpi.wrap | $(CC) -O1 -ffunction-sections -fno-optimize-sibling-calls -x c -c -o $@ -
$(B)/lib/libbsim-missing.a: $(B)/obj/missing.o
$(B)/lib/libbsim-pmpi.a: scripts/mpi-wrap $(B)/lib/liblmpi.a
	sh scripts/mpi-wrap pmpi $(B)/lib/liblmpi.a "$(CC)" $@
# With the version of the runtime that programs are linked with: a digest of its sources.
NO_RUNTIME := bsim/cmd bsim/bench bsim/fit bsim/instrument lmpi/commtrace lmpi/lab lmpi/record lmpi/replay lmpi/walltime lmpi/yield
RUNTIME_SOURCES := $(sort $(filter-out $(NO_RUNTIME:=/%),$(wildcard bsim/*/*.[ch] lmpi/*/*.[ch] include/*/*.h include/*/*.def)))
$(B)/obj/runtime_version.h: $(RUNTIME_SOURCES)
	@mkdir -p $(@D)
	@cat $^ | sha256sum | sed 's/^\(.\{16\}\).*/#define BSIM_RUNTIME_VERSION "\1"/' >$@.part
	@mv $@.part $@
$(B)/lib/bsim-edge.o: bsim/process/edge.c $(B)/obj/runtime_version.h
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -include $(B)/obj/runtime_version.h -c -o $@ $<
$(B)/bin/bsimcc: scripts/bsimcc $(B)/lib/libbsim.a $(B)/lib/liblmpi.a $(B)/lib/mpi.wrap $(B)/lib/libbsim-missing.a \
                 $(B)/lib/libbsim-pmpi.a $(B)/lib/bsim-edge.o $(B)/lib/libbsim-check.a $(B)/lib/check.wrap
	@mkdir -p $(@D)
	@rm -rf $(B)/include
	@ln -sfn $(CURDIR)/include $(B)/include
	sed -e "s|^mpi_cflags=.*|mpi_cflags='$$(pkg-config --cflags mpich)'|" -e "s|^mpi_libs=.*|mpi_libs='$$(pkg-config --libs mpich)'|" scripts/bsimcc >$@.part
	chmod 755 $@.part
	@mv $@.part $@
$(B)/bin/bsim-pingpong: benchmarks/calibrate/pingpong.c benchmarks/calibrate/end.h bsim/base/launcher.c bsim/base/launcher.h # run by bsim calibrate under mpiexec
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -o $@ $< bsim/base/launcher.c $(MPI_LIBS) -lm
$(B)/bin/bsim-collectives: benchmarks/calibrate/collectives.c benchmarks/calibrate/end.h bsim/base/launcher.c bsim/base/launcher.h # likewise
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -o $@ $< bsim/base/launcher.c $(MPI_LIBS) -lm
$(B)/bin/bsim-kernels: $(wildcard benchmarks/kernels/*.c) benchmarks/kernels/kernels.h # run by bsim bench --kernels
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -o $@ $(filter %.c,$^) -ldl -lm
$(B)/bin/skeletonize: $(SKEL_O)
	@mkdir -p $(@D)
	$(CXX) $(OPT) -o $@ $(SKEL_O) $(SKEL_LIBS)
$(B)/lib/libbsim-walltime.so: lmpi/walltime/walltime.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -shared -fPIC -o $@ $< $(MPI_LIBS)
$(B)/lib/libbsim-yield.so: lmpi/yield/yield.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -shared -fPIC -o $@ $< -ldl
# For the lab (scripts/lab.py): processes that sleep while they wait, and skeletons that sleep instead of calculating.
$(B)/lib/libbsim-wait.so: lmpi/lab/wait.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -shared -fPIC -o $@ $< -ldl -lucp
$(B)/lib/libbsim-slept.a: $(B)/obj/lmpi/lab/slept.o
$(B)/obj/lmpi/lab/slept.o: CFLAGS_LAYER = # it is linked with the real MPI
LARGE_TRACE := $(B)/obj/commtrace_large.c
$(LARGE_TRACE): scripts/large_counts.py include/lmpi/mpi_calls.def include/lmpi/mpi_large.def
	@mkdir -p $(@D)
	python3 $< --trace >$@.part
	@mv $@.part $@
$(B)/lib/libbsim-commtrace.so: $(wildcard lmpi/commtrace/*.c) $(LARGE_TRACE) $(wildcard lmpi/*/*.h) include/lmpi/mpi_calls.def
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -shared -fPIC -o $@ $(wildcard lmpi/commtrace/*.c) $(LARGE_TRACE) $(MPI_LIBS)

$(B)/obj/record_others.c: scripts/record_others.py include/lmpi/mpi_calls.def include/lmpi/mpi_large.def
	@mkdir -p $(@D)
	python3 scripts/record_others.py $(MPI_DIR) >$@.part
	@mv $@.part $@
RECORD_C := $(wildcard lmpi/record/*.c)
$(B)/lib/libbsim-record.so: $(RECORD_C) bsim/base/pages.c $(wildcard bsim/base/*.h) bsim/trace/trace_repeat.c $(wildcard lmpi/record/*.h lmpi/record/*.map bsim/trace/*.h) include/lmpi/mpi_calls.def $(LARGE_TABLE) $(B)/obj/record_others.c
	@mkdir -p $(@D)
	$(CC) $(filter-out -fsanitize=%,$(CFLAGS_ALL)) $(RECORD_FLAGS) -shared -fPIC -Wl,--version-script=lmpi/record/exports.map -o $@ $(RECORD_C) bsim/base/pages.c bsim/trace/trace_repeat.c $(B)/obj/record_others.c \
		$(MPI_LIBS) -lzstd -ldl
# The recorder, on answers from a log in place of MPI.
$(B)/obj/replay_others.c: scripts/record_others.py include/lmpi/mpi_calls.def include/lmpi/mpi_large.def $(wildcard lmpi/replay/*.c) lmpi/record/record.c lmpi/record/content_local.h
	@mkdir -p $(@D)
	python3 scripts/record_others.py $(MPI_DIR) --replay >$@.part
	@mv $@.part $@
REPLAY_C := $(wildcard lmpi/record/record*.c lmpi/replay/*.c) lmpi/record/content_args.c lmpi/record/content_blocks.c lmpi/record/content_takes.c lmpi/record/content_windows.c bsim/base/pages.c bsim/trace/trace_content.c bsim/trace/trace_repeat.c
$(B)/lib/libbsim-replay.so: $(REPLAY_C) $(wildcard bsim/base/*.h) $(wildcard lmpi/record/*.h lmpi/record/*.map lmpi/replay/*.h bsim/trace/*.h) include/lmpi/mpi_calls.def $(LARGE_TABLE) $(B)/obj/replay_others.c
	@mkdir -p $(@D)
	$(CC) $(filter-out -fsanitize=%,$(CFLAGS_ALL)) $(RECORD_FLAGS) -shared -fPIC -Wl,--version-script=lmpi/record/exports.map -o $@ $(REPLAY_C) $(B)/obj/replay_others.c \
		$(MPI_LIBS) -lzstd -ldl

# A program on the runtime, as users build them: bsim simulate runs it.
PLAYER_C := $(wildcard lmpi/player/*.c)
$(B)/lib/bsim-player: $(PLAYER_C) $(wildcard lmpi/player/*.h bsim/trace/*.h) include/lmpi/mpi_calls.def $(B)/bin/bsimcc
	@mkdir -p $(@D)
	BSIM_CC="$(CC)" $(B)/bin/bsimcc $(CFLAGS_ALL) -o $@ $(PLAYER_C) -Wl,--no-as-needed -lzstd

# The same calls on simulated ranks, beside which bsim calibrate holds what bsim-collectives measures.
$(B)/lib/bsim-collectives: benchmarks/calibrate/collectives.c $(B)/bin/bsimcc
	@mkdir -p $(@D)
	BSIM_CC="$(CC)" $(B)/bin/bsimcc $(CFLAGS_ALL) -DSIMULATED -o $@ $< -lm

# Unit tests: one executable for each file of tests/unit, against the libraries. They run shortly: to compile and link them
# takes longer.
UNIT_FLAGS := -O1 $(if $(shell command -v ld.gold),-fuse-ld=gold)
units: $(UNIT_T)
$(B)/tests/unit/%: tests/unit/%.c $(B)/lib/liblmpi.a $(B)/lib/libbsim.a $(B)/lib/mpi.wrap
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(UNIT_FLAGS) -include $(B)/obj/real_pmpi.h -Wl,@$(B)/lib/mpi.wrap -fno-optimize-sibling-calls -MMD -MP -o $@ $< -L$(B)/lib -Wl,-u,bsim_layer -llmpi -lbsim $(MPI_LIBS) $(BSIM_LIBS) -lcmocka

$(B)/tests/unit/%: tests/unit/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_ALL) -MMD -MP -o $@ $< $(LLVM_LIBS) -lcmocka

# Clang's warnings and errors for all C sources of the runtime and of its tests; makes no code.
WARNED := $(patsubst %.c,$(B)/warnings/%,$(wildcard bsim/*/*.c lmpi/*/*.c tests/unit/*.c)) $(B)/warnings/$(LARGE)
warnings: $(WARNED)
$(addprefix $(B)/warnings/lmpi/,commtrace/% lab/% player/% walltime/% yield/%): CFLAGS_LAYER =
$(addprefix $(B)/warnings/lmpi/,record/% replay/%): CFLAGS_LAYER = $(RECORD_FLAGS)
$(filter $(B)/warnings/lmpi/record/% $(B)/warnings/lmpi/replay/%,$(WARNED)): $(LARGE_TABLE)
$(B)/warnings/lmpi/% $(B)/warnings/tests/%: CFLAGS_LAYER = -include $(B)/obj/real_pmpi.h
$(B)/warnings/%: %.c $(B)/obj/real_pmpi.h
	@mkdir -p $(@D)
	clang-19 -fsyntax-only $(filter-out $(FAST),$(CFLAGS_ALL)) $(CFLAGS_LAYER) -MMD -MP -MT $@ -MF $@.d $<
	@touch $@

# The commands as libFuzzer's targets; tests/fuzz/run.py gives CC and OPT.
FUZZ_O := $(filter-out $(B)/obj/bsim/cmd/main.o,$(CMD_O)) $(B)/obj/tests/fuzz/commands.o
$(B)/tests/fuzz: $(FUZZ_O) $(B)/lib/libbsim.a
	@mkdir -p $(@D)
	$(CC) $(OPT) -fsanitize=fuzzer -o $@ $^ $(BSIM_LIBS) $(CMD_LIBS)

# What tests of the skeletonizer's analyses ask them with: its objects without its main.
analyses: $(B)/tests/analyses
$(B)/tests/analyses: $(TOOL_O)
	@mkdir -p $(@D)
	$(CXX) $(OPT) -o $@ $(TOOL_O) $(SKEL_LIBS)

deps: ## installs what is missing of the Debian packages that bsim needs
	@sh scripts/install-deps

predict: deps ## one case from its sources to a predicted time; CASE=heat2d, cg, wavefront, nas-is, nas-ep, nas-dt, hpl, phantom
	@$(MAKE) --no-print-directory -s -j$(JOBS) all
	@python3 scripts/predict.py --build $(B) $(CASE)
validate: deps ## predictions of 11 programs beside real MPICH with 1 and 2 ranks on this node; VALIDATE="heat2d ..."
	@$(MAKE) --no-print-directory -s -j$(JOBS) all
	@python3 scripts/validate.py --build $(B) $(VALIDATE)
counted: deps ## predictions beside runs whose time is counted, so that no load disturbs them; COUNTED="heat2d --ranks 4,16"
	@$(MAKE) --no-print-directory -s -j$(JOBS) all
	@python3 tests/counted/run.py --build $(B) $(COUNTED)
lab: deps ## predictions beside MPICH on a small cluster of network namespaces on this host, and SMPI's; needs root. LAB="--group 10"
	@$(MAKE) --no-print-directory -s -j$(JOBS) all $(B)/lib/libbsim-wait.so $(B)/lib/libbsim-slept.a
	@python3 scripts/lab.py --build $(B) $(LAB)
check: deps ## all tests; ends with "N passed, N failed"
	@python3 scripts/check.py --build $(B)
check-long: deps ## all tests, and those that take longer: the NAS benchmarks, HPL, more seeds
	@python3 scripts/check.py --build $(B) --long
conformance: deps ## MPICH's own test lists on simulated ranks, beside MPICH; a table. ONLY=coll,topo for some
	@$(MAKE) --no-print-directory -s -j$(JOBS) all
	@python3 tests/mpich/conformance.py --build $(B) --jobs $(JOBS) $(ONLY)
check-suite: deps ## bsim check on 2,816 programs with and without mistakes: recall and specificity by category; about 15 minutes
	@$(MAKE) --no-print-directory -s -j$(JOBS) runtime
	@python3 tests/check-suite/run.py --build $(B) --table $(B)/check-suite.md
fuzz: deps ## libFuzzer on the readers of all input files, 10 million inputs; FUZZ="--seconds 60 platform" for less
	@$(MAKE) --no-print-directory -s -j$(JOBS) runtime
	@B=$(B) python3 tests/fuzz/run.py $(FUZZ)
corpus: deps ## slices and verifies MPI programs of Debian packages; a table in $(B)/corpus. ONLY=name,... for some
	@$(MAKE) --no-print-directory -s -j$(JOBS) all
	@python3 scripts/corpus.py --build $(B) $(ONLY)
bench: deps ## speed and memory of the runtime beside SimGrid SMPI, time of slicing; tables in $(B)/bench
	@$(MAKE) --no-print-directory -s -j$(JOBS) all
	@python3 scripts/bench.py --build $(B)
	@python3 scripts/bench_slice.py --build $(B)
	@python3 scripts/bench_cards.py --build $(B)
	@python3 scripts/bench_cards.py --build $(B) --collectives
	@python3 scripts/bench_links.py --build $(B) --only here --large 1024
	@python3 scripts/bench_collectives.py --build $(B)
	@python3 scripts/bench_record.py --build $(B)
	@python3 scripts/bench_simulate.py --build $(B)
fit-quality: deps ## errors of bsim fit at sizes between and beyond the fitted ones, beside Extra-P's search space
	@$(MAKE) --no-print-directory -s -j$(JOBS) $(B)/bin/bsim
	@python3 tests/fit-quality/quality.py --build $(B)

install: all man ## installs into PREFIX (/usr/local): bin, lib, include, share/bsim, man pages
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include/bsim \
	    $(DESTDIR)$(PREFIX)/include/lmpi $(DESTDIR)$(PREFIX)/share/bsim $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(B)/bin/bsim $(B)/bin/bsim-pingpong $(B)/bin/bsim-collectives $(B)/bin/bsim-kernels $(B)/bin/bsimcc $(B)/bin/skeletonize \
	    $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(B)/lib/bsim-edge.o $(B)/lib/libbsim.a $(B)/lib/liblmpi.a $(B)/lib/mpi.wrap $(B)/lib/libbsim-missing.a $(B)/lib/libbsim-pmpi.a $(B)/lib/libbsim-instrument.a \
	    $(B)/lib/libbsim-check.a $(B)/lib/check.wrap $(DESTDIR)$(PREFIX)/lib
	install -m 755 $(B)/lib/libbsim-untimed.so $(B)/lib/libbsim-commtrace.so $(B)/lib/libbsim-record.so $(B)/lib/libbsim-replay.so $(B)/lib/libbsim-walltime.so $(B)/lib/libbsim-yield.so \
	    $(B)/lib/bsim-player $(B)/lib/bsim-collectives $(DESTDIR)$(PREFIX)/lib
	install -m 644 include/bsim/bsim.h $(DESTDIR)$(PREFIX)/include/bsim
	install -m 644 include/lmpi/lmpi.h include/lmpi/mpi_calls.def include/lmpi/mpi_large.def $(DESTDIR)$(PREFIX)/include/lmpi
	cp -r models/platforms models/schema $(DESTDIR)$(PREFIX)/share/bsim
	install -d $(DESTDIR)$(PREFIX)/share/bsim/scripts
	install -m 644 scripts/benchcase.py scripts/bsimcase.py $(DESTDIR)$(PREFIX)/share/bsim/scripts
	for m in $(B)/man/*.1; do [ ! -f "$$m" ] || install -m 644 "$$m" $(DESTDIR)$(PREFIX)/share/man/man1; done
man: ## man pages from docs/reference/
	@python3 scripts/man.py $(B)/man

format: ## formats all C and C++ sources with clang-format-19
	@sh scripts/format
clean: ## removes what was built (and fetched)
	rm -rf $(B)
help: ## this list
	@echo "make             build $(B)/bin/{skeletonize,bsim,bsimcc} and $(B)/lib"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | sed 's/\$$(B)/$(B)/' | \
	    while IFS='|' read t d; do printf 'make %-11s %s\n' "$$t" "$$d"; done
	@echo "variables:       CC, CXX, OPT, B (build folder), JOBS, LLVM, PREFIX, CASE, VALIDATE, COUNTED, LAB, FUZZ"

-include $(shell find $(B)/obj $(B)/tests $(B)/warnings -name '*.d' 2>/dev/null)
