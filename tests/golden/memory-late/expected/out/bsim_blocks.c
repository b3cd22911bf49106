/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"(n > late ? n : late)"};
static const char *const params1[] = {"rank >= 4", "late"};
static const char *const params2[] = {"n + in[0]"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 22, 22, 1, params0, NULL, "main (a.c:22)"},
    {"main.2", "a.c", 24, 25, 2, params1, NULL, "sum (a.c:24-25)"},
    {"main.3", "a.c", 27, 27, 1, params2, NULL, "sum (a.c:27)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 13, "a.c", 20},
    {"MPI_Comm_rank", "a.c", 14, "a.c", 21},
    {"MPI_Alltoallv", "a.c", 17, "a.c", 26},
    {"MPI_Finalize", "a.c", 20, "a.c", 30},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
