/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "case";

static const char *const params0[] = {"count"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "main.c", 42, 43, 1, params0, NULL, "main (main.c:42-43)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "main.c", 29, "main.c", 33},
    {"MPI_Comm_rank", "main.c", 30, "main.c", 34},
    {"MPI_Bcast", "main.c", 39, "main.c", 44},
    {"MPI_Send", "main.c", 41, "main.c", 46},
    {"MPI_Recv", "main.c", 43, "main.c", 48},
    {"MPI_Bcast", "main.c", 44, "main.c", 49},
    {"MPI_Finalize", "main.c", 45, "main.c", 51},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;
