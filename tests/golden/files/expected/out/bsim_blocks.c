/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 50, 51, 1, params0, NULL, "report (a.c:50-51)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 30, "a.c", 41},
    {"MPI_Bcast", "a.c", 33, "a.c", 48},
    {"MPI_Finalize", "a.c", 35, "a.c", 53},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
const bsim_untimed_info bsim_untimed[] = {
    {"a.c", 17, "a loop that stays and reads or writes a stream"},
};
const int bsim_nuntimed = 1;
