/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"half", "many", "n"};
static const char *const params1[] = {"f.n[0]"};
static const char *const params2[] = {"f.n[0]"};

const bsim_block_info bsim_blocks[] = {
    {"total.1", "a.c", 26, 27, 3, params0, NULL, "total (a.c:26-27)"},
    {"main.1", "a.c", 46, 51, 1, params1, NULL, "main (a.c:46-51)"},
    {"main.2", "a.c", 53, 53, 1, params2, NULL, "count (a.c:53)"},
    {"main.3", "a.c", 56, 59, 0, NULL, "a floating-point number (a.c:56)", "main (a.c:56-59)"},
    {"main.4", "a.c", 62, 66, 0, NULL, NULL, "main (a.c:62-66)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_count_info bsim_counts[] = {
    {3, 0, "above"},
    {3, 1, "rounds a.c:56"},
};
const int bsim_ncounts = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 22, "a.c", 28},
    {"MPI_Init", "a.c", 29, "a.c", 44},
    {"MPI_Barrier", "a.c", 32, "a.c", 54},
    {"MPI_Allreduce", "a.c", 35, "a.c", 60},
    {"MPI_Finalize", "a.c", 37, "a.c", 67},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
