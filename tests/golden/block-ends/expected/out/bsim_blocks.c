/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"many"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};
static const char *const params4[] = {"2 * n", "n"};

const bsim_block_info bsim_blocks[] = {
    {"pass.1", "a.c", 22, 23, 1, params0, NULL, "pass (a.c:22-23)"},
    {"duplicate.1", "a.c", 28, 29, 1, params1, NULL, "duplicate (a.c:28-29)"},
    {"main.1", "a.c", 57, 57, 1, params2, NULL, "main (a.c:57)"},
    {"main.2", "a.c", 62, 62, 1, params3, NULL, "main (a.c:62)"},
    {"main.3", "a.c", 75, 75, 2, params4, NULL, "at_end (a.c:75)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_site_info bsim_sites[] = {
    {"MPI_Abort", "a.c", 39, "a.c", 46},
    {"MPI_Init", "a.c", 45, "a.c", 52},
    {"MPI_Bcast", "a.c", 48, "a.c", 56},
    {"MPI_Barrier", "a.c", 52, "a.c", 59},
    {"MPI_Bcast", "a.c", 55, "a.c", 64},
    {"MPI_Comm_create_keyval", "a.c", 58, "a.c", 67},
    {"MPI_Comm_set_attr", "a.c", 59, "a.c", 68},
    {"MPI_Comm_dup", "a.c", 60, "a.c", 69},
    {"MPI_Bcast", "a.c", 64, "a.c", 73},
    {"MPI_Finalize", "a.c", 65, "a.c", 74},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 10;
const int bsim_skeleton = 1;
