/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"smooth.1", "a.c", 46, 47, 1, params0, NULL, "smooth (a.c:46-47)"},
    {"smooth.2", "a.c", 54, 59, 1, params1, NULL, "smooth (a.c:54-59)"},
    {"main.1", "a.c", 97, 98, 0, NULL, NULL, "main (a.c:97-98)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Send", "a.c", 12, "a.c", 15},
    {"MPI_Send", "a.c", 14, "a.c", 18},
    {"MPI_Recv", "a.c", 22, "a.c", 30},
    {"MPI_Recv", "a.c", 24, "a.c", 34},
    {"MPI_Barrier", "a.c", 26, "a.c", 36},
    {"MPI_Barrier", "a.c", 32, "a.c", 42},
    {"MPI_Barrier", "a.c", 35, "a.c", 50},
    {"MPI_Init", "a.c", 58, "a.c", 82},
    {"MPI_Comm_rank", "a.c", 60, "a.c", 84},
    {"MPI_Comm_size", "a.c", 61, "a.c", 85},
    {"MPI_Barrier", "a.c", 68, "a.c", 92},
    {"MPI_Barrier", "a.c", 77, "a.c", 100},
    {"MPI_Barrier", "a.c", 80, "a.c", 103},
    {"MPI_Bcast", "a.c", 83, "a.c", 106},
    {"MPI_Bcast", "a.c", 88, "a.c", 111},
    {"MPI_Finalize", "a.c", 90, "a.c", 113},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 16;
const int bsim_skeleton = 1;
