/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 21, 21, 0, NULL, NULL, "work (a.c:21)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 10, "a.c", 16},
    {"MPI_Comm_rank", "a.c", 11, "a.c", 17},
    {"MPI_Allreduce_init", "a.c", 12, "a.c", 18},
    {"MPI_Allreduce_init", "a.c", 13, "a.c", 19},
    {"MPI_Start", "a.c", 15, "a.c", 22},
    {"MPI_Start", "a.c", 19, "a.c", 25},
    {"MPI_Wait", "a.c", 20, "a.c", 26},
    {"MPI_Wait", "a.c", 21, "a.c", 27},
    {"MPI_Request_free", "a.c", 23, "a.c", 31},
    {"MPI_Request_free", "a.c", 24, "a.c", 32},
    {"MPI_Finalize", "a.c", 25, "a.c", 33},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 11;
const int bsim_skeleton = 1;
