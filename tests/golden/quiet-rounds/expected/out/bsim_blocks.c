/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "rounds";


const bsim_block_info bsim_blocks[] = {
    {"step.1", "rounds.c", 29, 29, 0, NULL, NULL, "grow (rounds.c:29)"},
    {"main.1", "rounds.c", 42, 43, 0, NULL, NULL, "main (rounds.c:42-43)"},
    {"main.2", "rounds.c", 46, 47, 0, NULL, NULL, "grow (rounds.c:46-47)"},
    {"main.3", "rounds.c", 49, 49, 0, NULL, NULL, "sum (rounds.c:49)"},
    {"main.4", "rounds.c", 54, 54, 0, NULL, NULL, "next (rounds.c:54)"},
    {"main.5", "rounds.c", 71, 71, 0, NULL, NULL, "grow (rounds.c:71)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 6;

const bsim_site_info bsim_sites[] = {
    {"MPI_Allreduce", "rounds.c", 22, "rounds.c", 32},
    {"MPI_Init", "rounds.c", 26, "rounds.c", 36},
    {"MPI_Comm_size", "rounds.c", 29, "rounds.c", 41},
    {"MPI_Allreduce", "rounds.c", 35, "rounds.c", 50},
    {"MPI_Barrier", "rounds.c", 43, "rounds.c", 56},
    {"MPI_Barrier", "rounds.c", 49, "rounds.c", 63},
    {"MPI_Bcast", "rounds.c", 51, "rounds.c", 65},
    {"MPI_Bcast", "rounds.c", 53, "rounds.c", 67},
    {"MPI_Barrier", "rounds.c", 55, "rounds.c", 69},
    {"MPI_Bcast", "rounds.c", 59, "rounds.c", 73},
    {"MPI_Finalize", "rounds.c", 61, "rounds.c", 77},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 11;
const int bsim_skeleton = 1;
