/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";


const bsim_block_info bsim_blocks[] = {
    {"converged.1", "a.c", 18, 18, 0, NULL, NULL, "work (a.c:18)"},
    {"two.1", "a.c", 33, 33, 0, NULL, NULL, "work (a.c:33)"},
    {"three.1", "a.c", 44, 44, 0, NULL, NULL, "work (a.c:44)"},
    {"four.1", "a.c", 53, 53, 0, NULL, NULL, "work (a.c:53)"},
    {"main.1", "a.c", 65, 65, 0, NULL, NULL, "reset (a.c:65)"},
    {"main.2", "a.c", 69, 69, 0, NULL, NULL, "reset (a.c:69)"},
    {"main.3", "a.c", 73, 73, 0, NULL, NULL, "reset (a.c:73)"},
    {"main.4", "a.c", 77, 77, 0, NULL, NULL, "reset (a.c:77)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 8;

const bsim_site_info bsim_sites[] = {
    {"MPI_Allreduce", "a.c", 6, "a.c", 14},
    {"MPI_Init", "a.c", 62, "a.c", 64},
    {"MPI_Barrier", "a.c", 66, "a.c", 68},
    {"MPI_Barrier", "a.c", 70, "a.c", 72},
    {"MPI_Barrier", "a.c", 74, "a.c", 76},
    {"MPI_Barrier", "a.c", 78, "a.c", 80},
    {"MPI_Finalize", "a.c", 79, "a.c", 81},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 7;
const int bsim_skeleton = 1;

static const char *const learned3[] = {"max"};
const bsim_hint_info bsim_hints[] = {
    {"one:loop", "a.c", 23, 1, 0, NULL, NULL, 1, 0, NULL},
    {"two:loop", "a.c", 32, 2, 0, NULL, NULL, 1, 0, NULL},
    {"three:loop", "a.c", 43, 3, 0, NULL, NULL, 1, 0, NULL},
    {"four:loop", "a.c", 52, 4, 0, NULL, NULL, 1, 1, learned3},
    {NULL, NULL, 0, 0, 0, NULL, NULL, 0, 0, NULL},
};
const int bsim_nhints = 4;
