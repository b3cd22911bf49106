/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"g->nx[2]", "g->nx[1]", "g->nx[0]"};
static const char *const params2[] = {"ds[l][k].g->nx[2]", "ds[l][k].g->nx[1]", "ds[l][k].g->nx[0]", "g->nx[2]", "g->nx[1]", "g->nx[0]"};

const bsim_block_info bsim_blocks[] = {
    {"grid_new.1", "a.c", 74, 77, 3, params0, NULL, "calloc_3d (a.c:74-77)"},
    {"main.1", "a.c", 99, 99, 0, NULL, NULL, "calloc_2d (a.c:99)"},
    {"main.2", "a.c", 114, 120, 6, params2, NULL, "relax (a.c:114-120)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 40, "a.c", 96},
    {"MPI_Comm_rank", "a.c", 41, "a.c", 97},
    {"MPI_Comm_size", "a.c", 42, "a.c", 98},
    {"MPI_Sendrecv", "a.c", 58, "a.c", 121},
    {"MPI_Finalize", "a.c", 61, "a.c", 126},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
