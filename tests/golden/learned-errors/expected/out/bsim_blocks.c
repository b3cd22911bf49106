/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 19, 19, 1, params0, NULL, "main (a.c:19)"},
    {"main.2", "a.c", 22, 22, 1, params1, NULL, "relax (a.c:22)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 8, "a.c", 17},
    {"MPI_Allreduce", "a.c", 13, "a.c", 23},
    {"MPI_Finalize", "a.c", 17, "a.c", 26},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;

static const char *const learned0[] = {"n"};
const bsim_hint_info bsim_hints[] = {
    {"main:loop", "a.c", 21, 1, 0, NULL, NULL, 1, 1, learned0},
    {NULL, NULL, 0, 0, 0, NULL, NULL, 0, 0, NULL},
};
const int bsim_nhints = 1;
