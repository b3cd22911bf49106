/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params1[] = {"sizes[i]"};

const bsim_block_info bsim_blocks[] = {
    {"read_sizes.1", "a.c", 12, 13, 0, NULL, "a value in memory that has no name in front of the block (a.c:12)", "read_sizes (a.c:12-13)"},
    {"main.1", "a.c", 32, 33, 1, params1, NULL, "main (a.c:32-33)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_count_info bsim_counts[] = {
    {0, 0, "rounds a.c:12"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 26, "a.c", 25},
    {"MPI_Comm_rank", "a.c", 27, "a.c", 26},
    {"MPI_Bcast", "a.c", 30, "a.c", 29},
    {"MPI_Bcast", "a.c", 31, "a.c", 30},
    {"MPI_Allreduce", "a.c", 34, "a.c", 34},
    {"MPI_Finalize", "a.c", 36, "a.c", 36},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
const bsim_untimed_info bsim_untimed[] = {
    {"a.c", 10, "a loop that stays and reads or writes a stream"},
};
const int bsim_nuntimed = 1;
