/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"share.1", "b.c", 7, 8, 1, params0, NULL, "share (b.c:7-8)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 16, "a.c", 16},
    {"MPI_Init", "a.c", 23, "a.c", 24},
    {"MPI_Bcast", "a.c", 38, "a.c", 39},
    {"MPI_Finalize", "a.c", 39, "a.c", 41},
    {"MPI_Bcast", "b.c", 9, "b.c", 10},
    {"MPI_Barrier", "b.c", 14, "b.c", 16},
    {"MPI_Bcast", "b.c", 24, "b.c", 34},
    {"MPI_Bcast", "b.c", 30, "b.c", 41},
    {"MPI_Bcast", "b.c", 41, "b.c", 53},
    {"MPI_Bcast", "b.c", 46, "b.c", 59},
    {"MPI_Bcast", "b.c", 51, "b.c", 65},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 11;
const int bsim_skeleton = 1;
