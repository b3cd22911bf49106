/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Bcast", "a.c", 25, "a.c", 26},
    {"MPI_Win_create", "a.c", 43, "a.c", 44},
    {"MPI_Win_fence", "a.c", 44, "a.c", 45},
    {"MPI_Put", "a.c", 45, "a.c", 46},
    {"MPI_Win_fence", "a.c", 46, "a.c", 47},
    {"MPI_Win_free", "a.c", 47, "a.c", 48},
    {"MPI_Win_allocate", "a.c", 56, "a.c", 57},
    {"MPI_Win_fence", "a.c", 58, "a.c", 59},
    {"MPI_Get", "a.c", 59, "a.c", 60},
    {"MPI_Win_fence", "a.c", 60, "a.c", 61},
    {"MPI_Win_free", "a.c", 62, "a.c", 63},
    {"MPI_Init", "a.c", 67, "a.c", 68},
    {"MPI_Finalize", "a.c", 71, "a.c", 72},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 13;
const int bsim_skeleton = 1;
