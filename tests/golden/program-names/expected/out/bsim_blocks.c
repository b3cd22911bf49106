/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "jacobi";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};
static const char *const params3[] = {"n"};
static const char *const params4[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "jacobi.c", 13, 13, 1, params0, NULL, "main (jacobi.c:13)"},
    {"main.2", "jacobi.c", 16, 16, 1, params1, NULL, "smooth (jacobi.c:16)"},
    {"main.3", "jacobi.c", 19, 21, 1, params2, NULL, "main (jacobi.c:19-21)"},
    {"main.4", "jacobi.c", 23, 24, 1, params3, NULL, "main (jacobi.c:23-24)"},
    {"relax.1", "part/kernels.c", 5, 6, 1, params4, NULL, "relax (part/kernels.c:5-6)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 5;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "jacobi.c", 9, "jacobi.c", 11},
    {"MPI_Barrier", "jacobi.c", 15, "jacobi.c", 18},
    {"MPI_Barrier", "jacobi.c", 17, "jacobi.c", 22},
    {"MPI_Barrier", "jacobi.c", 18, "jacobi.c", 25},
    {"MPI_Finalize", "jacobi.c", 21, "jacobi.c", 27},
    {"MPI_Barrier", "part/kernels.c", 7, "part/kernels.c", 7},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
