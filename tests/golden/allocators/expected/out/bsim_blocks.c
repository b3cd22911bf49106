/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params4[] = {"live->n"};

const bsim_block_info bsim_blocks[] = {
    {"array_new.1", "a.c", 41, 41, 1, params0, NULL, "ints (a.c:41)"},
    {"array_new.2", "a.c", 42, 42, 1, params1, NULL, "allocate (a.c:42)"},
    {"main.1", "a.c", 59, 59, 0, NULL, NULL, "array_new (a.c:59)"},
    {"main.2", "a.c", 60, 62, 0, NULL, NULL, "main (a.c:60-62)"},
    {"main.3", "a.c", 63, 64, 1, params4, NULL, "main (a.c:63-64)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 46, "a.c", 57},
    {"MPI_Comm_size", "a.c", 47, "a.c", 58},
    {"MPI_Bcast", "a.c", 54, "a.c", 65},
    {"MPI_Finalize", "a.c", 56, "a.c", 70},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
