/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params2[] = {"area.ny", "a"};
static const char *const params3[] = {"mesh.ny"};
static const char *const params4[] = {"all.n[3]"};
static const char *const params6[] = {"mesh.nx", "mesh.ny"};
static const char *const params7[] = {"a", "b"};
static const char *const params8[] = {"both.whole"};
static const char *const params9[] = {"a"};
static const char *const params10[] = {"first != 0", "first && first->level >= 0 && first->level < 1000 ? table[first->level] : 0"};

const bsim_block_info bsim_blocks[] = {
    {"hidden.1", "a.c", 79, 79, 0, NULL, "a value that has no name in front of the block (a.c:37)", "global (a.c:79)"},
    {"main.1", "a.c", 94, 95, 0, NULL, NULL, "main (a.c:94-95)"},
    {"main.2", "a.c", 98, 99, 2, params2, NULL, "small (a.c:98-99)"},
    {"main.3", "a.c", 101, 101, 1, params3, NULL, "middle (a.c:101)"},
    {"main.4", "a.c", 103, 103, 1, params4, NULL, "large (a.c:103)"},
    {"main.5", "a.c", 105, 105, 0, NULL, "a value in memory that has no name in front of the block (a.c:105)", "changed (a.c:105)"},
    {"main.6", "a.c", 107, 107, 2, params6, NULL, "assigned (a.c:107)"},
    {"main.7", "a.c", 109, 109, 2, params7, NULL, "returned (a.c:109)"},
    {"main.8", "a.c", 111, 111, 1, params8, NULL, "of_union (a.c:111)"},
    {"main.9", "a.c", 113, 113, 1, params9, "what qsort() writes (a.c:113)", "main (a.c:113)"},
    {"main.10", "a.c", 116, 116, 2, params10, NULL, "guarded (a.c:116)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 11;

const bsim_count_info bsim_counts[] = {
    {0, 0, "rounds a.c:37"},
    {5, 0, "rounds a.c:37"},
    {9, 1, "rounds a.c:69"},
};
const int bsim_ncounts = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 34, "a.c", 80},
    {"MPI_Init", "a.c", 39, "a.c", 90},
    {"MPI_Barrier", "a.c", 48, "a.c", 100},
    {"MPI_Barrier", "a.c", 50, "a.c", 102},
    {"MPI_Barrier", "a.c", 50, "a.c", 104},
    {"MPI_Barrier", "a.c", 52, "a.c", 106},
    {"MPI_Barrier", "a.c", 56, "a.c", 108},
    {"MPI_Barrier", "a.c", 56, "a.c", 110},
    {"MPI_Barrier", "a.c", 60, "a.c", 112},
    {"MPI_Barrier", "a.c", 62, "a.c", 114},
    {"MPI_Barrier", "a.c", 65, "a.c", 117},
    {"MPI_Finalize", "a.c", 65, "a.c", 118},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 12;
const int bsim_skeleton = 1;
