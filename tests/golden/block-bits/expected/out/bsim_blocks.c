/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"__builtin_popcount(n)"};
static const char *const params1[] = {"1000 * (__builtin_popcountl(many))"};
static const char *const params2[] = {"1000 * (__builtin_popcount(n) & 1)"};
static const char *const params3[] = {"-(n != 0 ? __builtin_clz(n) : 0) + 32"};
static const char *const params4[] = {"(n != 0 ? __builtin_ctz(n) : 0)"};
static const char *const params5[] = {"__builtin_bswap32(n)"};
static const char *const params6[] = {"n"};
static const char *const params7[] = {"n"};
static const char *const params8[] = {"__builtin_labs(n)"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 62, 62, 1, params0, NULL, "ones (a.c:62)"},
    {"main.2", "a.c", 64, 64, 1, params1, NULL, "ones_of_long (a.c:64)"},
    {"main.3", "a.c", 66, 66, 1, params2, NULL, "parity (a.c:66)"},
    {"main.4", "a.c", 68, 68, 1, params3, NULL, "level (a.c:68)"},
    {"main.5", "a.c", 70, 70, 1, params4, NULL, "first_one (a.c:70)"},
    {"main.6", "a.c", 72, 72, 1, params5, NULL, "swapped (a.c:72)"},
    {"main.7", "a.c", 74, 74, 1, params6, "the result of ffs() (a.c:44)", "by_library (a.c:74)"},
    {"main.8", "a.c", 76, 76, 1, params7, "a part of a number, or more than one, in a union (a.c:50)", "byte (a.c:76)"},
    {"main.9", "a.c", 78, 78, 1, params8, NULL, "absolute (a.c:78)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 9;
const unsigned bsim_block_rounds[] = {0, 0, 0, 0x1, 0, 0, 0, 0, 0};

const bsim_count_info bsim_counts[] = {
    {6, 0, "rounds a.c:14"},
    {7, 0, "rounds a.c:14"},
};
const int bsim_ncounts = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 8, "a.c", 59},
    {"MPI_Barrier", "a.c", 11, "a.c", 63},
    {"MPI_Barrier", "a.c", 11, "a.c", 65},
    {"MPI_Barrier", "a.c", 13, "a.c", 67},
    {"MPI_Barrier", "a.c", 15, "a.c", 69},
    {"MPI_Barrier", "a.c", 17, "a.c", 71},
    {"MPI_Barrier", "a.c", 19, "a.c", 73},
    {"MPI_Barrier", "a.c", 21, "a.c", 75},
    {"MPI_Barrier", "a.c", 25, "a.c", 77},
    {"MPI_Barrier", "a.c", 27, "a.c", 79},
    {"MPI_Finalize", "a.c", 27, "a.c", 80},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 11;
const int bsim_skeleton = 1;
