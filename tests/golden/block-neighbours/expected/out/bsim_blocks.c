/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params1[] = {"f.n[0]", "f.n[1]"};
static const char *const params2[] = {"f.neighbour[0][0] == -1", "f.neighbour[0][1] == -1", "f.neighbour[1][0] != -1", "f.neighbour[1][1] != -1", "f.n[1]", "f.n[0]"};
static const char *const params3[] = {"f.level[0]", "f.level[1]", "f.level[2]", "f.n[0]"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 37, 39, 0, NULL, NULL, "main (a.c:37-39)"},
    {"main.2", "a.c", 40, 40, 2, params1, NULL, "main (a.c:40)"},
    {"main.3", "a.c", 42, 42, 6, params2, NULL, "walls (a.c:42)"},
    {"main.4", "a.c", 44, 44, 4, params3, NULL, "levels (a.c:44)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 15, "a.c", 32},
    {"MPI_Comm_rank", "a.c", 16, "a.c", 33},
    {"MPI_Comm_size", "a.c", 17, "a.c", 34},
    {"MPI_Barrier", "a.c", 24, "a.c", 41},
    {"MPI_Barrier", "a.c", 26, "a.c", 43},
    {"MPI_Barrier", "a.c", 26, "a.c", 45},
    {"MPI_Finalize", "a.c", 26, "a.c", 47},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;
