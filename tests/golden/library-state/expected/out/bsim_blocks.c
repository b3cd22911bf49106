/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"streams.1", "a.c", 76, 76, 0, NULL, NULL, "streams (a.c:76)"},
    {"streams.2", "a.c", 78, 78, 0, NULL, NULL, "streams (a.c:78)"},
    {"environment.1", "a.c", 97, 98, 0, NULL, "a pointer that a loop follows (a.c:97)", "environment (a.c:97-98)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_count_info bsim_counts[] = {
    {2, 0, "rounds a.c:97"},
};
const int bsim_ncounts = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 144, "a.c", 141},
    {"MPI_Bcast", "a.c", 147, "a.c", 144},
    {"MPI_Finalize", "a.c", 148, "a.c", 145},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
const bsim_untimed_info bsim_untimed[] = {
    {"a.c", 143, "a loop that stays and reads or writes a stream"},
};
const int bsim_nuntimed = 1;
