/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"main.1", "a.c", 22, 23, 0, NULL, NULL, "main (a.c:22-23)"},
    {"main.2", "a.c", 35, 37, 0, NULL, NULL, "relax (a.c:35-37)"},
    {"main.3", "a.c", 39, 40, 0, NULL, NULL, "main (a.c:39-40)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 11, "a.c", 18},
    {"MPI_Comm_size", "a.c", 12, "a.c", 19},
    {"MPI_Cart_create", "a.c", 13, "a.c", 20},
    {"MPI_Neighbor_alltoall", "a.c", 17, "a.c", 28},
    {"MPI_Ineighbor_alltoall", "a.c", 19, "a.c", 30},
    {"MPI_Wait", "a.c", 20, "a.c", 31},
    {"MPI_Comm_free", "a.c", 25, "a.c", 42},
    {"MPI_Finalize", "a.c", 26, "a.c", 43},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
const int bsim_skeleton = 1;
