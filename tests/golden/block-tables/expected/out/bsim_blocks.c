/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params1[] = {"BSIM_CASE(kind & 7)"};
static const char *const params2[] = {"levels[0].a", "levels[1].a", "levels[2].a", "levels[3].a", "levels[4].a", "levels[5].a", "levels[6].a", "levels[7].a", "levels[0].b", "levels[1].b", "levels[2].b", "levels[3].b", "levels[4].b", "levels[5].b", "levels[6].b", "levels[7].b", "levels[0].c", "levels[1].c", "levels[2].c", "levels[3].c", "levels[4].c", "levels[5].c", "levels[6].c", "levels[7].c", "levels[0].d", "levels[1].d", "levels[2].d", "levels[3].d", "levels[4].d", "levels[5].d", "levels[6].d", "levels[7].d"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 45, 46, 0, NULL, NULL, "main (a.c:45-46)"},
    {"main.2", "a.c", 47, 49, 1, params1, NULL, "by_table (a.c:47-49)"},
    {"main.3", "a.c", 51, 51, 32, params2, "a floating-point number (a.c:25)", "by_levels (a.c:51)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_count_info bsim_counts[] = {
    {2, 0, "rounds a.c:25"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 13, "a.c", 43},
    {"MPI_Allreduce", "a.c", 19, "a.c", 50},
    {"MPI_Finalize", "a.c", 20, "a.c", 54},
    {"MPI_Reduce", "a.c", 20, "a.c", 52},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
