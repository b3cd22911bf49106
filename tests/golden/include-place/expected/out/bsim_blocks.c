/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"work.1", "a.c", 14, 15, 1, params0, NULL, "work (a.c:14-15)"},
    {"work_more.1", "b.c", 7, 8, 1, params1, NULL, "work_more (b.c:7-8)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 8, "a.c", 16},
    {"MPI_Init", "a.c", 14, "a.c", 23},
    {"MPI_Bcast", "a.c", 17, "a.c", 29},
    {"MPI_Finalize", "a.c", 18, "a.c", 31},
    {"MPI_Barrier", "b.c", 7, "b.c", 9},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
