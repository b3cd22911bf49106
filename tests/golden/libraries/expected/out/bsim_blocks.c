/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params1[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 19, 19, 0, NULL, "what used() does, of which nothing is known (a.c:19)", "main (a.c:19)"},
    {"main.2", "a.c", 23, 25, 1, params1, "what shared() does, of which nothing is known (a.c:25)", "main (a.c:23-25)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 12, "a.c", 17},
    {"MPI_Bcast", "a.c", 16, "a.c", 26},
    {"MPI_Finalize", "a.c", 17, "a.c", 28},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 3;
const int bsim_skeleton = 1;
