/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n", "cells"};
static const char *const params1[] = {"cells"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 10, 12, 2, params0, NULL, "main (a.c:10-12)"},
    {"main.2", "a.c", 14, 17, 1, params1, "the total of an array, whose value takes memory allocated at a.c:10 (a.c:15)", "main (a.c:14-17)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds a.c:15"},
    {1, 1, "rounds a.c:16"},
};
const int bsim_ncounts = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 8, "a.c", 7},
    {"MPI_Barrier", "a.c", 11, "a.c", 13},
    {"MPI_Allreduce", "a.c", 13, "a.c", 18},
    {"MPI_Finalize", "a.c", 14, "a.c", 19},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
