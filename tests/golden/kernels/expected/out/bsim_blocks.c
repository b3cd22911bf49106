/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"m", "n", "k"};
static const char *const params1[] = {"m", "n", "k"};
static const char *const params2[] = {"g->range[1].high - g->range[1].low - 1", "g->m"};
static const char *const params3[] = {"half", "levels"};
static const char *const params4[] = {"step"};

const bsim_block_info bsim_blocks[] = {
    {"cblas_dgemm", "a.c", 42, 42, 3, params0, NULL, "cblas_dgemm (a.c:42)"},
    {"dgemm_", "a.c", 44, 44, 3, params1, NULL, "dgemm_ (a.c:44)"},
    {"solve.3", "a.c", 46, 46, 2, params2, NULL, "smooth (a.c:46)"},
    {"solve.4", "a.c", 48, 50, 2, params3, NULL, "norm (a.c:48-50)"},
    {"main.1", "a.c", 69, 70, 1, params4, NULL, "main (a.c:69-70)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;
const unsigned bsim_block_rounds[] = {0, 0, 0x1, 0, 0};

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 22, "a.c", 43},
    {"MPI_Barrier", "a.c", 24, "a.c", 45},
    {"MPI_Barrier", "a.c", 25, "a.c", 47},
    {"MPI_Barrier", "a.c", 29, "a.c", 52},
    {"MPI_Barrier", "a.c", 30, "a.c", 54},
    {"MPI_Init", "a.c", 37, "a.c", 62},
    {"MPI_Allreduce", "a.c", 41, "a.c", 71},
    {"MPI_Finalize", "a.c", 43, "a.c", 77},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
