/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 78, 82, 1, params0, NULL, "main (a.c:78-82)"},
    {"main.2", "a.c", 83, 87, 1, params1, NULL, "main (a.c:83-87)"},
    {"main.3", "a.c", 93, 94, 1, params2, NULL, "main (a.c:93-94)"},
    {"main.4", "a.c", 97, 98, 1, params3, NULL, "main (a.c:97-98)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 61, "a.c", 68},
    {"MPI_Comm_size", "a.c", 62, "a.c", 70},
    {"MPI_Bcast", "a.c", 75, "a.c", 88},
    {"MPI_Bcast", "a.c", 76, "a.c", 89},
    {"MPI_Bcast", "a.c", 77, "a.c", 90},
    {"MPI_Bcast", "a.c", 86, "a.c", 99},
    {"MPI_Finalize", "a.c", 89, "a.c", 101},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;
