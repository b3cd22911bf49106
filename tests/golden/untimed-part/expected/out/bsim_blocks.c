/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 22, 22, 1, params0, NULL, "relax (a.c:22)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 16, "a.c", 20},
    {"MPI_Bcast", "a.c", 18, "a.c", 23},
    {"MPI_Finalize", "a.c", 20, "a.c", 24},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
const bsim_untimed_info bsim_untimed[] = {
    {"a.c", 23, "code in a macro that stays"},
};
const int bsim_nuntimed = 1;
