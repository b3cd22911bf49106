/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n", "mine"};
static const char *const params3[] = {"rounds of mine with rank + size * i > k", "n - k", "mine"};
static const char *const params4[] = {"end - first", "rounds of end - first with first + i > k", "n - k"};
static const char *const params5[] = {"rounds of mine with rank + size * i > k - 1", "mine", "k"};
static const char *const params6[] = {"rounds of mine with rank + size * i > k + 1", "mine", "n"};
static const char *const params7[] = {"rounds of mine with n - rank - 1 - size * i > k", "mine", "k", "n"};
static const char *const params8[] = {"rounds of mine with rank + size * i > k", "mine"};
static const char *const params9[] = {"mine", "k"};
static const char *const params10[] = {"n - k - 1", "rounds of n - k - 1 with (k + 1 + i) % size == rank", "n - k"};
static const char *const params11[] = {"n - (rounds of n with (k + i) % size == rank)", "n - k", "n"};
static const char *const params12[] = {"rank == (k % size)", "n - k"};
static const char *const params13[] = {"begin[n] - begin[1]", "n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 121, 121, 1, params0, NULL, "main (a.c:121)"},
    {"main.2", "a.c", 123, 124, 1, params1, NULL, "main (a.c:123-124)"},
    {"main.3", "a.c", 125, 125, 2, params2, NULL, "main (a.c:125)"},
    {"main.4", "a.c", 127, 127, 3, params3, NULL, "cyclic (a.c:127)"},
    {"main.5", "a.c", 129, 129, 3, params4, NULL, "rows (a.c:129)"},
    {"main.6", "a.c", 131, 131, 3, params5, NULL, "backwards (a.c:131)"},
    {"main.7", "a.c", 133, 133, 3, params6, NULL, "in_a_function (a.c:133)"},
    {"main.8", "a.c", 135, 135, 4, params7, NULL, "two_ways (a.c:135)"},
    {"main.9", "a.c", 137, 137, 2, params8, NULL, "light (a.c:137)"},
    {"main.10", "a.c", 139, 139, 2, params9, NULL, "at_the_ends (a.c:139)"},
    {"main.11", "a.c", 141, 141, 3, params10, NULL, "dealt_out (a.c:141)"},
    {"main.12", "a.c", 143, 143, 3, params11, NULL, "of_others (a.c:143)"},
    {"main.13", "a.c", 145, 145, 2, params12, NULL, "owner (a.c:145)"},
    {"main.14", "a.c", 147, 147, 2, params13, NULL, "sparse (a.c:147)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 14;
const unsigned bsim_block_rounds[] = {0, 0, 0, 0x2, 0x5, 0, 0, 0, 0, 0, 0x5, 0x3, 0x2, 0};

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 11, "a.c", 116},
    {"MPI_Comm_rank", "a.c", 12, "a.c", 117},
    {"MPI_Comm_size", "a.c", 13, "a.c", 118},
    {"MPI_Barrier", "a.c", 24, "a.c", 128},
    {"MPI_Barrier", "a.c", 24, "a.c", 130},
    {"MPI_Barrier", "a.c", 26, "a.c", 132},
    {"MPI_Barrier", "a.c", 28, "a.c", 134},
    {"MPI_Barrier", "a.c", 30, "a.c", 136},
    {"MPI_Barrier", "a.c", 32, "a.c", 138},
    {"MPI_Barrier", "a.c", 34, "a.c", 140},
    {"MPI_Barrier", "a.c", 38, "a.c", 142},
    {"MPI_Barrier", "a.c", 38, "a.c", 144},
    {"MPI_Barrier", "a.c", 38, "a.c", 146},
    {"MPI_Bcast", "a.c", 42, "a.c", 148},
    {"MPI_Finalize", "a.c", 47, "a.c", 151},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 15;
const int bsim_skeleton = 1;
