# bsim: see README.md. `make help` lists the targets.
.DEFAULT_GOAL := all
B      ?= build
CC     ?= gcc
CXX    ?= g++
LLVM   ?= /usr/lib/llvm-19
PREFIX ?= /usr/local

WARN   := -Wall -Wextra -Werror
OPT    ?= -O2 -g
MPI_CFLAGS := $(shell pkg-config --cflags mpich 2>/dev/null)
MPI_LIBS   := $(shell pkg-config --libs mpich 2>/dev/null)
CFLAGS_ALL   = -std=c11 -D_GNU_SOURCE $(WARN) $(OPT) -fno-omit-frame-pointer -I. $(MPI_CFLAGS) $(CFLAGS)
CXXFLAGS_ALL = -std=c++17 $(WARN) $(OPT) -fno-rtti -fno-exceptions -I. -isystem $(LLVM)/include -D_GNU_SOURCE \
               -D__STDC_CONSTANT_MACROS -D__STDC_FORMAT_MACROS -D__STDC_LIMIT_MACROS $(CXXFLAGS)
BSIM_LIBS := -ljansson -lmuparser -lgsl -lgslcblas -l:libboost_context.a -lm

objs = $(patsubst %.c,$(B)/obj/%.o,$(wildcard $(1)/*.c))
BSIM_O := $(call objs,bsim)
CMD_O  := $(call objs,bsim/cmd)
INS_O  := $(call objs,bsim/instrument)
LMPI_O := $(call objs,lmpi)
SKEL_O := $(patsubst %.cpp,$(B)/obj/%.o,$(wildcard skeletonizer/*.cpp))

.PHONY: all clean
all: $(B)/bin/bsim $(B)/bin/bsimcc $(B)/bin/skeletonize $(B)/lib/libbsim-commtrace.so $(B)/lib/libbsim-instrument.a

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -MMD -MP -c $< -o $@
$(B)/obj/lmpi/%.o: CFLAGS_ALL += -fvisibility=hidden
$(B)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_ALL) -MMD -MP -c $< -o $@

$(B)/lib/libbsim.a: $(BSIM_O)
$(B)/lib/liblmpi.a: $(LMPI_O)
$(B)/lib/libbsim-instrument.a: $(INS_O)
$(B)/lib/%.a:
	@mkdir -p $(@D)
	@rm -f $@
	ar rcs $@ $^

$(B)/bin/bsim: $(CMD_O) $(B)/lib/libbsim.a
	@mkdir -p $(@D)
	$(CC) -o $@ $(CMD_O) $(B)/lib/libbsim.a $(BSIM_LIBS)
$(B)/bin/bsimcc: scripts/bsimcc $(B)/lib/libbsim.a $(B)/lib/liblmpi.a
	@mkdir -p $(@D)
	install -m 755 scripts/bsimcc $@
$(B)/bin/skeletonize: $(SKEL_O)
	@mkdir -p $(@D)
	$(CXX) -o $@ $(SKEL_O) -L$(LLVM)/lib -lclang-cpp -lLLVM-19
$(B)/lib/libbsim-commtrace.so: $(wildcard lmpi/commtrace/*.c) lmpi/mpi_calls.def
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -shared -fPIC -o $@ $(wildcard lmpi/commtrace/*.c) $(MPI_LIBS)

clean:
	rm -rf $(B)

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
