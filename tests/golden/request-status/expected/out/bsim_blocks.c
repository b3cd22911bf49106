/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "poll";


const bsim_block_info bsim_blocks[] = {
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 0;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "poll.c", 10, "poll.c", 9},
    {"MPI_Comm_rank", "poll.c", 11, "poll.c", 10},
    {"MPI_Irecv", "poll.c", 13, "poll.c", 12},
    {"MPI_Request_get_status", "poll.c", 15, "poll.c", 14},
    {"MPI_Send", "poll.c", 16, "poll.c", 15},
    {"MPI_Wait", "poll.c", 17, "poll.c", 16},
    {"MPI_Ssend", "poll.c", 19, "poll.c", 18},
    {"MPI_Send", "poll.c", 20, "poll.c", 19},
    {"MPI_Recv", "poll.c", 22, "poll.c", 21},
    {"MPI_Recv", "poll.c", 23, "poll.c", 22},
    {"MPI_Finalize", "poll.c", 25, "poll.c", 26},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 11;
const int bsim_skeleton = 1;
