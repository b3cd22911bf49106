/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"b->steps"};

const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 37, 37, 1, params0, NULL, "move (a.c:37)"},
    {"main.2", "a.c", 46, 46, 0, NULL, "a pointer that a condition tests (b.c:5)", "main (a.c:46)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 2;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 17, "a.c", 29},
    {"MPI_Comm_rank", "a.c", 18, "a.c", 30},
    {"MPI_Comm_size", "a.c", 19, "a.c", 31},
    {"MPI_Bcast", "a.c", 27, "a.c", 42},
    {"MPI_Sendrecv", "a.c", 33, "a.c", 51},
    {"MPI_Finalize", "a.c", 37, "a.c", 55},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;
