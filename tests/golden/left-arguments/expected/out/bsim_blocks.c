/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 45, 46, 1, params0, NULL, "draw (a.c:45-46)"},
    {"main.2", "a.c", 48, 48, 1, params1, "the total of an array, whose value takes memory allocated at a.c:43 (a.c:21)", "longer (a.c:48)"},
    {"main.3", "a.c", 50, 50, 1, params2, "data that decide on a branch (a.c:30)", "living (a.c:50)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_count_info bsim_counts[] = {
    {1, 0, "rounds a.c:21"},
    {2, 1, "taken a.c:30"},
};
const int bsim_ncounts = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 9, "a.c", 39},
    {"MPI_Barrier", "a.c", 14, "a.c", 49},
    {"MPI_Barrier", "a.c", 16, "a.c", 51},
    {"MPI_Finalize", "a.c", 19, "a.c", 54},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 4;
const int bsim_skeleton = 1;
const int bsim_read_arguments[] = {1, 4, -1};
