/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params2[] = {"BSIM_LENGTH(first, ->next)"};
static const char *const params3[] = {"BSIM_TOTAL(counts, size)", "size"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 21, 26, 0, NULL, "the result of atoi() (a.c:21)", "main (a.c:21-26)"},
    {"main.2", "a.c", 27, 28, 0, NULL, NULL, "main (a.c:27-28)"},
    {"main.3", "a.c", 31, 32, 1, params2, NULL, "main (a.c:31-32)"},
    {"main.4", "a.c", 34, 36, 2, params3, NULL, "main (a.c:34-36)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 4;

const bsim_count_info bsim_counts[] = {
    {0, 0, "rounds a.c:21"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 17, "a.c", 19},
    {"MPI_Comm_size", "a.c", 18, "a.c", 20},
    {"MPI_Barrier", "a.c", 29, "a.c", 30},
    {"MPI_Bcast", "a.c", 31, "a.c", 33},
    {"MPI_Finalize", "a.c", 33, "a.c", 37},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 5;
const int bsim_skeleton = 1;
