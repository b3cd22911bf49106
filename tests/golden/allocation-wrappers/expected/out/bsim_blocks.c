/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 56, 61, 1, params0, NULL, "main (a.c:56-61)"},
    {"main.2", "a.c", 62, 67, 1, params1, NULL, "main (a.c:62-67)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Alloc_mem", "a.c", 18, "a.c", 18},
    {"MPI_Init", "a.c", 42, "a.c", 49},
    {"MPI_Comm_size", "a.c", 43, "a.c", 51},
    {"MPI_Bcast", "a.c", 54, "a.c", 68},
    {"MPI_Bcast", "a.c", 55, "a.c", 69},
    {"MPI_Bcast", "a.c", 56, "a.c", 70},
    {"MPI_Bcast", "a.c", 57, "a.c", 71},
    {"MPI_Finalize", "a.c", 58, "a.c", 73},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
