/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"40000 * n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 28, 28, 1, params0, NULL, "work (a.c:28)"},
    {"main.2", "a.c", 29, 29, 0, NULL, NULL, "messages (a.c:29)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 15, "a.c", 21},
    {"MPI_Sendrecv_replace", "a.c", 26, "a.c", 31},
    {"MPI_Finalize", "a.c", 27, "a.c", 33},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
