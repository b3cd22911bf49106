/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"hash.1", "a.c", 57, 58, 1, params0, NULL, "hash (a.c:57-58)"},
    {"typed.1", "a.c", 69, 69, 0, NULL, NULL, "fill (a.c:69)"},
    {"typed.2", "a.c", 71, 71, 0, NULL, NULL, "fill (a.c:71)"},
    {"typed.3", "a.c", 78, 78, 0, NULL, NULL, "count_down (a.c:78)"},
    {"typed.4", "a.c", 80, 80, 0, NULL, NULL, "count_down (a.c:80)"},
    {"untyped.1", "a.c", 88, 88, 0, NULL, NULL, "copy (a.c:88)"},
    {"told_apart.1", "a.c", 98, 98, 0, NULL, NULL, "move (a.c:98)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 7;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 32, "a.c", 34},
    {"MPI_Init", "a.c", 102, "a.c", 103},
    {"MPI_Finalize", "a.c", 106, "a.c", 107},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
