/* Written by skeletonize: the program's blocks and MPI calls (bsim/bsim.h). */
#include <bsim/bsim.h>

const char bsim_program[] = "a";

static const char *const params0[] = {"n"};
static const char *const params1[] = {"n"};
static const char *const params2[] = {"n"};

const bsim_block_info bsim_blocks[] = {
    {"divide.1", "a.c", 14, 21, 1, params0, NULL, "divide (a.c:14-21)"},
    {"main.1", "a.c", 43, 46, 1, params1, NULL, "main (a.c:43-46)"},
    {"main.2", "a.c", 49, 49, 1, params2, NULL, "smooth (a.c:49)"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;

const bsim_site_info bsim_sites[] = {
    {"MPI_Init", "a.c", 23, "a.c", 38},
    {"MPI_Comm_rank", "a.c", 24, "a.c", 39},
    {"MPI_Comm_size", "a.c", 25, "a.c", 40},
    {"MPI_Sendrecv", "a.c", 36, "a.c", 55},
    {"MPI_Barrier", "a.c", 40, "a.c", 59},
    {"MPI_Finalize", "a.c", 42, "a.c", 61},
    {NULL, NULL, 0, NULL, 0},
};
const int bsim_nsites = 6;
const int bsim_skeleton = 1;

const bsim_hint_info bsim_hints[] = {
    {"divide:length[p]", "a.c", 13, 1, 0, NULL, NULL, 0, 0, NULL},
    {"divide:p", "a.c", 13, 7, 0, NULL, NULL, 0, 0, NULL},
    {"divide:length[p]", "a.c", 13, 7, 0, NULL, NULL, 0, 0, NULL},
    {"divide:*longest", "a.c", 13, 1, 0, NULL, NULL, 0, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL, NULL, 0, 0, NULL},
};
const int bsim_nhints = 4;
