/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"inner.1", "a.c", 20, 20, 1, params0, NULL, "work (a.c:20)"},
    {"main.1", "a.c", 41, 41, 0, NULL, NULL, "fresh (a.c:41)"},
    {"main.2", "a.c", 43, 43, 0, NULL, NULL, "fresh (a.c:43)"},
    {"main.3", "a.c", 48, 48, 0, NULL, NULL, "work (a.c:48)"},
    {"main.4", "a.c", 53, 53, 0, NULL, NULL, "work (a.c:53)"},
    {"main.5", "a.c", 70, 70, 0, NULL, NULL, "work (a.c:70)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 6;

const bsim_site_info bsim_sites[] = {
    {"MPI_Barrier", "a.c", 22, "a.c", 21},
    {"MPI_Init", "a.c", 42, "a.c", 39},
    {"MPI_Barrier", "a.c", 50, "a.c", 44},
    {"MPI_Allreduce", "a.c", 57, "a.c", 49},
    {"MPI_Bcast", "a.c", 64, "a.c", 54},
    {"MPI_Barrier", "a.c", 75, "a.c", 64},
    {"MPI_Barrier", "a.c", 83, "a.c", 71},
    {"MPI_Finalize", "a.c", 92, "a.c", 79},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 8;
