/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};
static const char *const params4[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"relax.1", "a.c", 12, 13, 1, params0, NULL, "relax (a.c:12-13)"},
    {"relax.2", "a.c", 15, 15, 1, params1, NULL, "relax (a.c:15)"},
    {"relax.3", "a.c", 17, 18, 1, params2, NULL, "relax (a.c:17-18)"},
    {"main.1", "a.c", 24, 26, 1, params3, NULL, "main (a.c:24-26)"},
    {"main.2", "a.c", 30, 31, 1, params4, NULL, "main (a.c:30-31)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 14, "a.c", 14},
    {"MPI_Barrier", "a.c", 15, "a.c", 16},
    {"MPI_Init", "a.c", 21, "a.c", 22},
    {"MPI_Barrier", "a.c", 26, "a.c", 29},
    {"MPI_Finalize", "a.c", 28, "a.c", 33},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
